// Choosing items as in a list of files.
import { expect, test } from 'vitest'
import {
  chooseAll,
  chooseOnly,
  extendTo,
  findHeir,
  followPlaces,
  moveOnly,
  nothingChosen,
  type Place,
  toggle,
} from './selection'

const all = ['a', 'b', 'c', 'd', 'e']
const at = (id: string): Place => ({ id, index: all.indexOf(id) })
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort()

test('a click chooses one and lets the others go', () => {
  expect(chooseOnly(at('c'))).toEqual({ ids: new Set(['c']), anchor: at('c'), cursor: at('c') })
})

test('with Ctrl an item is added and taken away again, and the others stay', () => {
  const two = toggle(chooseOnly(at('b')), at('d'))
  expect(ids(two)).toEqual(['b', 'd'])
  expect(ids(toggle(two, at('b')))).toEqual(['d'])
})

test('with Shift a range goes from the anchor both ways, and the anchor stays', () => {
  const down = extendTo(chooseOnly(at('b')), at('d'), { all, adds: false })
  const up = extendTo(down, at('a'), { all, adds: false })
  expect([ids(down), ids(up), up.anchor]).toEqual([['b', 'c', 'd'], ['a', 'b'], at('b')])
})

test('with Ctrl and Shift the range is added to what was chosen', () => {
  const apart = toggle(chooseOnly(at('a')), at('d'))
  expect(ids(extendTo(apart, at('e'), { all, adds: true }))).toEqual(['a', 'd', 'e'])
})

test('a range from an anchor that is not found any more begins anew', () => {
  const stray = chooseOnly({ id: 'gone', index: 7 })
  expect(extendTo(stray, at('c'), { all, adds: false })).toEqual(chooseOnly(at('c')))
})

test('the cursor moves without choosing, and a range then begins where it first stood', () => {
  expect(moveOnly(chooseOnly(at('b')), at('d'))).toEqual({
    ids: new Set(['b']),
    anchor: at('b'),
    cursor: at('d'),
  })
})

test('all are chosen where the cursor stands, and nothing where there is nothing', () => {
  expect(chooseAll(chooseOnly(at('c')), all)).toEqual({ ids: new Set(all), anchor: at('c'), cursor: at('c') })
  expect(chooseAll(chooseOnly(at('c')), [])).toEqual(nothingChosen)
})

test('after deleting, the keyboard goes on with the next that is left, or with the last before', () => {
  expect(findHeir(all, new Set(['b', 'c']), at('c'))).toEqual({ id: 'd', index: 1 })
  expect(findHeir(all, new Set(['d', 'e']), at('e'))).toEqual({ id: 'c', index: 2 })
  expect(findHeir(all, new Set(all), at('a'))).toBeNull()
  expect(findHeir(all, new Set(['a']), null)).toBeNull()
})

test('places follow their items, and what did not move is the very same', () => {
  const chosen = chooseOnly(at('b'))
  expect(followPlaces(chosen, (id) => (id === 'b' ? 4 : undefined)).cursor).toEqual({ id: 'b', index: 4 })
  expect(followPlaces(chosen, () => undefined)).toBe(chosen)
  expect(followPlaces(chosen, () => 1)).toBe(chosen)
})
