// The columns of a comparison, and how they differ.
import { expect, test } from 'vitest'
import { emptyChat, foldChat } from '../../../state/fold-chat'
import { makeSnapshot, makeTurn } from '../../../state/turn.fixture'
import { listColumns, listDifferences } from './comparison-columns'

const compared = (id: string) => makeTurn({ id, comparison: 'c' })
const alternates = { a1: ['a0', 'a1', 'a2'] }
const columnsOf = (...turns: Parameters<typeof makeSnapshot>[0][number][]) =>
  listColumns(foldChat(emptyChat, [makeSnapshot(turns, { branch: ['a1'], alternates })]), 'a1')

test('lists compared answers in their order, without other alternates', () => {
  expect(columnsOf(makeTurn({ id: 'a0' }), compared('a1'), compared('a2'))).toEqual(['a1', 'a2'])
})

test('lists nothing for an answer that was kept, is the only one, or waits for the others', () => {
  expect([
    columnsOf(makeTurn({ id: 'a1' }), makeTurn({ id: 'a2' })),
    columnsOf(compared('a1'), makeTurn({ id: 'a2' })),
    columnsOf(compared('a1')),
  ]).toEqual([[], [], []])
})

test('lists only differences, with the same names in every column', () => {
  expect(
    listDifferences([
      { model: 'a', temperature: 0, topP: 0.5, includeThoughts: true },
      { model: 'b', topP: 0.5, stopSequences: ['END', '#'] },
    ]),
  ).toEqual([
    [
      { name: 'Temperature', value: '0' },
      { name: 'Stop sequences', value: 'default' },
      { name: 'Show thinking', value: 'on' },
    ],
    [
      { name: 'Temperature', value: 'default' },
      { name: 'Stop sequences', value: 'END, #' },
      { name: 'Show thinking', value: 'default' },
    ],
  ])
})
