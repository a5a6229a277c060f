import { expect, it } from 'vitest'
import { show, tinyPdf } from '../tiny-pdf.ts'
import { linesIn } from './lines-of.ts'

/** A font of text whose 31st letter is an i without its dot, as old TeX fonts have it. */
const DOTLESS =
  '/D <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[31/dotlessi]>>>>'

it('An accent that is painted over a letter without its dot makes one letter of both', () => {
  const [before, after] = ['energ', 'a']
  const content = [
    `BT /D 10 Tf 20 300 Td (${before}) Tj ET`,
    `BT /D 10 Tf 45.6 300 Td (\\264) Tj ET`,
    `BT /D 10 Tf 45.9 300 Td (\\037) Tj ET`,
    `BT /D 10 Tf 48.7 300 Td (${after}) Tj ET`,
    show('de un cuerpo', 20, 280),
  ].join('\n')
  expect(linesIn(tinyPdf([{ content, width: 320, height: 400, fonts: DOTLESS }]))).toEqual(['energía', 'de un cuerpo'])
})
