// Finds the command of a key press, by panel and by the user's changes.
import { expect, onTestFinished, test, vi } from 'vitest'
import { resolveKeymap } from '#shared/commands/keymap'
import type { KeyPress } from '#shared/commands/keys'
import type { PanelId } from '#shared/desktop/panel-ids'
import { useKeymap } from '../state/keymap'
import { addUndo, endFreshUndo } from '../state/undo'
import { findPressedCommand } from './run-command'

// The modules read it when they are loaded.
vi.hoisted(() => vi.stubGlobal('localStorage', { length: 0, getItem: () => null }))

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false }
const find = (press: Partial<KeyPress>, panel: PanelId = 'chat') =>
  findPressedCommand({ ...plain, key: '', target: null, ...press }, panel)

test('digits open the panels in their order, and none beyond the last', () => {
  expect(['1', '8', '9'].map((key) => find({ key, ctrlKey: true }))).toEqual([
    'go.chat',
    'go.settings',
    undefined,
  ])
})

test('the same keys run another command in another panel', () => {
  const press = { key: 'n', ctrlKey: true }
  expect([find(press), find(press, 'images'), find(press, 'library')]).toEqual([
    'chat.new',
    'images.new',
    'chat.new',
  ])
  const open = { key: 'o', ctrlKey: true }
  expect([find(open), find(open, 'transcribe'), find(open, 'embeddings'), find(open, 'library')]).toEqual([
    'chat.attach',
    'transcribe.add',
    'embeddings.import',
    undefined,
  ])
})

test('other combinations are left to the text being typed, and keys of focused elements to them', () => {
  expect([
    find({ key: 'b', ctrlKey: true, shiftKey: true }),
    find({ key: '/', ctrlKey: true, altKey: true }),
    find({ key: 'c', ctrlKey: true }),
    find({ key: 'Delete' }),
    find({ key: 'F2' }),
    find({ key: 's' }, 'library'),
    find({ key: 'Escape', isComposing: true }),
  ]).toEqual(Array(7).fill(undefined))
  expect([find({ key: '/', ctrlKey: true }), find({ key: 'Escape' })]).toEqual([
    'app.shortcuts',
    'answer.stop',
  ])
})

test('Ctrl+Z is the undo of the focused text field, and else that of the panel', () => {
  const press = { key: 'z', ctrlKey: true }
  class Field {
    closest = (selector: string) => (selector.includes('textarea') ? this : null)
  }
  vi.stubGlobal('Element', Field)
  onTestFinished(() => void vi.stubGlobal('Element', undefined))
  // Only its method is needed.
  const target = new Field() as unknown as Element
  const read = () => [find(press), find({ ...press, target } as never)]
  endFreshUndo()
  expect(read()).toEqual(['edit.undo', undefined])
  // Deleting a message moves the focus to the prompt: until the user does something else, its undo is meant.
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  addUndo('Response deleted', () => undefined)
  expect(read()).toEqual(['edit.undo', 'edit.undo'])
  endFreshUndo()
  expect(read()).toEqual(['edit.undo', undefined])
})

test('the user’s keys replace the default ones', () => {
  const before = useKeymap.getState()
  onTestFinished(() => void useKeymap.setState(before))
  useKeymap.setState({ keymap: resolveKeymap({ 'app.palette': 'mod+p', 'view.list': null }, false) })
  expect([
    find({ key: 'p', ctrlKey: true }),
    find({ key: 'k', ctrlKey: true }),
    find({ key: 'b', ctrlKey: true }),
  ]).toEqual(['app.palette', undefined, undefined])
})
