import { expect, test } from 'vitest'
import type { DrawingStep } from '#shared/schemas/chat'
import { countFollowing, toStepRows } from './drawing-tree'

/** Each variation's picture is called like its answer. */
const toStep = (promptId: string, parentId: string | null, answers: string[]): DrawingStep => ({
  promptId,
  parentId,
  text: promptId,
  variations: answers.map((id) => ({ id, picture: { media: id, mimeType: 'image/png' } })),
})

/** Tree → (a1) autumn → snow, and birds; (a2) blue. Boat is another start. */
const steps = [
  toStep('tree', null, ['a1', 'a2']),
  toStep('autumn', 'a1', ['b1']),
  toStep('blue', 'a2', ['c1', 'c2']),
  toStep('snow', 'b1', ['d1']),
  toStep('birds', 'b1', ['e1']),
  toStep('boat', null, ['f1']),
]

test('lists every step once, each branch in order, with its position in the tree', () => {
  const rows = toStepRows(steps, ['tree', 'a2', 'blue', 'c1'])
  expect(rows.map(({ promptId, number, lane }) => [promptId, number, lane])).toEqual([
    ['tree', 1, 0],
    ['autumn', 2, 0],
    ['snow', 3, 0],
    ['birds', 3, 1],
    ['blue', 2, 1],
    ['boat', 1, 0],
  ])
  expect(rows.filter(({ isSplit }) => isSplit).map(({ promptId }) => promptId)).toEqual(['birds', 'blue'])
  expect(rows.filter(({ isShown }) => isShown).map(({ promptId }) => promptId)).toEqual(['tree', 'blue'])
  expect(rows.map(({ picture }) => picture?.media)).toEqual(['a2', 'b1', 'd1', 'e1', 'c1', 'f1'])
})

test('counts the steps behind a variation, also behind its branches', () => {
  expect(Object.fromEntries(countFollowing(steps))).toEqual({ a1: 3, a2: 1, b1: 2 })
})
