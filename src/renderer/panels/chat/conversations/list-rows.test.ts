import { expect, test } from 'vitest'
import { conversationFixture } from '../../../state/turn.fixture'
import { listTags, toListRows } from './list-rows'

const grouping = { folders: [], collapsed: [], tags: [], now: 0 }
const make = (id: string, pinnedAt: number | null, updatedAt: number) => ({
  ...conversationFixture,
  id,
  pinnedAt,
  updatedAt,
})
const now = new Date(2026, 2, 29, 9, 30).getTime()
const at = (...[month, day, hour = 12, year = 2026]: [number, number, number?, number?]) =>
  new Date(year, month, day, hour).getTime()

test('lists pinned conversations first, then the others under the day of their last change', () => {
  const rows = toListRows(
    [
      make('old', 5, at(0, 1)),
      make('a', null, at(2, 29, 8)),
      make('b', null, at(2, 29, 0)),
      make('c', null, at(2, 28)),
    ],
    { ...grouping, now },
  )
  expect(rows.map(({ key }) => key)).toEqual([
    'heading Pinned',
    'old',
    'heading Today',
    'a',
    'b',
    'heading Yesterday',
    'c',
  ])
  expect(toListRows([], grouping)).toEqual([])
})

test('lists what is in open folders below them, pinned first, and ignores unknown folders', () => {
  const inFolder = (id: string, folderId: string, pinnedAt: number | null = null) => ({
    ...make(id, pinnedAt, now),
    folderId,
  })
  const folders = ['open', 'closed', 'empty'].map((id) => ({ id, name: id }))
  const conversations = [
    inFolder('pinned', 'open', 5),
    inFolder('a', 'open'),
    inFolder('b', 'closed'),
    inFolder('c', 'deleted'),
  ]
  const shown = { ...grouping, folders, collapsed: ['closed'], now }
  const rows = toListRows(conversations, shown)
  expect(rows.map(({ key }) => key)).toEqual([
    'folder open',
    'pinned',
    'a',
    'folder closed',
    'folder empty',
    'heading Today',
    'c',
  ])
  expect(rows.flatMap((row) => (row.kind === 'folder' ? [row.count] : []))).toEqual([2, 1, 0])
})

test('a tag filter shows only conversations with all tags, and folders that contain one', () => {
  const tagged = [
    { ...make('a', null, now), tags: ['x', 'y'], folderId: 'f' },
    { ...make('b', null, now), tags: ['x'], folderId: 'g' },
    { ...make('c', 5, now), tags: [] },
  ]
  const folders = [
    { id: 'f', name: 'f' },
    { id: 'g', name: 'g' },
  ]
  const rows = toListRows(tagged, { folders, collapsed: [], tags: ['x', 'y'], now })
  expect(rows.map(({ key }) => key)).toEqual(['folder f', 'a'])
  expect(listTags(tagged)).toEqual(['x', 'y'])
})

test('thousands of conversations in many folders are grouped without reading each once per folder', () => {
  const folders = Array.from({ length: 200 }, (_, index) => ({ id: `f${index}`, name: `Folder ${index}` }))
  let reads = 0
  const conversations = Array.from({ length: 5_000 }, (_, index) => ({
    ...make(`c${index}`, null, now),
    get folderId() {
      reads += 1
      return index % 2 ? `f${index % 200}` : null
    },
  }))
  expect(toListRows(conversations, { ...grouping, folders, now })).toHaveLength(5_000 + 200 + 1)
  expect(reads / conversations.length).toBeLessThan(6)
})
