// Which keys mean what.
import { expect, test } from 'vitest'
import { panelIds } from '../state/navigation'
import { type KeyPress, readShortcut } from './shortcuts'

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false }
const read = (press: Partial<KeyPress>, mac = false) =>
  readShortcut({ ...plain, key: '', ...press }, { mac, panels: panelIds })

test('Control leads everywhere but on a Mac, where Command does', () => {
  expect([
    read({ key: 'k', ctrlKey: true }),
    read({ key: 'K', ctrlKey: true }),
    read({ key: 'k', metaKey: true }),
    read({ key: 'k', metaKey: true }, true),
    read({ key: 'k', ctrlKey: true }, true),
    read({ key: 'k' }),
  ]).toEqual([{ id: 'palette' }, { id: 'palette' }, null, { id: 'palette' }, null, null])
})

test('digits open the panels in their order, and none beyond the last', () => {
  expect(['1', '8', '9', '0'].map((key) => read({ key, ctrlKey: true }))).toEqual([
    { id: 'panel', panel: 'chat' },
    { id: 'panel', panel: 'settings' },
    null,
    null,
  ])
})

test('other combinations are left to the text being typed', () => {
  expect([
    read({ key: 'n', ctrlKey: true, shiftKey: true }),
    read({ key: '/', ctrlKey: true, altKey: true }),
    read({ key: 'c', ctrlKey: true }),
    read({ key: 'Escape', isComposing: true }),
  ]).toEqual([null, null, null, null])
  expect([read({ key: '/', ctrlKey: true }), read({ key: 'Escape' })]).toEqual([
    { id: 'shortcuts' },
    { id: 'stop' },
  ])
})
