// Aliases, and the description of a model's vendor ID.
import { expect, test } from 'vitest'
import { changeAlias, describeVendorId } from './aliases'

const pro = { from: 'gen-2.5-pro', to: 'gemini-3.1-pro-preview' }

test('an id that differs from the default replaces the previous one', () => {
  expect(changeAlias([], { model: 'gen-2.5-pro', to: ' models/gemini-3.1-pro-preview ' })).toEqual([pro])
  expect(changeAlias([pro], { model: 'gen-2.5-pro', to: 'gemini-4-pro' })).toEqual([
    { from: 'gen-2.5-pro', to: 'gemini-4-pro' },
  ])
})

test('an entry under the other family’s name is the same entry', () => {
  const imported = { from: 'gemini-2.5-pro', to: 'gemini-x' }
  expect(changeAlias([imported], { model: 'gen-2.5-pro', to: 'gemini-y' })).toEqual([
    { from: 'gen-2.5-pro', to: 'gemini-y' },
  ])
})

test('empty, or the default itself, removes the entry and no other', () => {
  const flash = { from: 'gen-2.5-flash', to: 'gemini-x' }
  expect([
    changeAlias([flash, pro], { model: 'gen-2.5-pro', to: '  ' }),
    changeAlias([flash, pro], { model: 'gen-2.5-pro', to: 'gemini-2.5-pro' }),
  ]).toEqual([[flash], [flash]])
})

test('a retired id itself can be set, because it is no longer the default', () => {
  const entry = { model: 'gen-2.5-flash-image', to: 'gemini-2.5-flash-image' }
  expect(changeAlias([], entry)).toEqual([{ from: entry.model, to: entry.to }])
})

test('an id is valid until the end of its last day', () => {
  const model = { id: 'gen-2.5-pro', vendorIdBy: 'family', retires: '2026-12-01' } as const
  const last = Date.UTC(2026, 11, 1, 23, 59)
  expect([last, last + 60_000].map((at) => describeVendorId(model, at)?.text)).toEqual([
    'Retires Dec 1, 2026',
    'Retired Dec 1, 2026, redirected by the provider',
  ])
})
