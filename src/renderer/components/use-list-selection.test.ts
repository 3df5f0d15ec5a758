// Selection in a list by mouse and keys, also if its order must be read first.
import { expect, test } from 'vitest'
import { emptySelection, type ListSelection } from './list-selection'
import { createSelectionActions } from './use-list-selection'

const noModifiers = { mod: false, shift: false }
const at = (id: string, index: number) => ({ id, index })

/** The order is read only when the test releases it. */
function openList({ order = ['a', 'b', 'c', 'd'], isSlow = false } = {}) {
  let selection: ListSelection = emptySelection
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const scrolled: number[] = []
  const errors: unknown[] = []
  const list = { order }
  const actions = createSelectionActions({
    read: () => selection,
    write: (next) => {
      selection = next
    },
    readOrder: async () => {
      if (isSlow) await released
      return list.order
    },
    readIdAt: (index) => list.order[index],
    scrollTo: (index) => scrolled.push(index),
    onError: (error) => errors.push(error),
  })
  return { actions, list, release, scrolled, errors, ids: () => [...selection.ids], read: () => selection }
}

test('a click selects before it returns, Shift selects a range, Ctrl and Shift add one', async () => {
  const { actions, ids } = openList()
  void actions.click(at('b', 1), noModifiers)
  expect(ids()).toEqual(['b'])
  await actions.click(at('c', 2), { ...noModifiers, shift: true })
  expect(ids()).toEqual(['b', 'c'])
  await actions.click(at('a', 0), { ...noModifiers, mod: true })
  await actions.click(at('b', 1), { mod: true, shift: true })
  expect(ids()).toEqual(['b', 'c', 'a'])
})

test('a click waits for an order that is being read, and does nothing if its item is gone by then', async () => {
  const { actions, list, release, ids } = openList({ isSlow: true })
  void actions.enqueue(actions.all)
  const clicked = actions.click(at('d', 3), noModifiers)
  expect([ids(), actions.isBusy()]).toEqual([[], true])
  list.order = ['a', 'b']
  release()
  await clicked
  expect(ids()).toEqual(['a', 'b'])
})

test('a move scrolls to the item and selects it, a range up to it, or nothing', async () => {
  const { actions, scrolled, ids, read } = openList()
  await actions.moveTo(1, 'only')
  await actions.moveTo(3, 'range')
  expect(ids()).toEqual(['b', 'c', 'd'])
  await actions.moveTo(0, 'none')
  expect([ids(), read().cursor, scrolled]).toEqual([['b', 'c', 'd'], at('a', 0), [1, 3, 0]])
  await actions.moveTo(9, 'only')
  expect(ids()).toEqual(['b', 'c', 'd'])
})

test('a context menu selects its item alone, unless it belongs to the selection', async () => {
  const { actions, ids } = openList()
  await actions.click(at('a', 0), noModifiers)
  await actions.click(at('b', 1), { ...noModifiers, mod: true })
  actions.selectForMenu(at('b', 1))
  expect(ids()).toEqual(['a', 'b'])
  actions.selectForMenu(at('c', 2))
  expect(ids()).toEqual(['c'])
})

test('a range is read by its ends if the whole order is slow to read', async () => {
  const order = ['a', 'b', 'c', 'd']
  let selection: ListSelection = emptySelection
  const actions = createSelectionActions({
    read: () => selection,
    write: (next) => {
      selection = next
    },
    readOrder: () => Promise.reject('too long'),
    readRange: (from, to) => order.slice(order.indexOf(from), to.index + 1),
    readIdAt: (index) => order[index],
    scrollTo: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  await actions.click(at('b', 1), noModifiers)
  await actions.moveTo(3, 'range')
  expect([[...selection.ids], selection.anchor]).toEqual([['b', 'c', 'd'], 'b'])
})

test('an order that cannot be read is reported, and the selection stays', async () => {
  const { actions, errors, ids } = openList()
  await actions.click(at('a', 0), noModifiers)
  await actions.enqueue(() => Promise.reject('unread'))
  expect([errors, ids()]).toEqual([['unread'], ['a']])
})
