// Selection in a list as in a file manager, by mouse and keys, also if its order must be read first.
import { expect, test } from 'vitest'
import { type ListKey, type ListKeyState, readListKey } from './list-keys'
import {
  dropRemoved,
  emptySelection,
  followCursor,
  type ListPosition,
  type ListSelection,
  moveCursor,
  retainFound,
  selectAll,
  selectNone,
  selectOnly,
  selectRange,
  toggleSelected,
} from './list-selection'
import { createSelectionActions } from './use-list-selection'

const order = ['a', 'b', 'c', 'd', 'e']
const at = (id: string): ListPosition => ({ id, index: order.indexOf(id) })
const ids = (selection: ListSelection) => [...selection.ids].sort().join('')
const select = (names: string, anchor: string, cursor: ListPosition) => ({
  ids: new Set(names),
  anchor,
  cursor,
})

test('a click selects one item, Ctrl adds and removes one, and Shift selects a range from the anchor', () => {
  expect(selectOnly(at('c'))).toEqual(select('c', 'c', at('c')))
  const two = toggleSelected(selectOnly(at('b')), at('d'))
  expect([ids(two), ids(toggleSelected(two, at('b')))]).toEqual(['bd', 'd'])
  const down = selectRange(selectOnly(at('b')), at('d'), { order, adds: false })
  expect([down, selectRange(down, at('a'), { order, adds: false })]).toEqual([
    select('bcd', 'b', at('d')),
    select('ab', 'b', at('a')),
  ])
  const apart = toggleSelected(selectOnly(at('a')), at('d'))
  expect(ids(selectRange(apart, at('e'), { order, adds: true }))).toBe('ade')
  const stray = selectOnly({ id: 'gone', index: 7 })
  expect(selectRange(stray, at('c'), { order, adds: false })).toEqual(selectOnly(at('c')))
})

test('the cursor stays when all or nothing is selected, and moves without selecting', () => {
  const selected = selectOnly(at('c'))
  expect(selectAll(selected, order)).toEqual(select('abcde', 'c', at('c')))
  expect(selectNone(selectAll(selected, order))).toEqual(select('', 'c', at('c')))
  expect(selectAll(selected, [])).toEqual(emptySelection)
  expect(moveCursor(selected, at('d'))).toEqual(select('c', 'c', at('d')))
})

test('a removal of the cursor’s item selects the next one; another removal only drops items', () => {
  const drop = (selection: ListSelection, removed: string) => dropRemoved(selection, new Set(removed), order)
  expect(drop(selectOnly(at('b')), 'bc')).toEqual(selectOnly({ id: 'd', index: 1 }))
  expect(drop(selectOnly(at('e')), 'de')).toEqual(selectOnly(at('c')))
  expect(drop(selectOnly(at('a')), 'abcde')).toEqual(emptySelection)
  expect(drop(toggleSelected(selectOnly(at('a')), at('c')), 'a')).toEqual(select('c', 'c', at('c')))
})

test('among other results, found items stay selected, and the cursor is on one of them', () => {
  const three = select('bde', 'b', at('d'))
  expect(retainFound(three, ['a', 'd', 'b'])).toEqual(select('bd', 'b', { id: 'd', index: 1 }))
  expect(retainFound(three, ['c', 'e'])).toEqual(select('e', 'e', { id: 'e', index: 1 }))
  expect(retainFound(three, ['a', 'c'])).toBe(emptySelection)
})

test('the cursor follows its item, and a selection that did not move is the same object', () => {
  const selected = selectOnly(at('b'))
  expect(followCursor(selected, () => 4).cursor).toEqual({ id: 'b', index: 4 })
  for (const index of [undefined, 1]) expect(followCursor(selected, () => index)).toBe(selected)
})

const commandKeys = { delete: 'remove', 'mod+c': 'copy', 'mod+a': 'all' } as const

function readCommand({ key, ctrlKey, metaKey, shiftKey, altKey }: ListKey) {
  const held = [(ctrlKey || metaKey) && 'mod', shiftKey && 'shift', altKey && 'alt'].filter(Boolean)
  // Keys without a command have none in this object.
  return commandKeys[[...held, key.toLowerCase()].join('+') as keyof typeof commandKeys] ?? null
}

/** Five columns and 23 items; the first and the last row are not left. */
function moveRows(index: number, by: number): number {
  const row = Math.min(4, Math.max(0, Math.floor(index / 5) + by))
  return row === Math.floor(index / 5) ? index : Math.min(22, row * 5 + (index % 5))
}
const grid: ListKeyState = { index: 6, total: 23, moveRows, rows: 3, selected: 1 }
const list: ListKeyState = { index: 12, total: 23, rows: 10, selected: 1 }

function press(key: string, state: ListKeyState, held: Partial<ListKey> = {}) {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  return readListKey({ key, ...none, ...held }, state, readCommand)
}
function moveFrom(index: number, key: string, state = grid) {
  const command = press(key, { ...state, index })
  return command?.kind === 'go' ? command.to : command
}

test('arrows move by one and by a row, and Page keys by what is in view', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'ArrowLeft', 'ArrowRight']
  expect(keys.map((key) => moveFrom(6, key))).toEqual([1, 11, 1, 16, 5, 7])
  expect(keys.map((key) => moveFrom(12, key, list))).toEqual([11, 13, 3, 21, null, null])
})

