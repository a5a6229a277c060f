import type { FileWork, Stage } from './stage.ts'

/** Opens the file and finds out what it is before anything is read off its pages. */
export const ingest: Stage<never, 'ingest'> = {
  adds: 'ingest',
  needs: [],
  version: 1,
  uses: [],
  run: async (_, { file, note }) => {
    const source = await present(file).inspect()
    if (source.repaired) {
      note({
        code: 'pdf-repaired',
        severity: 'warning',
        message: 'The file’s cross-reference table is damaged; it was rebuilt from what lies in the file.',
        hint: 'Compare the number of pages with the original, or get a fresh copy.',
        place: {},
      })
    }
    return source
  },
}

/** The file, which the runner hands to `ingest` and `layout`. */
export function present(file: FileWork | undefined): FileWork {
  if (!file) throw new Error('This stage was run without a file; only the runner can run it.')
  return file
}
