import { expect, test } from 'vitest'
import { findPresetInUse } from './PresetsSection'

const model = 'gen-2.5-flash'
const presets = [
  { id: 'a', name: 'Careful', updatedAt: 1, parameters: { model, temperature: 0 } },
  { id: 'b', name: 'Wild', updatedAt: 2, parameters: { model, temperature: 2 } },
]

test('the applied preset stays in use while parameters change', () => {
  expect([
    findPresetInUse(presets, 'a', { model, temperature: 0 }),
    findPresetInUse(presets, 'a', { model, temperature: 2, seed: 1 }),
  ]).toEqual([
    { id: 'a', name: 'Careful', changed: [] },
    { id: 'a', name: 'Careful', changed: ['Temperature', 'Seed'] },
  ])
})

test('if none was applied, or it was deleted, a preset with equal parameters is in use', () => {
  expect([
    findPresetInUse(presets, undefined, { model, temperature: 2 }),
    findPresetInUse(presets, 'gone', { model, temperature: 2 }),
    findPresetInUse(presets, undefined, { model }),
  ]).toEqual([{ id: 'b', name: 'Wild', changed: [] }, { id: 'b', name: 'Wild', changed: [] }, null])
})
