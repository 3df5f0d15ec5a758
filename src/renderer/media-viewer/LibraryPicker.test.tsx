import { expect, test } from 'vitest'
import { makeItem } from '../state/library-item.fixture'
import { listPickable } from './LibraryPicker'

const item = makeItem({ title: 'A boat', mimeType: 'image/jpeg' })

test('lists pictures whose file exists, and identical files once', () => {
  const items = [item, { ...item, id: 'i2' }, { ...item, id: 'i3', media: 'm3', file: 'missing' as const }]
  expect(listPickable(items)).toEqual([{ media: 'm1', mimeType: 'image/jpeg', title: 'A boat' }])
})
