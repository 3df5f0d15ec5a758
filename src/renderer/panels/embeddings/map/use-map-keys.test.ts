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

test('keys with Control or Meta, and other keys, are left to the application', () => {
  expect([
    press('0', { ctrlKey: true }),
    press('Enter', { metaKey: true }),
    press('a'),
    press('Tab'),
  ]).toEqual([null, null, null, null])
})
