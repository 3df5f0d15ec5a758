// The notation of keys, and what a press means on keyboards of several languages.
import { expect, test } from 'vitest'
import { isBare, isTyping, type KeyPress, parseKeys, readKeys, toAccelerator } from './keys'

const read = (press: Partial<KeyPress>, isMac = false) =>
  readKeys({ key: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...press }, isMac)

test('only one notation is accepted for each combination', () => {
  const valid = ['k', 'mod+k', 'mod+shift+k', 'mod+ctrl+alt+shift+f12', '+', 'mod++', 'mod+-', '?', 'space']
  expect(valid.filter((keys) => parseKeys(keys) === undefined)).toEqual([])
  const invalid = ['', 'mod', 'mod+', 'shift+mod+k', 'mod+mod+k', 'mod+K', 'ctrl+mod+k', 'f25', ' ', 'kk']
  expect(invalid.filter((keys) => parseKeys(keys) !== undefined)).toEqual([])
})

test('the modifier is Command on a Mac and Control elsewhere', () => {
  expect([
    read({ key: 'k', ctrlKey: true }),
    read({ key: 'K', ctrlKey: true, shiftKey: true }),
    read({ key: 'k', metaKey: true }),
    read({ key: 'k', metaKey: true }, true),
    read({ key: 'k', ctrlKey: true }, true),
    read({ key: 'k', metaKey: true, ctrlKey: true }, true),
  ]).toEqual([['mod+k'], ['mod+shift+k'], [], ['mod+k'], ['ctrl+k'], ['mod+ctrl+k']])
})

test('Shift belongs to a letter, but is part of another character', () => {
  expect([
    read({ key: '?', code: 'Slash', shiftKey: true }),
    // German: Shift+7 is a slash.
    read({ key: '/', code: 'Digit7', shiftKey: true, ctrlKey: true })[0],
    // Caps Lock is not Shift.
    read({ key: 'E' }),
    read({ key: 'ArrowDown', shiftKey: true }),
    read({ key: ' ', shiftKey: true }),
  ]).toEqual([['?'], 'mod+/', ['e'], ['shift+arrowdown'], ['shift+space']])
})

test('where the keyboard types no Latin character, the place of the key counts', () => {
  expect([
    // Russian, Greek, French digits, and a Mac's Option key.
    read({ key: 'л', code: 'KeyK', ctrlKey: true }),
    read({ key: 'σ', code: 'KeyS' }),
    read({ key: '&', code: 'Digit1', ctrlKey: true }),
    read({ key: '˚', code: 'KeyK', altKey: true, metaKey: true }, true),
    read({ key: 'Dead', code: 'KeyE', altKey: true }, true),
  ]).toEqual([['mod+л', 'mod+k'], ['σ', 's'], ['mod+&', 'mod+1'], ['mod+alt+˚', 'mod+alt+k'], ['alt+e']])
  // A Latin layout decides itself: on Dvorak, the key at the place of S types an O.
  expect(read({ key: 'o', code: 'KeyS', ctrlKey: true })).toEqual(['mod+o'])
  // French: typing an ampersand is not typing a digit.
  expect(read({ key: '&', code: 'Digit1' })).toEqual(['&'])
})

test('composition, AltGr, and modifiers alone are no keys', () => {
  expect([
    read({ key: 'k', ctrlKey: true, isComposing: true }),
    read({ key: 'Process', keyCode: 229 }),
    read({ key: 'Control', ctrlKey: true }),
    read({ key: '@', ctrlKey: true, altKey: true, getModifierState: (name) => name === 'AltGraph' }),
  ]).toEqual([[], [], [], []])
})

test('a text field needs what types or edits, but neither Escape nor function keys', () => {
  expect(['k', 'shift+k', '/', 'alt+k', 'delete', 'enter'].filter((keys) => !isTyping(keys))).toEqual([])
  expect(['mod+k', 'escape', 'f2', 'shift+f2', 'ctrl+k'].filter(isTyping)).toEqual([])
  expect(['k', 'shift+k', 'delete', 'mod+k', 'alt+k'].map(isBare)).toEqual([true, true, true, false, false])
})

test('accelerators have the names of Electron', () => {
  const keys = ['mod+shift+f', 'mod++', 'mod+,', 'escape', 'alt+arrowup', 'mod+ctrl+f', 'f11', 'mod+л']
  expect(keys.map(toAccelerator)).toEqual([
    ...['CommandOrControl+Shift+F', 'CommandOrControl+Plus', 'CommandOrControl+,', 'Escape', 'Alt+Up'],
    ...['CommandOrControl+Control+F', 'F11', undefined],
  ])
})
