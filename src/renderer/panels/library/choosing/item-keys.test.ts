// The keys among the items, in a grid of five columns and in a list.
import { expect, test } from 'vitest'
import { type Ground, type KeyPress, readItemKey } from './item-keys'

const grid: Ground = { index: 6, total: 23, columns: 5, rows: 3, chosen: 1 }
const list: Ground = { index: 6, total: 23, columns: 1, rows: 10, chosen: 1 }

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held }
}

function moveFrom(index: number, key: string, ground = grid) {
  const command = readItemKey(press(key), { ...ground, index })
  return command?.kind === 'move' ? command.to : command
}

test('arrows move by one and by a row', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => moveFrom(6, key))).toEqual([
    5, 7, 1, 11,
  ])
  expect(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'].map((key) => moveFrom(12, key, list))).toEqual([
    11, 13, 3, 21,
  ])
})

test('at the edges the cursor stays, and a last row that is too short is reached at its end', () => {
  expect(moveFrom(2, 'ArrowUp')).toBe(2)
  expect(moveFrom(0, 'ArrowLeft')).toBe(0)
  expect(moveFrom(19, 'ArrowDown')).toBe(22)
  expect(moveFrom(21, 'ArrowDown')).toBe(21)
  expect(moveFrom(22, 'ArrowRight')).toBe(22)
  expect(moveFrom(7, 'PageUp')).toBe(2)
})

test('without a cursor every way leads to the first item, or the last', () => {
  expect(['ArrowDown', 'PageDown', 'Home', 'End'].map((key) => moveFrom(-1, key))).toEqual([0, 0, 0, 22])
  expect(readItemKey(press('ArrowDown'), { ...grid, total: 0, index: -1 })).toBeNull()
})

test('Shift takes a range, Ctrl takes nothing', () => {
  const taking = (held: Partial<KeyPress>) => readItemKey(press('ArrowRight', held), grid)
  expect([taking({}), taking({ shiftKey: true }), taking({ ctrlKey: true })]).toEqual([
    { kind: 'move', to: 7, taking: 'only' },
    { kind: 'move', to: 7, taking: 'range' },
    { kind: 'move', to: 7, taking: 'none' },
  ])
})

test('commands have their keys, and other keys are left to others', () => {
  const read = (key: string, held: Partial<KeyPress> = {}) =>
    readItemKey(press(key, held), grid)?.kind ?? null
  expect([read('Enter'), read(' '), read('Delete'), read('Escape')]).toEqual([
    'open',
    'toggle',
    'delete',
    'clear',
  ])
  expect([read('a', { ctrlKey: true }), read('c', { metaKey: true })]).toEqual(['all', 'copy'])
  expect([
    read('a'),
    read('k', { ctrlKey: true }),
    read('Delete', { shiftKey: true }),
    read('Enter', { altKey: true }),
  ]).toEqual([null, null, null, null])
})

test('Escape with nothing chosen is left to whoever wants it', () => {
  expect(readItemKey(press('Escape'), { ...grid, chosen: 0 })).toBeNull()
})
