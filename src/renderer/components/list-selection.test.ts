// Selection as in a file manager.
import { expect, test } from 'vitest'
import {
  dropRemoved,
  emptySelection,
  followCursor,
  type ListPosition,
  moveCursor,
  retainFound,
  selectOnly,
  selectRange,
  toggleSelected,
} from './list-selection'

const order = ['a', 'b', 'c', 'd', 'e']
const at = (id: string): ListPosition => ({ id, index: order.indexOf(id) })
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort()

test('a click selects one item and deselects the others', () => {
  expect(selectOnly(at('c'))).toEqual({ ids: new Set(['c']), anchor: 'c', cursor: at('c') })
})

test('with Ctrl an item is added and removed again, and the others stay', () => {
  const two = toggleSelected(selectOnly(at('b')), at('d'))
  expect(ids(two)).toEqual(['b', 'd'])
  expect(ids(toggleSelected(two, at('b')))).toEqual(['d'])
  expect([...toggleSelected(selectOnly(at('a')), at('c')).ids]).toEqual(['a', 'c'])
})

test('with Shift a range goes from the anchor both ways, and the anchor stays', () => {
  const down = selectRange(selectOnly(at('b')), at('d'), { order, adds: false })
  const up = selectRange(down, at('a'), { order, adds: false })
  expect([[...down.ids], ids(up), up.anchor, up.cursor]).toEqual([
    ['b', 'c', 'd'],
    ['a', 'b'],
    'b',
    { id: 'a', index: 0 },
  ])
})

test('with Ctrl and Shift the range is added to what was selected', () => {
  const apart = toggleSelected(selectOnly(at('a')), at('d'))
  expect(ids(selectRange(apart, at('e'), { order, adds: true }))).toEqual(['a', 'd', 'e'])
})

test('a range from an anchor that was removed starts over', () => {
  const stray = selectOnly({ id: 'gone', index: 7 })
  expect(selectRange(stray, at('c'), { order, adds: false })).toEqual(selectOnly(at('c')))
})

test('the cursor moves without selecting, and a range then starts at its first position', () => {
  expect(moveCursor(selectOnly(at('b')), at('d'))).toEqual({
    ids: new Set(['b']),
    anchor: 'b',
    cursor: at('d'),
  })
})

test('a removal of the cursor’s item selects the next one; another removal only drops items', () => {
  const drop = (selection: ReturnType<typeof selectOnly<string>>, removed: readonly string[]) =>
    dropRemoved(selection, new Set(removed), order)
  expect(drop(selectOnly(at('b')), ['b', 'c'])).toEqual(selectOnly({ id: 'd', index: 1 }))
  expect(drop(selectOnly(at('e')), ['d', 'e'])).toEqual(selectOnly(at('c')))
  expect(drop(selectOnly(at('a')), order)).toEqual(emptySelection)
  expect(drop(toggleSelected(selectOnly(at('a')), at('c')), ['a'])).toEqual({
    ids: new Set(['c']),
    anchor: 'c',
    cursor: at('c'),
  })
})

test('among other results, found items stay selected, and the cursor is on one of them', () => {
  const three = { ids: new Set(['b', 'd', 'e']), anchor: 'b', cursor: at('d') }
  expect(retainFound(three, ['a', 'd', 'b'])).toEqual({
    ids: new Set(['b', 'd']),
    anchor: 'b',
    cursor: { id: 'd', index: 1 },
  })
  expect(retainFound(three, ['c', 'e'])).toEqual({
    ids: new Set(['e']),
    anchor: 'e',
    cursor: { id: 'e', index: 1 },
  })
  expect(retainFound(three, ['a', 'c'])).toBe(emptySelection)
})

test('the cursor follows its item, and a selection that did not move is the same object', () => {
  const selected = selectOnly(at('b'))
  expect(followCursor(selected, (id) => (id === 'b' ? 4 : undefined)).cursor).toEqual({ id: 'b', index: 4 })
  expect(followCursor(selected, () => undefined)).toBe(selected)
  expect(followCursor(selected, () => 1)).toBe(selected)
})
