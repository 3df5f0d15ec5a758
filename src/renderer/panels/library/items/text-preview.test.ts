// The preview of a long text.
import { expect, test } from 'vitest'
import { previewLength, toPreview } from './text-preview'

test('toPreview does not split a surrogate pair', () => {
  const before = 'a'.repeat(previewLength - 1)
  expect([toPreview(`${before}😀 and on`), toPreview(`${before}b and on`), toPreview('short 😀')]).toEqual([
    before,
    `${before}b`,
    'short 😀',
  ])
})
