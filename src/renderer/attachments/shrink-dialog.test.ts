import { expect, test } from 'vitest'
import { fitWithin } from './ShrinkDialog'

test('limits the longer side, preserves the ratio, never enlarges, and never returns an empty size', () => {
  expect([
    fitWithin({ width: 4000, height: 3000 }, 2048),
    fitWithin({ width: 600, height: 1200 }, 1024),
    fitWithin({ width: 300, height: 200 }, 1024),
    fitWithin({ width: 10_000, height: 1 }, 1024),
  ]).toEqual([
    { width: 2048, height: 1536 },
    { width: 512, height: 1024 },
    { width: 300, height: 200 },
    { width: 1024, height: 1 },
  ])
})
