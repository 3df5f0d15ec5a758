// What keys mean in the prompt.
import { expect, test } from 'vitest'
import type { PressedKey } from '../../../components/keyboard'
import { readPromptKey } from './composer-keys'

const enter: PressedKey = {
  key: 'Enter',
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 13,
}
const read = (change: Partial<PressedKey>, text = '') => readPromptKey({ ...enter, ...change }, text)

test('Enter sends; Shift+Enter, Alt+Enter and letters do not', () => {
  expect([
    read({}, 'Hello'),
    read({ shiftKey: true }),
    read({ altKey: true }),
    read({ key: 'e', keyCode: 69 }),
  ]).toEqual(['send', null, null, null])
})

test('an Enter that ends a composition sends nothing, however the system tells it', () => {
  expect([read({ isComposing: true }), read({ keyCode: 229 })]).toEqual([null, null])
})

test('in an empty prompt Alt+Up edits the last one and a slash opens the templates; elsewhere they are keys', () => {
  const up = { key: 'ArrowUp', altKey: true }
  expect([
    read(up),
    read({ key: '/' }),
    read(up, 'x'),
    read({ key: '/' }, 'x'),
    read({ key: '/', ctrlKey: true }),
  ]).toEqual(['editLast', 'templates', null, null, null])
})
