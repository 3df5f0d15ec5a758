// An item of the Library for tests.
import type { LibraryItem } from '#shared/schemas/library'

/** An image whose file exists, with the given changes. */
export function makeItem(change: Partial<LibraryItem> = {}): LibraryItem {
  return {
    id: 'a',
    kind: 'image',
    title: 'A fox',
    model: null,
    createdAt: 1,
    deletedAt: null,
    tags: [],
    starred: false,
    boards: [],
    isDemo: false,
    isSession: false,
    file: 'here',
    media: 'm1',
    mimeType: 'image/png',
    bytes: 1,
    width: 1376,
    height: 768,
    conversationId: null,
    turnId: null,
    seconds: null,
    jobId: null,
    ...change,
  }
}
