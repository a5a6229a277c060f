/** A column of a table for people. */
export interface Column {
  readonly title: string
  readonly align: 'left' | 'right'
}

/** A column of words. */
export const words = (title: string): Column => ({ title, align: 'left' })

/** A column of figures. */
export const figures = (title: string): Column => ({ title, align: 'right' })

/** Rows under aligned titles, two spaces apart, a rule above the last row if it is a total. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], total?: readonly string[]): string {
  const all = [columns.map(({ title }) => title), ...rows, ...(total ? [total] : [])]
  const widths = columns.map((_, at) => Math.max(...all.map((row) => width(row[at] ?? ''))))
  const line = (row: readonly string[]) =>
    columns
      .map(({ align }, at) => pad(row[at] ?? '', widths[at] ?? 0, align))
      .join('  ')
      .trimEnd()
  const rule = widths.map((size) => '─'.repeat(size)).join('  ')
  return [line(all[0] ?? []), rule, ...rows.map(line), ...(total ? [rule, line(total)] : [])].join('\n')
}

const width = (text: string): number => [...text].length

const pad = (text: string, size: number, align: Column['align']): string => {
  const space = ' '.repeat(Math.max(0, size - width(text)))
  return align === 'left' ? text + space : space + text
}
