import { readFileSync } from 'node:fs'

/** Version of this software, from the package that it is in: beside cli/ in a checkout, above dist/ when built. */
export const packageVersion = (): string => {
  const inSource = import.meta.url.endsWith('.ts')
  const text = readFileSync(new URL(inSource ? '../package.json' : '../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version // our own package.json
}
