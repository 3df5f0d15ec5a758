// Which answer's picture the next step edits.
import { expect, test } from 'vitest'
import { emptyChat, foldChat } from '../../../state/fold-chat'
import { makeSnapshot, makeTurn } from '../../../state/turn.fixture'
import { chooseTarget, readRatio } from './next-step'

const drawn = (id: string, media: string) =>
  makeTurn({ id, parts: [{ inlineData: { mimeType: 'image/png', media } }] })
const asked = (id: string) => makeTurn({ id, role: 'user', parts: [{ text: 'A boat' }] })
const open = (...turns: readonly ReturnType<typeof makeTurn>[]) => foldChat(emptyChat, [makeSnapshot(turns)])

test('the last picture is edited, past steps that brought none', () => {
  const failed = makeTurn({ id: 'a2', parts: [], state: 'failed' })
  const drawing = open(asked('p1'), drawn('a1', 'm1'), asked('p2'), failed)
  expect(chooseTarget(drawing, undefined)).toBe('a1')
})

test('a reference beside an instruction is no picture that was drawn', () => {
  const referring = { ...drawn('p2', 'r1'), role: 'user' as const }
  const stopped = makeTurn({ id: 'a2', parts: [], state: 'stopped' })
  expect(chooseTarget(open(asked('p1'), drawn('a1', 'm1'), referring, stopped), undefined)).toBe('a1')
})

test('what was chosen by hand goes before it, and a chosen beginning stays one', () => {
  const drawing = open(asked('p1'), drawn('a1', 'm1'), asked('p2'), drawn('a2', 'm2'))
  expect([chooseTarget(drawing, 'a1'), chooseTarget(drawing, null)]).toEqual(['a1', null])
})

test('a chosen answer that is gone, or brought no picture, falls back to the last picture', () => {
  const drawing = open(asked('p1'), drawn('a1', 'm1'))
  expect([chooseTarget(drawing, 'gone'), chooseTarget(drawing, 'p1')]).toEqual(['a1', 'a1'])
  expect(chooseTarget(open(asked('p1')), undefined)).toBe(null)
})

test('a ratio is read in the ways that people write it', () => {
  const written = ['16:9', ' 16 : 9 ', '16/9', '16x9', '16×9', '']
  expect(written.map((text) => readRatio(text))).toEqual([
    { value: '16:9' },
    { value: '16:9' },
    { value: '16:9' },
    { value: '16:9' },
    { value: '16:9' },
    { value: undefined },
  ])
})

test('what is no ratio is told how one is written', () => {
  const error = 'must be two whole numbers with a colon between them, like 16:9'
  expect(['wide', '16:0', '1.85:1', '16:9:4', '1234:1'].map((text) => readRatio(text))).toEqual(
    Array.from({ length: 5 }, () => ({ error })),
  )
})
