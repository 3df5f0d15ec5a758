import { expect, test } from 'vitest'
import { arrangeModels, listMarks } from './use-models'

test('lists what distinguishes a model, with its context window and its last day', () => {
  const flash = {
    kind: 'text',
    thinks: true,
    custom: false,
    inputTokenLimit: 1_048_576,
    retires: null,
  } as const
  const own = { ...flash, kind: 'image', thinks: false, custom: true, inputTokenLimit: 128_000 } as const
  const old = { ...flash, thinks: false, inputTokenLimit: null, retires: '2026-10-02' }
  expect([
    listMarks(flash, null),
    listMarks(own, null),
    listMarks(old, Date.UTC(2026, 9, 2, 23)),
    listMarks(old, Date.UTC(2026, 9, 3)),
    // Another service may offer the model for longer than the vendor.
    listMarks(old, null),
  ]).toEqual([
    ['thinking', '1M context'],
    ['generates images', 'yours', '128k context'],
    ['Retires Oct 2, 2026'],
    ['Retired Oct 2, 2026'],
    [],
  ])
})

const toOptions = (...ids: string[]) => ids.map((id) => ({ value: id, label: `No. ${id}` }))
const groups = [
  { label: 'Text', options: toOptions('a', 'b', 'c') },
  { label: 'Images', options: toOptions('d', 'e') },
]

function arrange(options: Partial<Parameters<typeof arrangeModels>[1]>) {
  return arrangeModels(groups, { favorites: [], hidden: [], ...options }).map(
    ({ label, options }) => `${label}: ${options.map(({ value }) => value).join(' ')}`,
  )
}

test('favorites come first and once, hidden models last or not at all', () => {
  expect(arrange({ favorites: ['e', 'b'] })).toEqual(['Favorites: b e', 'Text: a c', 'Images: d'])
  expect(arrange({ hidden: ['d', 'e'] })).toEqual(['Text: a b c'])
  expect(arrange({ hidden: ['d', 'e', 'a'], favorites: ['a'], showsHidden: true })).toEqual([
    'Text: b c',
    'Hidden: a d e',
  ])
})

test('the selected model stays in the list although it is hidden', () => {
  expect(arrange({ hidden: ['a', 'd'], selected: 'd' })).toEqual(['Text: b c', 'Images: d e'])
})

test('a search finds every word in any order, and hidden models only on request', () => {
  expect(arrange({ query: 'C no' })).toEqual(['Text: c'])
  expect(arrange({ query: 'no d', hidden: ['d'] })).toEqual([])
  expect(arrange({ query: 'no d', hidden: ['d'], showsHidden: true })).toEqual(['Hidden: d'])
})
