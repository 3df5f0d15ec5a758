// Footnotes and addresses that are used in other blocks than those that define them.
import { expect, test } from 'vitest'
import { gatherNotes, listFootnotes, listLinks, noNotes } from './gather-notes'

const toGroups = (...texts: string[]) => [texts.map((text) => ({ text, at: 0 }))]

test('a block is given what it mentions', () => {
  const { notes } = gatherNotes(
    noNotes,
    toGroups('[^A]: Note\n[b C]: https://b.example\n[b c]: https://later.example\n'),
  )
  expect(listFootnotes('Word[^a], again[^a], unknown[^x]', notes)).toEqual(['a'])
  expect(listLinks('See [this][b c] and [x].', notes)).toEqual(['[b C]: https://b.example'])
})

test('code defines nothing', () => {
  expect(gatherNotes(noNotes, toGroups('```\n[^1]: x\n```')).notes).toBe(noNotes.notes)
})

test('blocks that define nothing leave the notes the same', () => {
  const one = gatherNotes(noNotes, toGroups('[a]: https://a.example'))
  const two = gatherNotes(one, toGroups('[a]: https://a.example', 'Plain'))
  expect([two.seen, two.notes === one.notes]).toEqual([2, true])
})
