// The keys of the table.
import { expect, test } from 'vitest'
import type { ListKey } from '../../../components/list-keys'
import { readTableKey } from './use-table-keys'

const ground = { index: 5, total: 100_000, rows: 20, selected: 1 }

function press(key: string, table: Partial<ListKey> = {}): ListKey {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...table }
}

test('arrows go about, and stop at both ends', () => {
  const go = (key: string, index: number) => readTableKey(press(key), { ...ground, index })
  expect([
    go('ArrowDown', 5),
    go('ArrowUp', 0),
    go('PageDown', 99_990),
    go('End', 0),
    go('ArrowDown', -1),
  ]).toEqual([6, 0, 99_999, 99_999, 0].map((to) => ({ kind: 'go', to, mode: 'only' })))
})

test('Shift selects a range, Ctrl moves without selecting', () => {
  expect([
    readTableKey(press('ArrowDown', { shiftKey: true }), ground),
    readTableKey(press('ArrowDown', { ctrlKey: true }), ground),
    readTableKey(press('a', { ctrlKey: true }), ground),
  ]).toEqual([{ kind: 'go', to: 6, mode: 'range' }, { kind: 'go', to: 6, mode: 'none' }, { kind: 'all' }])
})

test('ignores Ctrl+Enter, which runs the set; and a plain letter deletes nothing', () => {
  expect([
    readTableKey(press('Enter', { ctrlKey: true }), ground),
    readTableKey(press('d'), ground),
    readTableKey(press('Backspace'), ground),
    readTableKey(press('Delete', { shiftKey: true }), ground),
  ]).toEqual([null, null, null, null])
})

test('ignores Escape if nothing is chosen', () => {
  expect(readTableKey(press('Escape'), { ...ground, selected: 0 })).toBeNull()
  expect(readTableKey(press('Escape'), ground)).toEqual({ kind: 'clear' })
})

test('in an empty table no key moves the cursor', () => {
  expect(readTableKey(press('ArrowDown'), { index: -1, total: 0, rows: 0, selected: 0 })).toBeNull()
})
