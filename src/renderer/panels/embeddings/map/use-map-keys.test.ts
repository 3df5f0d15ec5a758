// What the keys do on the map.
import { expect, test } from 'vitest'
import { readMapKey } from './use-map-keys'

const press = (
  key: string,
  modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => readMapKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers })

test('arrow keys step from point to point, and with Shift pan the map', () => {
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

test('with Control, and for other keys, the application has its own', () => {
  expect([
    press('0', { ctrlKey: true }),
    press('Enter', { metaKey: true }),
    press('a'),
    press('Tab'),
  ]).toEqual([null, null, null, null])
})

test('the others choose, pick, clear, show all, and change the hand', () => {
  expect(['Enter', ' ', 'Escape', '0', 'L'].map((key) => press(key)?.kind)).toEqual([
    'select',
    'pick',
    'clear',
    'reset',
    'lasso',
  ])
})
