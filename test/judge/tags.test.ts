import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTaggedSolution } from '../../judge/tags.ts'
import { STAGE_TAGS } from '../../schemas/judge.ts'

const block = (tag: string, text: string): string => `###### ${tag} ######\n${text}\n###### END_STEP ######\n`
const whole = STAGE_TAGS.map((tag) => block(tag, `text of ${tag}`)).join('\n')

describe('parseTaggedSolution', () => {
  it('takes a solution written as asked apart into eight stages', () => {
    const { stages, repeated, outside } = parseTaggedSolution(whole)
    expect(stages).toEqual(Object.fromEntries(STAGE_TAGS.map((tag) => [tag, `text of ${tag}`])))
    expect(repeated).toEqual([])
    expect(outside).toBe('')
  })

  it('leaves an absent stage absent, and takes an empty block for absent', () => {
    const { stages } = parseTaggedSolution(block('ASSUMPTIONS', '  \n') + block('FINAL_ANSWER', '12 m'))
    expect(Object.keys(stages)).toEqual(['FINAL_ANSWER'])
  })

  it('ends a stage without END_STEP where the next one begins', () => {
    const { stages } = parseTaggedSolution('###### ASSUMPTIONS ######\nsteady\n###### FINAL_ANSWER ######\n12 m')
    expect(stages).toEqual({ ASSUMPTIONS: 'steady', FINAL_ANSWER: '12 m' })
  })

  it('joins a stage that is written twice, and says so', () => {
    const { stages, repeated } = parseTaggedSolution(
      block('ASSUMPTIONS', 'steady') + block('FINAL_ANSWER', '1') + block('ASSUMPTIONS', 'ideal gas'),
    )
    expect(stages.ASSUMPTIONS).toBe('steady\n\nideal gas')
    expect(repeated).toEqual(['ASSUMPTIONS'])
  })

  it('takes an exact repetition once', () => {
    const { stages, repeated } = parseTaggedSolution(block('ASSUMPTIONS', 'steady') + block('ASSUMPTIONS', 'steady'))
    expect(stages.ASSUMPTIONS).toBe('steady')
    expect(repeated).toEqual([])
  })

  it('does not mind the order of the stages', () => {
    const backwards = STAGE_TAGS.toReversed()
      .map((tag) => block(tag, `text of ${tag}`))
      .join('')
    expect(parseTaggedSolution(backwards).stages).toEqual(parseTaggedSolution(whole).stages)
  })

  it.each([
    ['bold', '**###### ASSUMPTIONS ######**\nsteady\n**###### END_STEP ######**'],
    ['bold without hashes', '**ASSUMPTIONS**\nsteady\n**END_STEP**'],
    ['a heading', '## ASSUMPTIONS\nsteady'],
    ['a numbered heading', '### 2. ASSUMPTIONS:\nsteady'],
    ['lower case', '###### assumptions ######\nsteady\n###### end_step ######'],
    ['six hashes in front only', '###### Assumptions\nsteady\n###### END_STEP'],
    ['brackets', '[ASSUMPTIONS]\nsteady'],
    ['one line', '###### ASSUMPTIONS ###### steady ###### END_STEP ######'],
    ['a misspelling', '###### ASUMPTIONS ######\nsteady\n###### END_STEP ######'],
    ['windows line ends', '###### ASSUMPTIONS ######\r\nsteady\r\n###### END_STEP ######\r\n'],
    ['a block quote', '> ###### ASSUMPTIONS ######\nsteady'],
    ['a fence around the text', '###### ASSUMPTIONS ######\n```text\nsteady\n```\n###### END_STEP ######'],
    ['a fence around everything', '```markdown\n###### ASSUMPTIONS ######\nsteady\n###### END_STEP ######\n```'],
    ['a fence that begins outside and ends within', '```\n###### ASSUMPTIONS ######\nsteady\n```'],
    ['a plain heading where no tag is used', '## Assumptions\nsteady'],
  ])('finds a tag written as %s', (_, text) => {
    expect(parseTaggedSolution(text).stages).toEqual({ ASSUMPTIONS: 'steady' })
  })

  it.each([
    ['problem characterization', 'PROBLEM_CHARACTERIZATION'],
    ['Problem-Characterization', 'PROBLEM_CHARACTERIZATION'],
    ['PROBLEM_CHARACTERISATION', 'PROBLEM_CHARACTERIZATION'],
  ])('reads %s between hashes as %s', (written, tag) => {
    expect(parseTaggedSolution(`###### ${written} ######\nfree fall`).stages).toEqual({ [tag]: 'free fall' })
  })

  it('keeps text outside the stages apart from them', () => {
    const { stages, outside } = parseTaggedSolution(`Sure!\n${block('FINAL_ANSWER', '12 m')}Anything else?`)
    expect(stages).toEqual({ FINAL_ANSWER: '12 m' })
    expect(outside).toBe('Sure!\nAnything else?')
  })

  it('does not take a tag named in a sentence for a heading', () => {
    const { stages } = parseTaggedSolution(block('LOGICAL_REASONING', 'By the ASSUMPTIONS above it is steady, see FINAL_ANSWER below.'))
    expect(Object.keys(stages)).toEqual(['LOGICAL_REASONING'])
  })

  it('does not take a plain heading inside a tagged solution for a stage', () => {
    const { stages } = parseTaggedSolution(block('ALGEBRAIC_ACCURACY', '### Final answer\nv = 2 m/s'))
    expect(Object.keys(stages)).toEqual(['ALGEBRAIC_ACCURACY'])
  })

  it('does not judge what a model thinks aloud before it answers', () => {
    const { stages, outside } = parseTaggedSolution(
      `<think>${block('ASSUMPTIONS', 'maybe unsteady')}</think>${block('ASSUMPTIONS', 'steady')}`,
    )
    expect(stages).toEqual({ ASSUMPTIONS: 'steady' })
    expect(outside).toContain('maybe unsteady')
  })

  it('finds nothing in a text without tags', () => {
    expect(parseTaggedSolution('The answer is 12 m.').stages).toEqual({})
  })

  it('gives back any texts without hashes that were put under tags, in any order', () => {
    const text = fc.stringMatching(/^[a-z0-9 =.,+-]{1,40}$/).filter((line) => line.trim() !== '')
    const parts = fc.uniqueArray(fc.tuple(fc.constantFrom(...STAGE_TAGS), text), { selector: ([tag]) => tag })
    fc.assert(
      fc.property(parts, fc.boolean(), (given, ended) => {
        const written = given.map(([tag, body]) => `###### ${tag} ######\n${body}\n${ended ? '###### END_STEP ######\n' : ''}`).join('')
        expect(parseTaggedSolution(written).stages).toEqual(Object.fromEntries(given.map(([tag, body]) => [tag, body.trim()])))
      }),
    )
  })
})
