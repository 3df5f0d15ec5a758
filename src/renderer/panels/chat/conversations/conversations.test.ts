// The list of conversations: its rows, its selection, and the hits of a search.
import { beforeEach, expect, test } from 'vitest'
import type { SearchHit } from '#shared/schemas/chat'
import { conversationFixture } from '../../../state/turn.fixture'
import { listTags, toListRows } from './list-rows'
import { clearSelection, pressConversation, selectAllListed, useChatList } from './list-state'
import { listMovesBack } from './organize'
import { groupHits, shortenLead, toPlainSnippet } from './SearchHits'

const now = new Date(2026, 2, 29, 9, 30).getTime()
const grouping = { folders: [], collapsed: [], tags: [], now }
const make = (id: string, change: Partial<typeof conversationFixture> = {}) => ({
  ...conversationFixture,
  id,
  updatedAt: now,
  ...change,
})
const toKeys = (rows: ReturnType<typeof toListRows>) => rows.map(({ key }) => key)
const toFolders = (...ids: string[]) => ids.map((id) => ({ id, name: id }))

test('lists pinned conversations first, then the others under the day of their last change', () => {
  const conversations = [
    make('old', { pinnedAt: 5, updatedAt: new Date(2026, 0, 1).getTime() }),
    make('a'),
    make('b', { updatedAt: new Date(2026, 2, 29).getTime() }),
    make('c', { updatedAt: new Date(2026, 2, 28, 12).getTime() }),
  ]
  expect(toKeys(toListRows(conversations, grouping))).toEqual([
    ...['heading Pinned', 'old', 'heading Today', 'a', 'b', 'heading Yesterday', 'c'],
  ])
  expect(toListRows([], grouping)).toEqual([])
})

test('lists what is in open folders below them, pinned first, and ignores unknown folders', () => {
  const conversations = [
    make('pinned', { folderId: 'open', pinnedAt: 5 }),
    make('a', { folderId: 'open' }),
    make('b', { folderId: 'closed' }),
    make('c', { folderId: 'deleted' }),
  ]
  const folders = toFolders('open', 'closed', 'empty')
  const rows = toListRows(conversations, { ...grouping, folders, collapsed: ['closed'] })
  expect(toKeys(rows)).toEqual([
    ...['folder open', 'pinned', 'a', 'folder closed', 'folder empty', 'heading Today', 'c'],
  ])
  expect(rows.flatMap((row) => (row.kind === 'folder' ? [row.count] : []))).toEqual([2, 1, 0])
})

test('a tag filter shows only conversations with all tags, and folders that contain one', () => {
  const tagged = [
    make('a', { tags: ['x', 'y'], folderId: 'f' }),
    make('b', { tags: ['x'], folderId: 'g' }),
    make('c', { pinnedAt: 5 }),
  ]
  const rows = toListRows(tagged, { ...grouping, folders: toFolders('f', 'g'), tags: ['x', 'y'] })
  expect([toKeys(rows), listTags(tagged)]).toEqual([
    ['folder f', 'a'],
    ['x', 'y'],
  ])
})

test('thousands of conversations in many folders are grouped without reading each once per folder', () => {
  const folders = toFolders(...Array.from({ length: 200 }, (_, index) => `f${index}`))
  let reads = 0
  const conversations = Array.from({ length: 5_000 }, (_, index) => ({
    ...make(`c${index}`),
    get folderId() {
      reads += 1
      return index % 2 ? `f${index % 200}` : null
    },
  }))
  expect(toListRows(conversations, { ...grouping, folders })).toHaveLength(5_000 + 200 + 1)
  expect(reads / conversations.length).toBeLessThan(6)
})

const press = (id: string, { mod = false, shift = false, from = null as string | null } = {}) =>
  pressConversation({ id, order: ['a', 'b', 'c', 'd', 'e'], mod, shift, from })
const selected = () => [...useChatList.getState().selection.ids].sort().join('')

beforeEach(clearSelection)

test('a plain press opens, and clears the selection; with Ctrl, it selects', () => {
  press('a', { mod: true })
  expect([selected(), press('b'), selected()]).toEqual(['a', false, ''])
  selectAllListed(['b', 'c'])
  expect(selected()).toBe('bc')
})

test('a first range starts at the open conversation, and later ones where the last press was', () => {
  expect(press('d', { shift: true, from: 'b' })).toBe(true)
  expect(selected()).toBe('bcd')
  press('c', { shift: true, from: 'e' })
  expect(selected()).toBe('bc')
  press('e', { mod: true })
  press('d', { mod: true, shift: true })
  expect(selected()).toBe('bcde')
  // Not where the press was that deselected the last one.
  clearSelection()
  press('a', { mod: true })
  press('a', { mod: true })
  press('d', { shift: true, from: 'c' })
  expect(selected()).toBe('cd')
})

test('an undone move takes one call with every folder', () => {
  const moved = [make('a', { folderId: 'x' }), make('b'), make('c', { folderId: 'x' })]
  expect(listMovesBack(moved)).toEqual([
    { folderId: 'x', conversationIds: ['a', 'c'] },
    { folderId: null, conversationIds: ['b'] },
  ])
})

test('found conversations are sorted by their best hit, each with all of its hits', () => {
  const hit = (conversationId: string, turnId: string | null): SearchHit => ({
    conversationId,
    title: conversationId.toUpperCase(),
    turnId,
    role: turnId === null ? null : 'model',
    at: 1,
    snippet: [{ text: 'x', found: true }],
  })
  const hits = [hit('b', null), hit('a', 't1'), hit('b', 't2'), hit('a', 't3')]
  expect(groupHits(hits)).toEqual([
    { conversationId: 'b', title: 'B', titleHit: hits[0], hits: [hits[2]] },
    { conversationId: 'a', title: 'A', titleHit: null, hits: [hits[1], hits[3]] },
  ])
})

test('a long text before a match is cut at a word, and the text after it stays', () => {
  const toSnippet = (...leads: string[]) => [
    ...leads.map((text) => ({ text, found: false })),
    { text: 'rainbow', found: true },
    { text: ' after', found: false },
  ]
  expect(shortenLead(toSnippet('A very long sentence about ', 'the many colours of a '))).toEqual(
    toSnippet('…the many colours of a '),
  )
  expect(shortenLead(toSnippet('x'.repeat(60)))).toEqual(toSnippet(`…${'x'.repeat(24)}`))
  for (const short of [toSnippet('of the '), toSnippet()]) expect(shortenLead(short)).toEqual(short)
})

test('a hit in a response is shown without the marks of Markdown, its matches marked', () => {
  const piece = (text: string, found = false) => ({ text, found })
  expect(
    toPlainSnippet([
      piece('…s of **the '),
      piece('fox', true),
      piece('** in `List<'),
      piece('T', true),
      piece('>`'),
    ]),
  ).toEqual([piece('…s of the '), piece('fox', true), piece(' in List<'), piece('T', true), piece('>')])
  expect(toPlainSnippet([piece('Use '), piece('fox', true), piece(' in `List<T>…')])).toEqual([
    piece('Use '),
    piece('fox', true),
    piece(' in List<T>…'),
  ])
})
