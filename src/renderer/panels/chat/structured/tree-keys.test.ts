// The keys of a tree.
import { expect, test } from 'vitest'
import { toTreeKeyMove } from './tree-keys'
import { toTreeRows } from './tree-rows'

/** `$`, `$.a`, `$.a.b` (folded), `$.c` */
const rows = toTreeRows({ a: { b: { d: 1 } }, c: 1 }, new Map([['$.a.b', false]]))
const press = (key: string, active: number) => toTreeKeyMove(key, { rows, active })

test('arrows walk over the rows and stop at both ends', () => {
  expect([
    press('ArrowDown', 0),
    press('ArrowDown', 3),
    press('ArrowUp', 0),
    press('Home', 2),
    press('End', 1),
  ]).toEqual([{ to: 1 }, { to: 3 }, { to: 0 }, { to: 0 }, { to: 3 }])
})

test('right unfolds, then goes in; left folds, then goes out', () => {
  expect([press('ArrowRight', 2), press('ArrowRight', 1), press('ArrowRight', 3)]).toEqual([
    { to: 2, open: true },
    { to: 2 },
    null,
  ])
  expect([
    press('ArrowLeft', 1),
    press('ArrowLeft', 2),
    press('ArrowLeft', 3),
    press('ArrowLeft', 0),
  ]).toEqual([{ to: 1, open: false }, { to: 1 }, { to: 0 }, { to: 0, open: false }])
})

test('Enter and the space bar turn what can be turned; other keys are left alone', () => {
  expect([press('Enter', 2), press(' ', 1), press('Enter', 3), press('a', 1)]).toEqual([
    { to: 2, open: true },
    { to: 1, open: false },
    null,
    null,
  ])
})
