// The keys of shortcuts.
import { expect, test } from 'vitest'
import { type PanelId, useNavigation } from '../state/navigation'
import { findShortcut, type KeyPress, shortcuts } from './commands'

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false }
const find = (press: Partial<KeyPress>, onMac = false) => findShortcut({ ...plain, key: '', ...press }, onMac)

test('the modifier is Command on a Mac and Control elsewhere', () => {
  expect([
    find({ key: 'k', ctrlKey: true }),
    find({ key: 'K', ctrlKey: true }),
    find({ key: 'k', metaKey: true }),
    find({ key: 'k', metaKey: true }, true),
    find({ key: 'k', ctrlKey: true }, true),
    find({ key: 'k' }),
  ]).toEqual([shortcuts.palette, shortcuts.palette, undefined, shortcuts.palette, undefined, undefined])
})

test('digits open the panels in their order, and none beyond the last', () => {
  const openedBy = (key: string): PanelId | undefined => {
    const shortcut = find({ key, ctrlKey: true })
    shortcut?.run()
    return shortcut && useNavigation.getState().panel
  }
  expect(['1', '8', '9', '0'].map(openedBy)).toEqual(['chat', 'settings', undefined, undefined])
})

test('other combinations are left to the text being typed', () => {
  expect([
    find({ key: 'n', ctrlKey: true, shiftKey: true }),
    find({ key: '/', ctrlKey: true, altKey: true }),
    find({ key: 'c', ctrlKey: true }),
    find({ key: 'Escape', isComposing: true }),
  ]).toEqual([undefined, undefined, undefined, undefined])
  expect([find({ key: '/', ctrlKey: true }), find({ key: 'Escape' })]).toEqual([
    shortcuts.shortcuts,
    shortcuts.stop,
  ])
})
