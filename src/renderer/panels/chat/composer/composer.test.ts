import { describe, expect, test } from 'vitest'
import type { PressedKey } from '../../../components/keyboard'
import { findSendBlocker, readPromptKey } from './Composer'

describe('composer keys', () => {
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

  test('ignores an Enter that ends a composition, however the system reports it', () => {
    expect([read({ isComposing: true }), read({ keyCode: 229 })]).toEqual([null, null])
  })

  test('in an empty prompt only, Alt+Up edits the last prompt and a slash opens the templates', () => {
    const up = { key: 'ArrowUp', altKey: true }
    expect([
      read(up),
      read({ key: '/' }),
      read(up, 'x'),
      read({ key: '/' }, 'x'),
      read({ key: '/', ctrlKey: true }),
    ]).toEqual(['editLast', 'templates', null, null, null])
  })
})

describe('send blocker', () => {
  const size = {
    bytes: 200_000_000,
    historyBytes: 0,
    limit: 104_857_600,
    isTooLarge: false,
    isLargeForSome: false,
  }
  const draft = { text: 'Hello', attachments: [], columns: null }
  const ready = { draft, size, uploads: 0, running: false }

  test('returns undefined for a text, and an empty message for an empty draft', () => {
    expect(findSendBlocker(ready)).toBeUndefined()
    expect(findSendBlocker({ ...ready, draft: { ...draft, text: ' \n' } })).toBe('')
  })

  test('each blocker has its own message', () => {
    expect([
      findSendBlocker({ ...ready, uploads: 2 }),
      findSendBlocker({ ...ready, missing: 'Fill in “topic”' }),
      findSendBlocker({ ...ready, size: { ...size, isTooLarge: true } }),
      findSendBlocker({ ...ready, size: { ...size, historyBytes: 150_000_000, isTooLarge: true } }),
      findSendBlocker({ ...ready, draft: { ...draft, columns: [{ model: 'm' }] } }),
      findSendBlocker({
        ...ready,
        running: true,
        draft: { ...draft, columns: [{ model: 'm' }, { model: 'n' }] },
      }),
    ]).toEqual([
      'Waiting for 2 files to attach',
      'Fill in “topic”',
      'This prompt is 200 MB. The request limit is 104.9 MB.',
      'With the chat history, this prompt is 200 MB. The request limit is 104.9 MB.',
      'Choose at least two models to compare.',
      'Wait for the current response to finish before comparing.',
    ])
  })
})
