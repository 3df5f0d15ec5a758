// Estimated heights of turns.
import { expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import { estimateHeight, skeletonHeight } from './use-thread-list'

test('estimates a turn that is not loaded as high as its skeleton', () => {
  expect(estimateHeight(undefined)).toBe(skeletonHeight)
})

test('estimates longer texts higher, thoughts as collapsed, and limits the height', () => {
  const height = (...parts: Parameters<typeof makeTurn>[0][]) =>
    parts.map((part) => estimateHeight(makeTurn(part)))
  const [short, long, withThoughts, endless, prompt] = height(
    { parts: [{ text: 'x' }] },
    { parts: [{ text: 'x'.repeat(900) }] },
    { parts: [{ text: 'x'.repeat(900), thought: true }, { text: 'x' }] },
    { parts: [{ text: 'x'.repeat(1_000_000) }] },
    // Collapsed to its first ten lines.
    { role: 'user', parts: [{ text: 'x'.repeat(1_000_000) }] },
  )
  expect([short, long, withThoughts, endless, prompt]).toEqual([104, 320, 104, 4_000, 312])
})
