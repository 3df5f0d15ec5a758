// Footnotes and link definitions that are used in other blocks than those that define them.
import { expect, test } from 'vitest'
import { collectDefinitions, listFootnotes, listLinks, noDefinitions } from './Markdown'

const toGroups = (...texts: string[]) => [texts.map((text) => ({ text, at: 0 }))]

test('lists the definitions that a block refers to', () => {
  const { definitions } = collectDefinitions(
    noDefinitions,
    toGroups('[^A]: Note\n[b C]: https://b.example\n[b c]: https://later.example\n'),
  )
  expect(listFootnotes('Word[^a], again[^a], unknown[^x]', definitions)).toEqual(['a'])
  expect(listLinks('See [this][b c] and [x].', definitions)).toEqual(['[b C]: https://b.example'])
})

test('ignores code', () => {
  expect(collectDefinitions(noDefinitions, toGroups('```\n[^1]: x\n```')).definitions).toBe(
    noDefinitions.definitions,
  )
})

test('returns the same definitions if a block adds none', () => {
  const one = collectDefinitions(noDefinitions, toGroups('[a]: https://a.example'))
  const two = collectDefinitions(one, toGroups('[a]: https://a.example', 'Plain'))
  expect([two.searchedBlocks, two.definitions === one.definitions]).toEqual([2, true])
})
