// Keyboard commands of the map.
import { expect, test } from 'vitest'
import { readMapKey } from './use-map-keys'

const press = (
  key: string,
  modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => readMapKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers })

test('arrow keys move between points, and with Shift pan the map', () => {
  expect(press('ArrowUp')).toEqual({ kind: 'step', direction: { x: 0, y: -1 } })
  expect(press('ArrowUp', { shiftKey: true })).toEqual({ kind: 'pan', by: { x: 0, y: 80 } })
})

test('plus needs Shift on some keyboards', () => {
  expect([press('+', { shiftKey: true }), press('='), press('-')]).toEqual([
    { kind: 'zoom', factor: 1.4 },
    { kind: 'zoom', factor: 1.4 },
    { kind: 'zoom', factor: 1 / 1.4 },
  ])
})

test('keys with Control or Meta, and other keys, are left to the application', () => {
  expect([
    press('0', { ctrlKey: true }),
    press('Enter', { metaKey: true }),
    press('a'),
    press('Tab'),
  ]).toEqual([null, null, null, null])
})

test('other keys select, pick, clear, reset the view, and switch the tool', () => {
  expect(['Enter', ' ', 'Escape', '0', 'L'].map((key) => press(key)?.kind)).toEqual([
    'select',
    'pick',
    'clear',
    'reset',
    'lasso',
  ])
})
