// What the keys do while a picture is looked at.
import { expect, test } from 'vitest'
import { readViewerKey } from './use-zoom-pan'

const press = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false })

test('arrows step while the whole picture is seen, and move about in a larger one', () => {
  expect(readViewerKey(press('ArrowRight'), false)).toEqual({ do: 'step', by: 1 })
  expect(readViewerKey(press('ArrowRight'), true)).toEqual({ do: 'pan', by: { x: -64, y: 0 } })
  expect(readViewerKey(press('ArrowUp'), false)).toBe(null)
})

test('the Page keys step in a picture of any size', () => {
  expect(readViewerKey(press('PageUp'), true)).toEqual({ do: 'step', by: -1 })
  expect(readViewerKey(press('PageDown'), true)).toEqual({ do: 'step', by: 1 })
})

test('plus is plus with and without Shift, and the window keeps its own keys', () => {
  expect(readViewerKey(press('='), false)).toEqual(readViewerKey(press('+'), false))
  expect(readViewerKey({ ...press('1'), ctrlKey: true }, false)).toBe(null)
})
