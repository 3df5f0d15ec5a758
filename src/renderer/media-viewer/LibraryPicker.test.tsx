import { expect, test } from 'vitest'
import type { LibraryItem } from '#shared/schemas/library'
import { listPickable } from './LibraryPicker'

const item: LibraryItem = {
  id: 'i1',
  kind: 'image',
  title: 'A boat',
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
  mimeType: 'image/jpeg',
  bytes: 1,
  width: 1,
  height: 1,
  conversationId: null,
  turnId: null,
  seconds: null,
  jobId: null,
}

test('lists pictures whose file exists, and identical files once', () => {
  const items = [item, { ...item, id: 'i2' }, { ...item, id: 'i3', media: 'm3', file: 'missing' as const }]
  expect(listPickable(items)).toEqual([{ media: 'm1', mimeType: 'image/jpeg', title: 'A boat' }])
})
