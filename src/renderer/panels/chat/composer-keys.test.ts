// What Enter means in the prompt.
import { expect, test } from 'vitest'
import { isSending, type PressedKey } from './composer-keys'

const enter: PressedKey = { key: 'Enter', shiftKey: false, altKey: false, isComposing: false, keyCode: 13 }

test('Enter sends; Shift+Enter, Alt+Enter and letters do not', () => {
  expect([
    isSending(enter),
    isSending({ ...enter, shiftKey: true }),
    isSending({ ...enter, altKey: true }),
    isSending({ ...enter, key: 'e', keyCode: 69 }),
  ]).toEqual([true, false, false, false])
})

test('an Enter that ends a composition sends nothing, however the system tells it', () => {
  expect([isSending({ ...enter, isComposing: true }), isSending({ ...enter, keyCode: 229 })]).toEqual([
    false,
    false,
  ])
})
