import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readHeldOut, readLabelled, readRecordedAnswers } from '../../topics/labelled.ts'
import { loadTopicList } from '../../topics/list.ts'
import { measureLabels } from '../../topics/measure-labels.ts'

describe('the labelled questions', () => {
  it('have topics of their list only, each once', async () => {
    for (const { subject, topics, document, number } of await readLabelled()) {
      const ids = (await loadTopicList(subject)).list.topics.map(({ id }) => id)
      expect(
        topics.filter((id) => !ids.includes(id)),
        `${document} ${number}`,
      ).toEqual([])
      expect(new Set(topics).size).toBe(topics.length)
    }
  })

  it('are not guessed where the held-out text is missing', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'gold-'))
    await expect(readHeldOut(folder)).rejects.toThrow('ENOENT')
    await writeFile(
      path.join(folder, 'strength-of-materials.gold.json'),
      JSON.stringify({ source: { subject: 'mechanics-of-materials' }, problems: [{ number: '9', text: 'x' }] }),
    )
    await expect(readHeldOut(folder)).rejects.toThrow(/no problem 3/)
    await rm(folder, { recursive: true })
  })
})

describe('the recorded answers', () => {
  it('are there for every labelled question, and stand up to the validator', async () => {
    const questions = await readLabelled()
    const { answers } = await readRecordedAnswers()
    const measured = await measureLabels(questions, async ({ document, number }) => answers[document]?.[number] ?? [])
    expect(Object.values(answers).flatMap((own) => Object.keys(own))).toHaveLength(questions.length)
    expect(measured.discarded).toBe(0)
    expect([measured.precision, measured.recall].map((share) => share.toFixed(3))).toEqual(['0.995', '0.628'])
  })
})

describe('measureLabels', () => {
  it('is perfect for the labelled names, and counts what the validator discards', async () => {
    const questions = (await readLabelled()).slice(0, 3)
    const names = async (_: unknown, list: { topics: readonly { id: string; name: string }[] }, ids: readonly string[]) =>
      list.topics.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    const perfect = await measureLabels(questions, (question, list) => names(question, list, question.topics))
    expect(perfect).toMatchObject({ precision: 1, recall: 1, discarded: 0 })
    const invented = await measureLabels(questions, async () => ['An invented topic'])
    expect(invented).toMatchObject({ recall: 0, discarded: 3, assignedPerQuestion: 0 })
  })
})
