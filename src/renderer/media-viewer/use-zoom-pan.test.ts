import { expect, test } from 'vitest'
import { toViewerCommand } from './use-zoom-pan'

const press = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false })

test('arrow keys step if the picture fits, and pan if it is larger', () => {
  expect(toViewerCommand(press('ArrowRight'), false)).toEqual({ do: 'step', by: 1 })
  expect(toViewerCommand(press('ArrowRight'), true)).toEqual({ do: 'pan', by: { x: -64, y: 0 } })
  expect(toViewerCommand(press('ArrowUp'), false)).toBe(null)
})

test('Page keys step in a picture of any size', () => {
  expect(toViewerCommand(press('PageUp'), true)).toEqual({ do: 'step', by: -1 })
  expect(toViewerCommand(press('PageDown'), true)).toEqual({ do: 'step', by: 1 })
})

test('+ works with and without Shift, and keys with modifiers are ignored', () => {
  expect(toViewerCommand(press('='), false)).toEqual(toViewerCommand(press('+'), false))
  expect(toViewerCommand({ ...press('1'), ctrlKey: true }, false)).toBe(null)
})
