// Stars, boards and saved searches: found, counted, restored, and gone with their items.
import { expect, test } from 'vitest'
import { ask, onDisk, openTestWorkspace } from '../workspace.fixture'
import {
  bear,
  countRows,
  draw,
  facets,
  fox,
  list,
  listComplete,
  makePng,
  openWithDrawings,
  pictureOf,
  titles,
} from './library.fixture'

async function openWithItems() {
  const { workspace } = await openWithDrawings({ 'A fox': fox, 'A bear': bear })
  await ask(workspace, 'What is a fox?')
  const items = await listComplete(workspace.app)
  const find = (title: string, kind: string) =>
    items.find((item) => item.title === title && item.kind === kind)?.id ?? ''
  const ids = {
    fox: find('A fox', 'image'),
    bear: find('A bear', 'image'),
    chat: find('What is a fox?', 'conversation'),
  }
  return { ...workspace, ids }
}

test('starred items and chats are found and counted with the other filters, and lose the star again', async () => {
  const { app, ids } = await openWithItems()
  await app.library.star({ ids: [ids.fox, ids.chat, 'nothing'], starred: true })
  expect(titles(list(app, { starred: true })).sort()).toEqual(['A fox', 'What is a fox?'])
  expect((await app.library.read({ ids: [ids.fox, ids.bear] })).map(({ starred }) => starred)).toEqual([
    true,
    false,
  ])
  expect(facets(app).starred).toBe(2)
  expect(facets(app, { kinds: ['image'] }).starred).toBe(1)
  expect(facets(app, { text: 'bear' }).starred).toBe(0)
  await app.library.star({ ids: [ids.fox], starred: false })
  expect(titles(list(app, { starred: true }))).toEqual(['What is a fox?'])
})

test('a session lists its images with their stars, and marks those in the trash that it still shows', async () => {
  const { app, workspace } = await openTestWorkspace()
  const first = await draw(workspace, { prompt: 'A fox', answer: [pictureOf(makePng(64, 48, 1))] })
  const { conversationId } = first
  const second = await draw(workspace, {
    prompt: 'In the snow',
    answer: [pictureOf(makePng(64, 48, 2))],
    after: first,
  })
  await draw(workspace, { prompt: 'A bear', answer: [pictureOf(makePng(64, 48, 3))] })
  const read = () => app.library.imagesOf({ conversationId })
  expect(read()).toMatchObject([
    { turnId: first.turnId, starred: false, isTrashed: false },
    { turnId: second.turnId, starred: false, isTrashed: false },
  ])
  const [fox, snow] = read().map(({ id }) => id)
  if (!fox || !snow) throw new Error('The session has no images.')
  await app.library.star({ ids: [snow], starred: true })
  // The first one is edited by the second, so the session still shows its place.
  await app.library.delete({ ids: [fox] })
  expect(read()).toMatchObject([
    { id: fox, starred: false, isTrashed: true },
    { id: snow, starred: true, isTrashed: false },
  ])
  await app.library.delete({ ids: [snow] })
  // It was the only one of its step, which offers to restore it.
  const [, trashed] = read()
  expect(trashed).toMatchObject({ id: snow, isTrashed: true })
  expect(app.chat.deletedTurns({ conversationId })).toMatchObject([{ turnId: trashed?.turnId }])
})

test('a board holds items and chats; deleting it keeps them, and undo restores it with them', async () => {
  const { app, ids } = await openWithItems()
  const { id } = app.library.createCollection({ name: 'Animals', filters: null })
  const other = app.library.createCollection({ name: 'aardvarks', filters: null })
  expect(app.library.listCollections().map(({ name }) => name)).toEqual(['aardvarks', 'Animals'])
  const both = [ids.fox, ids.chat]
  // Returns only the items that were added, so that undo leaves the others.
  const added = await app.library.addToBoard({ id, ids: [...both, 'nothing'] })
  expect(added.ids.sort()).toEqual(both.sort())
  expect(await app.library.addToBoard({ id, ids: [ids.fox] })).toEqual({ ids: [] })
  await app.library.addToBoard({ id: other.id, ids: [ids.bear] })
  expect(titles(list(app, { board: id })).sort()).toEqual(['A fox', 'What is a fox?'])
  // The numbers of all boards stay while one is open, and follow the other filters.
  const { boards } = facets(app, { board: id, kinds: ['image'] })
  expect(boards.map(({ value, count }) => [value, count])).toEqual(
    [id, other.id].sort().map((each) => [each, 1]),
  )
  app.library.renameCollection({ id, name: 'Zoo' })
  app.library.deleteCollection({ id })
  expect(app.library.listCollections().map(({ name }) => name)).toEqual(['aardvarks'])
  expect(list(app)).toHaveLength(5)
  await expect(app.library.addToBoard({ id, ids: [ids.bear] })).rejects.toThrow('Board not found.')
  app.library.restoreCollection({ id })
  expect(app.library.listCollections().map(({ name }) => name)).toEqual(['aardvarks', 'Zoo'])
  expect(await app.library.removeFromBoard({ id, ids: [ids.fox, ids.bear] })).toEqual({ ids: [ids.fox] })
  expect(titles(list(app, { board: id }))).toEqual(['What is a fox?'])
})

