// The columns of a comparison, and how they differ.
import { expect, test } from 'vitest'
import { emptyChat, foldChat } from '../../../state/fold-chat'
import { makeSnapshot, makeTurn } from '../../../state/turn.fixture'
import { listColumns, listDifferences, pickVersions } from './comparison-columns'

test('lists compared answers in their order, unless one was kept, is the only one, or waits for the others', () => {
  const compared = (id: string) => makeTurn({ id, comparison: 'c' })
  const alternates = { a1: ['a0', 'a1', 'a2'] }
  const list = (...turns: ReturnType<typeof makeTurn>[]) =>
    listColumns(foldChat(emptyChat, [makeSnapshot(turns, { branch: ['a1'], alternates })]), 'a1')
  expect(list(makeTurn({ id: 'a0' }), compared('a1'), compared('a2'))).toEqual(['a1', 'a2'])
  expect(list(makeTurn({ id: 'a1' }), makeTurn({ id: 'a2' }))).toEqual([])
  expect(list(compared('a1'), makeTurn({ id: 'a2' }))).toEqual([])
  expect(list(compared('a1'))).toEqual([])
})

test('lists only differences besides the model, with the same names in every column', () => {
  const columns = listDifferences([
    { model: 'a', temperature: 0, topP: 0.5, includeThoughts: true },
    { model: 'b', topP: 0.5, stopSequences: ['END', '#'] },
  ])
  expect(columns.map((facts) => facts.map(({ name, value }) => `${name}: ${value}`))).toEqual([
    ['Temperature: 0', 'Stop sequences: default', 'Show thinking: on'],
    ['Temperature: default', 'Stop sequences: END, #', 'Show thinking: default'],
  ])
})

test('picks at most four versions, always with the shown one', () => {
  const pick = (versions: string, shown: string) => pickVersions([...versions], shown).join('')
  expect([pick('ab', 'b'), pick('abcdef', 'a'), pick('abcdef', 'e'), pick('abcdef', 'f')]).toEqual([
    ...['ab', 'abcd', 'bcde', 'cdef'],
  ])
})
