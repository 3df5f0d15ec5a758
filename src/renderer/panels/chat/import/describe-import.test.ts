// The texts of the preview of an import.
import { expect, test } from 'vitest'
import { describeLosses, type describeStates } from './describe-import'

type Chat = Parameters<typeof describeStates>[0][number]

const chat = (changes: Partial<Chat> = {}): Chat => ({
  messages: 2,
  updatedAt: null,
  state: 'new',
  losses: [],
  ...changes,
})

test('adds up what cannot be imported, the most frequent first', () => {
  const losses = describeLosses([
    chat({ losses: [{ kind: 'canvas', count: 1 }] }),
    chat({
      losses: [
        { kind: 'linked-image', count: 2 },
        { kind: 'tool-call', count: 1 },
      ],
    }),
    chat({ losses: [{ kind: 'linked-image', count: 1 }] }),
  ])
  expect(losses).toEqual([
    '3 images that the file only links to',
    '1 canvas document: imported as text',
    '1 tool call or result: imported as thoughts',
  ])
})
