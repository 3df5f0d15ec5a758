// The texts of the preview of an import.
import { expect, test } from 'vitest'
import { describeContent, describeLosses, describeStates } from './describe-import'

type Chat = Parameters<typeof describeStates>[0][number]

const chat = (changes: Partial<Chat> = {}): Chat => ({
  messages: 2,
  updatedAt: null,
  state: 'new',
  losses: [],
  ...changes,
})

test('counts the chats by their state, without those that are not there', () => {
  expect(describeStates([])).toBe('0 new')
  const all = [
    ...Array.from({ length: 1200 }, () => chat()),
    chat({ state: 'imported' }),
    chat({ state: 'trash' }),
    chat({ state: 'trash' }),
    chat({ state: 'unreadable' }),
  ]
  expect(describeStates(all)).toBe('1,200 new · 1 already imported · 2 in the trash · 1 can’t be read')
})

test('names the number of messages, and the first and last day', () => {
  const [first, last] = [Date.UTC(2023, 0, 3, 12), Date.UTC(2026, 10, 20, 12)]
  expect(describeContent([chat({ messages: 1 })])).toBe('1 message')
  expect(describeContent([chat({ updatedAt: last }), chat({ updatedAt: first })])).toBe(
    '4 messages · Jan 3, 2023 to Nov 20, 2026',
  )
  expect(describeContent([chat({ updatedAt: first }), chat({ updatedAt: first })])).toBe(
    '4 messages · Jan 3, 2023',
  )
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
