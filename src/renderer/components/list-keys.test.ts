// The keys of lists: a grid of five columns, a list in which all arrows move, and one without a left and a right.
import { expect, test } from 'vitest'
import { type ListKey, type ListKeyState, readListKey as readKey } from './list-keys'

const commandKeys = { delete: 'remove', 'mod+c': 'copy', 'mod+a': 'all' } as const

function readCommand({ key, ctrlKey, metaKey, shiftKey, altKey }: ListKey) {
  const held = [(ctrlKey || metaKey) && 'mod', shiftKey && 'shift', altKey && 'alt'].filter(Boolean)
  // Keys without a command have none in this object.
  return commandKeys[[...held, key.toLowerCase()].join('+') as keyof typeof commandKeys] ?? null
}

function readListKey(pressed: ListKey, state: ListKeyState) {
  return readKey(pressed, state, readCommand)
}

/** Five columns and 23 items; the first and the last row are not left. */
function moveRows(index: number, by: number): number {
  const row = Math.min(4, Math.max(0, Math.floor(index / 5) + by))
  return row === Math.floor(index / 5) ? index : Math.min(22, row * 5 + (index % 5))
}
const grid: ListKeyState = { index: 6, total: 23, moveRows, rows: 3, selected: 1 }
const list: ListKeyState = { index: 6, total: 23, rows: 10, selected: 1 }
const rows: ListKeyState = { index: 5, total: 20, rows: 8, selected: 1 }

function press(key: string, modifiers: Partial<ListKey> = {}): ListKey {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers }
}

function moveFrom(index: number, key: string, state = grid) {
  const command = readListKey(press(key), { ...state, index })
  return command?.kind === 'go' ? command.to : command
}

test('arrows move by one and by a row', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => moveFrom(6, key))).toEqual([
    5, 7, 1, 11,
  ])
  expect(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'].map((key) => moveFrom(12, key, list))).toEqual([
    11, 13, 3, 21,
  ])
  expect(['ArrowLeft', 'ArrowRight'].map((key) => moveFrom(5, key, rows))).toEqual([null, null])
})

test('at the edges the cursor stays, and a move into a shorter last row goes to its end', () => {
  expect(moveFrom(2, 'ArrowUp')).toBe(2)
  expect(moveFrom(0, 'ArrowLeft')).toBe(0)
  expect(moveFrom(19, 'ArrowDown')).toBe(22)
  expect(moveFrom(21, 'ArrowDown')).toBe(21)
  expect(moveFrom(22, 'ArrowRight')).toBe(22)
  expect(moveFrom(7, 'PageUp')).toBe(2)
  expect(readListKey(press('ArrowUp'), { ...rows, index: 0 })).toEqual({ kind: 'go', to: 0, mode: 'only' })
})

test('without a cursor every move leads to the first item, or to the last', () => {
  expect(['ArrowDown', 'PageDown', 'Home', 'End'].map((key) => moveFrom(-1, key))).toEqual([0, 0, 0, 22])
  expect(readListKey(press('ArrowDown'), { ...rows, index: -1 })).toEqual({ kind: 'go', to: 0, mode: 'only' })
  expect(readListKey(press('ArrowDown'), { ...grid, total: 0, index: -1 })).toBeNull()
  expect(readListKey(press('ArrowDown'), { ...rows, total: 0 })).toBeNull()
})

test('Shift selects a range, Ctrl selects nothing', () => {
  const right = (modifiers: Partial<ListKey>) => readListKey(press('ArrowRight', modifiers), grid)
  expect([right({}), right({ shiftKey: true }), right({ ctrlKey: true })]).toEqual([
    { kind: 'go', to: 7, mode: 'only' },
    { kind: 'go', to: 7, mode: 'range' },
    { kind: 'go', to: 7, mode: 'none' },
  ])
  const read = (key: string, modifiers: Partial<ListKey> = {}) => readListKey(press(key, modifiers), rows)
  expect([read('ArrowDown'), read('PageUp', { shiftKey: true }), read('End', { ctrlKey: true })]).toEqual([
    { kind: 'go', to: 6, mode: 'only' },
    { kind: 'go', to: 0, mode: 'range' },
    { kind: 'go', to: 19, mode: 'none' },
  ])
})

test('commands have their keys, and other keys are not handled', () => {
  const read = (key: string, modifiers: Partial<ListKey> = {}) =>
    readListKey(press(key, modifiers), grid)?.kind ?? null
  expect([read('Enter'), read(' '), read('Delete'), read('Escape')]).toEqual([
    'open',
    'toggle',
    'remove',
    'clear',
  ])
  expect([read('a', { ctrlKey: true }), read('c', { metaKey: true }), read(' ', { ctrlKey: true })]).toEqual([
    'all',
    'copy',
    'toggle',
  ])
  expect([
    read('a'),
    read('k', { ctrlKey: true }),
    read('Delete', { shiftKey: true }),
    read('Enter', { altKey: true }),
    read('ArrowUp', { altKey: true, ctrlKey: true }),
  ]).toEqual([null, null, null, null, null])
})

test('Escape without a selection is not handled, so that it may close a surrounding element', () => {
  expect(readListKey(press('Escape'), { ...grid, selected: 0 })).toBeNull()
  expect([
    readListKey(press('Escape'), rows),
    readListKey(press('Escape'), { ...rows, selected: 0 }),
  ]).toEqual([{ kind: 'clear' }, null])
})

const table: ListKeyState = { index: 5, total: 100_000, rows: 20, selected: 1 }

test('ignores Ctrl+Enter, which a panel may use, plain letters, Backspace and Shift+Delete', () => {
  expect([
    readListKey(press('Enter', { ctrlKey: true }), table),
    readListKey(press('d'), table),
    readListKey(press('Backspace'), table),
    readListKey(press('Delete', { shiftKey: true }), table),
  ]).toEqual([null, null, null, null])
})