test('counts stars, tags and boards of any number of items; removing a tag names those that had it', async () => {
  const { app, ids } = await openWithItems()
  const { id } = app.library.createCollection({ name: 'Animals', filters: null })
  await app.library.addToBoard({ id, ids: [ids.fox, ids.chat] })
  await app.library.star({ ids: [ids.bear, ids.chat], starred: true })
  await app.library.tag({ ids: [ids.bear, ids.chat], add: ['rare'], remove: [] })
  await app.library.tag({ ids: [ids.fox], add: ['seen'], remove: [] })
  const many = Array.from({ length: 1_000 }, (_, index) => `unknown ${index}`)
  expect(await app.library.countMarks({ ids: [ids.fox, ...many, ids.chat] })).toEqual({
    starred: 1,
    tags: expect.arrayContaining([
      { value: 'rare', count: 1 },
      { value: 'seen', count: 1 },
    ]),
    boards: [{ value: id, count: 2 }],
  })
  const all = [ids.fox, ...many, ids.chat, ids.bear]
  const removed = await app.library.tag({ ids: all, add: [], remove: ['rare'] })
  expect(removed.ids.toSorted()).toEqual([ids.bear, ids.chat].toSorted())
  // Undone, the others are not tagged.
  expect(await app.library.tag({ ids: removed.ids, add: ['rare'], remove: [] })).toEqual(removed)
  expect(facets(app).tags).toContain('rare 2')
})

test('a permanently deleted item leaves its boards and has no star any longer', async () => {
  const { app, ids } = await openWithItems()
  const { id } = app.library.createCollection({ name: 'Animals', filters: null })
  const all = [ids.fox, ids.chat]
  await app.library.addToBoard({ id, ids: all })
  await app.library.star({ ids: all, starred: true })
  await app.library.delete({ ids: all })
  expect(facets(app)).toMatchObject({ starred: 0, boards: [] })
  await app.library.emptyTrash()
  expect(facets(app, { bin: true })).toMatchObject({ starred: 0, boards: [] })
  expect(list(app, { board: id, bin: true })).toEqual([])
})

test('a saved search keeps its filters; deleted ones are gone after a restart', async () => {
  const { app, folder } = await openWithItems()
  const filters = {
    text: 'fox',
    kinds: ['image' as const],
    models: [],
    tags: ['red'],
    starred: true,
    board: null,
    date: { span: 'week' as const, first: '', last: '' },
    hasFileProblem: false,
  }
  app.library.createCollection({ name: 'Foxes', filters })
  const deleted = app.library.createCollection({ name: 'Gone', filters })
  app.library.deleteCollection({ id: deleted.id })
  await app.close()
  const { app: next } = await openTestWorkspace({ folder })
  expect(next.library.listCollections()).toMatchObject([{ name: 'Foxes', kind: 'search', filters }])
  // Dropped after the work of the start.
  await expect.poll(() => countRows(folder, 'collections')).toBe(1)
})

test('only items that the demo generated are marked', async () => {
  const { app, folder, ids } = await openWithItems()
  onDisk(folder, ({ run }) =>
    run("UPDATE turns SET upstream = 'demo' WHERE id = (SELECT turn_id FROM items WHERE id = ?)", [ids.fox]),
  )
  const items = await app.library.read({ ids: [ids.fox, ids.bear, ids.chat] })
  expect(items.map(({ isDemo }) => isDemo)).toEqual([true, false, false])
})
