import { expect, test } from 'vitest'
import { describeUses, describeWhatGoes } from './describe-trash'

test('the question before emptying says what goes, and that it cannot be undone', () => {
  expect(describeWhatGoes({ items: 1, bytes: 2_000_000, inUse: [] })).toBe(
    '1 item will be deleted permanently, which frees 2 MB. This can’t be undone.',
  )
  expect(describeWhatGoes({ items: 0, bytes: 0, inUse: [{ place: 'draft', title: null, items: 1 }] })).toBe(
    'Everything in the trash is still in use.',
  )
})

test('each place that keeps items in the trash is named, and the rest are counted', () => {
  expect(
    describeUses([
      { place: 'session', title: 'Harbor at dusk.', items: 2 },
      { place: 'draft', title: null, items: 1 },
      { place: 'item', title: 'x'.repeat(80), items: 1 },
      { place: 'form', title: null, items: 1 },
      { place: 'chat', title: 'Foxes', items: 3 },
      { place: 'job', title: null, items: 1 },
    ]),
  ).toEqual([
    '2 items stay in the trash: still used in the session “Harbor at dusk”.',
    '1 item stays in the trash: still used in a draft.',
    `1 item stays in the trash: still used in “${'x'.repeat(59)}…”.`,
    '1 item stays in the trash: still used in a form that isn’t sent yet.',
    '4 items stay in the trash: still used elsewhere.',
  ])
})
