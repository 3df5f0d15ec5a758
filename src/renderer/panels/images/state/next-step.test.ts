import { expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
import { emptyChat, foldChat } from '../../../state/fold-chat'
import { makeSnapshot, makeTurn } from '../../../state/turn.fixture'
import { chooseTarget, parseTypedRatio } from './next-step'

const drawn = (id: string, media: string) =>
  makeTurn({ id, parts: [{ inlineData: { mimeType: 'image/png', media } }] })
const instruction = (id: string) => makeTurn({ id, role: 'user', parts: [{ text: 'A boat' }] })
const open = (...turns: readonly ReturnType<typeof makeTurn>[]) => foldChat(emptyChat, [makeSnapshot(turns)])

test('edits the last picture, skipping steps without one', () => {
  const failed = makeTurn({ id: 'a2', parts: [], state: 'failed' })
  const drawing = open(instruction('p1'), drawn('a1', 'm1'), instruction('p2'), failed)
  expect(chooseTarget(drawing, undefined)).toBe('a1')
})

test('does not edit a reference of an instruction', () => {
  const referring = { ...drawn('p2', 'r1'), role: 'user' as const }
  const stopped = makeTurn({ id: 'a2', parts: [], state: 'stopped' })
  expect(chooseTarget(open(instruction('p1'), drawn('a1', 'm1'), referring, stopped), undefined)).toBe('a1')
})

test('edits the selected picture, and starts a new one if that was selected', () => {
  const drawing = open(instruction('p1'), drawn('a1', 'm1'), instruction('p2'), drawn('a2', 'm2'))
  expect([chooseTarget(drawing, 'a1'), chooseTarget(drawing, null)]).toEqual(['a1', null])
})

test('falls back to the last picture if the selected answer was deleted or has none', () => {
  const drawing = open(instruction('p1'), drawn('a1', 'm1'))
  expect([chooseTarget(drawing, 'gone'), chooseTarget(drawing, 'p1')]).toEqual(['a1', 'a1'])
  expect(chooseTarget(open(instruction('p1')), undefined)).toBe(null)
})

test('edits the image in progress, unless the user selected another or the selected variation is ready', () => {
  const running = makeTurn({ id: 'a2', parts: [], state: 'running' })
  const first = [instruction('p1'), drawn('a1', 'm1'), instruction('p2')]
  const drawing = open(...first, running)
  expect([undefined, 'a1', null].map((selected) => chooseTarget(drawing, selected))).toEqual([
    'a2',
    'a1',
    null,
  ])
  const beside = (head: Turn, other: Turn) =>
    foldChat(emptyChat, [
      makeSnapshot([...first, head], { alternates: { [head.id]: [head.id, other.id] } }),
      { type: 'turn', turn: other },
    ])
  const other = { ...running, id: 'a3' }
  expect(chooseTarget(beside(drawn('a2', 'm2'), other), undefined)).toBe('a2')
  expect(chooseTarget(beside({ ...running, state: 'failed' }, other), undefined)).toBe('a3')
})

test('parses the usual spellings of a ratio', () => {
  const written = ['16:9', ' 16 : 9 ', '16/9', '16x9', '16×9', '']
  expect(written.map((text) => parseTypedRatio(text))).toEqual([
    { value: '16:9' },
    { value: '16:9' },
    { value: '16:9' },
    { value: '16:9' },
    { value: '16:9' },
    { value: undefined },
  ])
})

test('explains how to write a ratio', () => {
  const error = 'must be a ratio, such as 16:9'
  expect(['wide', '16:0', '1.85:1', '16:9:4', '1234:1'].map((text) => parseTypedRatio(text))).toEqual(
    Array.from({ length: 5 }, () => ({ error })),
  )
})
