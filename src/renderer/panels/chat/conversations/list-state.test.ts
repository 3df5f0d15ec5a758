// The selected conversations after presses with and without keys held.
import { beforeEach, expect, test } from 'vitest'
import { clearSelection, pressConversation, selectAllListed, useChatList } from './list-state'

const order = ['a', 'b', 'c', 'd', 'e']
const press = (id: string, { mod = false, shift = false, from = null as string | null } = {}) =>
  pressConversation({ id, order, mod, shift, from })
const selected = () => [...useChatList.getState().selection.ids].sort()

beforeEach(clearSelection)

test('a plain press opens, and clears the selection', () => {
  press('a', { mod: true })
  expect([selected(), press('b'), selected()]).toEqual([['a'], false, []])
})

test('a first range starts at the open conversation, and later ones where the last press was', () => {
  expect(press('d', { shift: true, from: 'b' })).toBe(true)
  expect(selected()).toEqual(['b', 'c', 'd'])
  press('c', { shift: true, from: 'e' })
  expect(selected()).toEqual(['b', 'c'])
  press('e', { mod: true })
  press('d', { mod: true, shift: true })
  expect(selected()).toEqual(['b', 'c', 'd', 'e'])
})

test('a range does not start at a conversation that was selected before the selection was cleared', () => {
  press('a', { mod: true })
  press('a', { mod: true })
  press('d', { shift: true, from: 'c' })
  expect(selected()).toEqual(['c', 'd'])
})

test('all listed conversations are selected, and only those', () => {
  selectAllListed(['b', 'c'])
  expect(selected()).toEqual(['b', 'c'])
})
