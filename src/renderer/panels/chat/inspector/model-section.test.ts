import { expect, test } from 'vitest'
import { describeRetirement, listAbilities } from './ModelSection'

test('formats limits in powers of two', () => {
  const model = { kind: 'text', thinks: true, own: false, retires: null } as const
  expect([
    listAbilities(model, { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 }),
    listAbilities({ ...model, thinks: false }, undefined),
  ]).toEqual([['thinking', '1M input tokens', '64k output tokens'], []])
})

test('describes a retirement before and after its day, with the replacement model', () => {
  const model = { retires: '2026-10-02', vendorId: 'gemini-new', vendorIdBy: 'retirement' } as const
  expect([
    describeRetirement(model, Date.UTC(2026, 10, 1)),
    describeRetirement({ ...model, vendorIdBy: 'family' }, Date.UTC(2026, 10, 1)),
    describeRetirement({ ...model, vendorIdBy: 'family' }, Date.UTC(2026, 9, 2, 23)),
    describeRetirement({ ...model, vendorIdBy: 'alias' }, Date.UTC(2026, 10, 1)),
    describeRetirement({ ...model, retires: null }, Date.UTC(2026, 10, 1)),
  ]).toEqual([
    'Retired Oct 2, 2026, requests use gemini-new',
    'Retired Oct 2, 2026',
    'Retires Oct 2, 2026',
    null,
    null,
  ])
})