test('at the edges the cursor stays, a move into a shorter last row goes to its end, and one into no item nowhere', () => {
  expect([moveFrom(2, 'ArrowUp'), moveFrom(0, 'ArrowLeft'), moveFrom(22, 'ArrowRight')]).toEqual([2, 0, 22])
  expect([moveFrom(19, 'ArrowDown'), moveFrom(21, 'ArrowDown'), moveFrom(7, 'PageUp')]).toEqual([22, 21, 2])
  expect([moveFrom(0, 'ArrowUp', list), moveFrom(22, 'ArrowDown', list)]).toEqual([0, 22])
  // Without a cursor every move leads to the first item, or to the last.
  expect(['ArrowDown', 'PageDown', 'Home', 'End'].map((key) => moveFrom(-1, key))).toEqual([0, 0, 0, 22])
  expect(press('ArrowDown', { ...list, total: 0, index: -1 })).toBeNull()
})

test('Shift selects a range, Ctrl selects nothing', () => {
  const right = (held: Partial<ListKey>) => press('ArrowRight', grid, held)
  expect([right({}), right({ shiftKey: true }), right({ ctrlKey: true })]).toEqual(
    ['only', 'range', 'none'].map((mode) => ({ kind: 'go', to: 7, mode })),
  )
})

test('commands have their keys, and other keys are not handled', () => {
  const read = (key: string, held: Partial<ListKey> = {}) => press(key, grid, held)?.kind ?? null
  const ctrl = { ctrlKey: true }
  expect(['Enter', ' ', 'Delete', 'Escape'].map((key) => read(key))).toEqual([
    'open',
    'toggle',
    'remove',
    'clear',
  ])
  expect([read('a', ctrl), read('c', { metaKey: true }), read(' ', ctrl)]).toEqual(['all', 'copy', 'toggle'])
  expect(['a', 'Backspace'].map((key) => read(key))).toEqual([null, null])
  // A panel may use Ctrl+Enter.
  expect([read('Enter', ctrl), read('k', ctrl), read('Enter', { altKey: true })]).toEqual([null, null, null])
  expect([read('Delete', { shiftKey: true }), read('ArrowUp', { altKey: true, ...ctrl })]).toEqual([
    null,
    null,
  ])
  // It may close a surrounding element.
  expect(press('Escape', { ...grid, selected: 0 })).toBeNull()
})

/** The order is read only when the test releases it. */
function openList({
  isSlow = false,
  readRange = undefined as ((from: string, to: ListPosition) => string[]) | undefined,
} = {}) {
  let selection: ListSelection = emptySelection
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const scrolled: number[] = []
  const errors: unknown[] = []
  const list = { order: ['a', 'b', 'c', 'd'] }
  const actions = createSelectionActions({
    read: () => selection,
    write: (next) => {
      selection = next
    },
    readOrder: async () => {
      if (isSlow) await released
      if (readRange) throw new Error('too long')
      return list.order
    },
    ...(readRange ? { readRange } : {}),
    readIdAt: (index) => list.order[index],
    scrollTo: (index) => scrolled.push(index),
    onError: (error) => errors.push(error),
  })
  return {
    actions,
    list,
    release,
    scrolled,
    errors,
    ids: () => [...selection.ids].join(''),
    read: () => selection,
  }
}
const noModifiers = { mod: false, shift: false }

test('a click selects before it returns, Shift selects a range, Ctrl and Shift add one', async () => {
  const { actions, ids } = openList()
  void actions.click(at('b'), noModifiers)
  expect(ids()).toBe('b')
  await actions.click(at('c'), { ...noModifiers, shift: true })
  expect(ids()).toBe('bc')
  await actions.click(at('a'), { ...noModifiers, mod: true })
  await actions.click(at('b'), { mod: true, shift: true })
  expect(ids()).toBe('bca')
})

test('a click waits for an order that is being read, and does nothing if its item is gone by then', async () => {
  const { actions, list, release, ids } = openList({ isSlow: true })
  void actions.enqueue(actions.all)
  const clicked = actions.click(at('d'), noModifiers)
  expect([ids(), actions.isBusy()]).toEqual(['', true])
  list.order = ['a', 'b']
  release()
  await clicked
  expect(ids()).toBe('ab')
})

test('a move scrolls to the item and selects it, a range up to it, or nothing', async () => {
  const { actions, scrolled, ids, read } = openList()
  await actions.moveTo(1, 'only')
  await actions.moveTo(3, 'range')
  expect(ids()).toBe('bcd')
  await actions.moveTo(0, 'none')
  expect([ids(), read().cursor, scrolled]).toEqual(['bcd', at('a'), [1, 3, 0]])
  await actions.moveTo(9, 'only')
  expect(ids()).toBe('bcd')
})

test('a context menu selects its item alone, unless it belongs to the selection', async () => {
  const { actions, ids } = openList()
  await actions.click(at('a'), noModifiers)
  await actions.click(at('b'), { ...noModifiers, mod: true })
  actions.selectForMenu(at('b'))
  expect(ids()).toBe('ab')
  actions.selectForMenu(at('c'))
  expect(ids()).toBe('c')
})

test('a range is read by its ends if the whole order is slow to read', async () => {
  const readRange = (from: string, to: ListPosition) => order.slice(order.indexOf(from), to.index + 1)
  const { actions, errors, ids, read } = openList({ readRange })
  await actions.click(at('b'), noModifiers)
  await actions.moveTo(3, 'range')
  expect([ids(), read().anchor, errors]).toEqual(['bcd', 'b', []])
})

test('an order that cannot be read is reported, and the selection stays', async () => {
  const { actions, errors, ids } = openList()
  await actions.click(at('a'), noModifiers)
  await actions.enqueue(() => Promise.reject('unread'))
  expect([errors, ids()]).toEqual([['unread'], 'a'])
})
