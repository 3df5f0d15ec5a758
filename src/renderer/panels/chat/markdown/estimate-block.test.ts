// The probable height of blocks that have not been drawn.
import { expect, test } from 'vitest'
import { estimateGroup, estimateGroups } from './estimate-block'

test('code counts by its lines, prose by its length, with a gap between blocks', () => {
  const blocks = ['```js\n1\n2\n```\n\n', `${'a'.repeat(100)}\n\n`, '- a\n- b\n'].map((text) => ({
    text,
    at: 0,
  }))
  expect(estimateGroup(blocks)).toBe(4 + 98 + 12 + 48 + 12 + 52 + 4)
  expect(estimateGroups([blocks, blocks])).toBe(2 * estimateGroup(blocks) + 4)
})
