// The name of the action that opens an item.
import { expect, test } from 'vitest'
import type { ItemKind, LibraryItem } from '#shared/schemas/library'
import { listMainActions, listSelectionActions } from './item-menu'

function makeItem(kind: ItemKind): LibraryItem {
  return {
    id: 'a',
    kind,
    title: 'A fox',
    model: null,
    createdAt: 1,
    deletedAt: null,
    tags: [],
    starred: false,
    boards: [],
    isDemo: false,
    isSession: false,
    file: 'none',
    media: null,
    mimeType: null,
    bytes: null,
    width: null,
    height: null,
    conversationId: kind === 'conversation' ? 'a' : null,
    turnId: null,
    seconds: null,
    jobId: null,
  }
}

function listNames(item: LibraryItem) {
  const [first] = listSelectionActions({ ids: [item.id], items: [item], isBin: false })
  return [first?.name, listMainActions(item, true).open?.name]
}

test('the menu and the inspector name what they open: a chat, a session, or a set', () => {
  expect(listNames(makeItem('conversation'))).toEqual(['Open chat', 'Open chat'])
  expect(listNames({ ...makeItem('conversation'), isSession: true })).toEqual([
    'Open session',
    'Open session',
  ])
  expect(listNames(makeItem('embeddings'))).toEqual(['Open set', 'Open set'])
})

test('an image is shown in its session or chat', () => {
  const image = { ...makeItem('image'), media: 'm', file: 'here' as const, conversationId: 'c' }
  expect(listMainActions(image, true).open?.name).toBe('Show in context')
})
