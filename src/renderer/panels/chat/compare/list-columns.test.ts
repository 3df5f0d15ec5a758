// Which answers stand side by side.
import { expect, test } from 'vitest'
import { emptyChat, foldChat } from '../../../state/fold-chat'
import { makeSnapshot, makeTurn } from '../../../state/turn.fixture'
import { listColumns } from './list-columns'

const compared = (id: string) => makeTurn({ id, comparison: 'c' })
const alternates = { a1: ['a0', 'a1', 'a2'] }
const columnsOf = (...turns: Parameters<typeof makeSnapshot>[0][number][]) =>
  listColumns(foldChat(emptyChat, [makeSnapshot(turns, { branch: ['a1'], alternates })]), 'a1')

test('compared answers stand in the order they were asked in, without other alternates', () => {
  expect(columnsOf(makeTurn({ id: 'a0' }), compared('a1'), compared('a2'))).toEqual(['a1', 'a2'])
})

test('nothing stands beside an answer that was kept, is the only one left, or waits for the others', () => {
  expect([
    columnsOf(makeTurn({ id: 'a1' }), makeTurn({ id: 'a2' })),
    columnsOf(compared('a1'), makeTurn({ id: 'a2' })),
    columnsOf(compared('a1')),
  ]).toEqual([[], [], []])
})
