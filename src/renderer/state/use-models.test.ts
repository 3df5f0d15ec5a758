import { expect, test } from 'vitest'
import { listMarks } from './use-models'

test('lists what distinguishes a model', () => {
  expect([
    listMarks({ kind: 'text', thinks: true, custom: false, retires: null }),
    listMarks({ kind: 'image', thinks: false, custom: true, retires: '2026-10-02' }),
  ]).toEqual([['thinks'], ['generates images', 'yours', 'retiring']])
})
