// Moving files of the queue.
import { expect, test } from 'vitest'
import { planMove, readMoveKey } from './plan-move'

const queue = ['a', 'b', 'c', 'd']
const of = (...ids: string[]) => new Set(ids)

test('one file moves up or down by one, or to an end', () => {
  expect([
    planMove(queue, of('c'), 'up'),
    planMove(queue, of('b'), 'down'),
    planMove(queue, of('c'), 'down'),
    planMove(queue, of('d'), 'first'),
    planMove(queue, of('a'), 'last'),
  ]).toEqual([
    { ids: ['c'], before: 'b' },
    { ids: ['b'], before: 'd' },
    { ids: ['c'], before: null },
    { ids: ['d'], before: 'a' },
    { ids: ['a'], before: null },
  ])
})

test('a file at the end stays, and a started or finished one is not moved', () => {
  expect([
    planMove(queue, of('a'), 'up'),
    planMove(queue, of('d'), 'down'),
    planMove(queue, of('x'), 'up'),
  ]).toEqual([null, null, null])
})

test('several files move together, in their order', () => {
  expect(planMove(queue, of('d', 'b'), 'up')).toEqual({ ids: ['b', 'd'], before: 'a' })
  expect(planMove(queue, of('a', 'b'), 'down')).toEqual({ ids: ['a', 'b'], before: 'd' })
})

test('a file dropped on itself stays, and one dropped between two others goes there', () => {
  expect([
    planMove(queue, of('b'), { before: 'b' }),
    planMove(queue, of('b'), { before: 'c' }),
    planMove(queue, of('a'), { before: 'd' }),
  ]).toEqual([null, null, { ids: ['a'], before: 'd' }])
  expect(planMove(queue, of('a', 'd'), { before: null })).toEqual({ ids: ['a', 'd'], before: null })
})

test('Alt with an arrow moves the file, and nothing else with Alt does anything', () => {
  const read = (key: string, held = {}) =>
    readMoveKey({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: true, ...held })
  expect([read('ArrowUp'), read('ArrowDown')]).toEqual(['up', 'down'])
  expect([read('Enter'), read('ArrowUp', { ctrlKey: true }), read('ArrowUp', { altKey: false })]).toEqual([
    null,
    null,
    null,
  ])
})
