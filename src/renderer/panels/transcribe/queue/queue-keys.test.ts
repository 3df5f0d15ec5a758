// The keys of the list of files.
import { expect, test } from 'vitest'
import type { ListKey } from '../../../components/list-keys'
import { readQueueKey } from './queue-keys'

const ground = { index: 5, total: 20, rows: 8, chosen: 1 }
const press = (key: string, held: Partial<ListKey> = {}) =>
  readQueueKey({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held }, ground)

test('arrows go about, Shift takes a range along, Ctrl takes nothing', () => {
  expect([press('ArrowDown'), press('PageUp', { shiftKey: true }), press('End', { ctrlKey: true })]).toEqual([
    { kind: 'go', to: 6, taking: 'only' },
    { kind: 'go', to: 0, taking: 'range' },
    { kind: 'go', to: 19, taking: 'none' },
  ])
})

test('Alt with an arrow moves the file, and nothing else with Alt does anything', () => {
  expect([press('ArrowUp', { altKey: true }), press('ArrowDown', { altKey: true })]).toEqual([
    { kind: 'move', way: 'up' },
    { kind: 'move', way: 'down' },
  ])
  expect([press('Enter', { altKey: true }), press('ArrowUp', { altKey: true, ctrlKey: true })]).toEqual([
    null,
    null,
  ])
})

test('the ends hold, and without a cursor the first file is where it begins', () => {
  expect(readQueueKey({ ...plain('ArrowUp') }, { ...ground, index: 0 })).toEqual({
    kind: 'go',
    to: 0,
    taking: 'only',
  })
  expect(readQueueKey({ ...plain('ArrowDown') }, { ...ground, index: -1 })).toEqual({
    kind: 'go',
    to: 0,
    taking: 'only',
  })
  expect(readQueueKey(plain('ArrowDown'), { ...ground, total: 0 })).toBeNull()
})

test('Escape is used only where something is chosen, so that it may close what lies beneath', () => {
  expect([press('Escape'), readQueueKey(plain('Escape'), { ...ground, chosen: 0 })]).toEqual([
    { kind: 'clear' },
    null,
  ])
})

function plain(key: string): ListKey {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
}
