// Choosing among the files of the list.
import { expect, test } from 'vitest'
import { chooseOne, chooseRange, leaveGone, noneChosen, toggleOne } from './chosen'

const order = ['a', 'b', 'c', 'd']

test('a range goes from where it began, both ways, and begins anew where that is gone', () => {
  const begun = chooseOne('b')
  expect([...chooseRange(begun, 'd', order).ids]).toEqual(['b', 'c', 'd'])
  expect(chooseRange(chooseRange(begun, 'd', order), 'a', order)).toEqual({
    ids: new Set(['a', 'b']),
    anchor: 'b',
    cursor: 'a',
  })
  expect(chooseRange(chooseOne('gone'), 'c', order)).toEqual(chooseOne('c'))
})

test('Ctrl takes one in and out, and leaves the others', () => {
  const two = toggleOne(chooseOne('a'), 'c')
  expect([...two.ids]).toEqual(['a', 'c'])
  expect([...toggleOne(two, 'a').ids]).toEqual(['c'])
})

test('after a removal the keys go on with the next, with the one before at the end, and nowhere where nothing is left', () => {
  expect(leaveGone(chooseOne('b'), new Set(['b', 'c']), order)).toEqual(chooseOne('d'))
  expect(leaveGone(chooseOne('d'), new Set(['c', 'd']), order)).toEqual(chooseOne('b'))
  expect(leaveGone(chooseOne('a'), new Set(order), order)).toEqual(noneChosen)
  expect(leaveGone(toggleOne(chooseOne('a'), 'c'), new Set(['a']), order)).toEqual({
    ids: new Set(['c']),
    anchor: 'c',
    cursor: 'c',
  })
})
