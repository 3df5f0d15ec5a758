// Pins, branches, and the outlines of drawings in the list.
import { expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
import { draw, hashOf, makePng, pictureOf } from '../library/library.fixture'
import {
  ask,
  openTestWorkspace,
  parameters,
  read,
  respondNext,
  startAnswer,
  waitUntil,
  waitUntilIdle,
  watch,
} from '../workspace.fixture'

test('pinned conversations come first, newest first, until they are unpinned', async () => {
  const { app, workspace } = await openTestWorkspace()
  const ids: string[] = []
  for (const text of ['One?', 'Two?', 'Three?']) ids.push((await ask(workspace, text)).conversationId)
  const [one = '', two = ''] = ids
  const titles = () => app.conversations.list().map(({ title }) => title)
  const viewer = watch(app, one)
  const pinned = app.conversations.pin({ conversationId: one, pinned: true })
  app.conversations.pin({ conversationId: two, pinned: true })
  expect(titles()).toEqual(['Two?', 'One?', 'Three?'])
  await waitUntil(viewer, ({ conversation }) => conversation.pinnedAt === pinned.pinnedAt)
  expect(app.conversations.pin({ conversationId: one, pinned: true })).toEqual(pinned)
  expect(app.conversations.rename({ conversationId: two, title: 'Renamed' }).pinnedAt).not.toBeNull()
  app.conversations.pin({ conversationId: two, pinned: false })
  expect(titles()).toEqual(['One?', 'Three?', 'Renamed'])
  expect(() => app.conversations.pin({ conversationId: 'none', pinned: true })).toThrow('Chat not found.')
})

test('branching copies the branch up to the turn into a new conversation', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { conversationId, turnId } = await ask(workspace, 'First?')
  await ask(workspace, 'Second?', conversationId)
  app.chat.regenerate({ conversationId, turnId })
  await respondNext(service, { text: 'Another', thoughtSignature: 's', novel: 1 })
  await waitUntilIdle(app, conversationId)
  const before = await read(app, conversationId)

  const copy = await app.conversations.branch({ conversationId, turnId: before.branch.at(-1) ?? '' })
  const branch = await read(app, copy.id)
  const rest = (turns: readonly Turn[]) =>
    turns.map(({ id: _, conversationId: __, parentId: ___, ...turn }) => turn)
  expect(copy).toMatchObject({ title: 'First? (branch)', pinnedAt: null, running: false, parameters })
  expect(rest(branch.turns)).toEqual(rest(before.turns))
  expect(branch.turns.map(({ parentId }) => parentId)).toEqual([null, branch.turns[0]?.id])
  expect(branch.alternates).toEqual({})
  expect(await read(app, conversationId)).toEqual(before)

  const next = await ask(workspace, 'Third?', copy.id)
  expect(next.body.contents.map(({ role }) => role)).toEqual(['user', 'model', 'user'])
  expect(app.conversations.list().map(({ id }) => id)).toEqual([copy.id, conversationId])
  await expect(app.conversations.branch({ conversationId, turnId: 'none' })).rejects.toThrow(
    'Message not found in this chat.',
  )
  app.conversations.rename({ conversationId, title: 'x'.repeat(200) })
  const { title } = await app.conversations.branch({ conversationId, turnId })
  expect([title.length, title.endsWith('x (branch)')]).toEqual([200, true])
})

test('a duplicate has all branches, and changes nothing in the original', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { conversationId, turnId } = await ask(workspace, 'First?')
  app.chat.regenerate({ conversationId, turnId })
  await respondNext(service, { text: 'Another' })
  await waitUntilIdle(app, conversationId)
  app.conversations.pin({ conversationId, pinned: true })
  const before = await read(app, conversationId)

  const copy = await app.conversations.duplicate({ conversationId })
  expect(copy).toMatchObject({ title: 'First? (copy)', pinnedAt: null, running: false, parameters })
  const copied = await read(app, copy.id)
  expect(copied.branch).toHaveLength(2)
  expect(Object.values(copied.alternates).map((ids) => ids.length)).toEqual([2])
  expect(copied.turns.map(({ parts }) => parts)).toEqual(before.turns.map(({ parts }) => parts))
  await ask(workspace, 'Second?', copy.id)
  expect(await read(app, conversationId)).toEqual(before)
  await expect(app.conversations.duplicate({ conversationId: 'none' })).rejects.toThrow('Chat not found.')
})

test('a branch and an export include the hidden answer that another one continues', async () => {
  const { app, service } = await openTestWorkspace()
  const { request, ...sent } = await startAnswer({ app, service }, { text: 'Count.' })
  await request.sendText('One, ')
  app.chat.stop(sent)
  const { turnId } = app.chat.continue(sent)
  await respondNext(service, { text: 'two.' })
  await waitUntilIdle(app, sent.conversationId)
  await app.chat.deleteTurn(sent)
  const { body } = await app.chat.request({ conversationId: sent.conversationId, turnId })
  expect(body).toContain('Continue it exactly')

  let text = ''
  const exported = { conversationId: sent.conversationId, format: 'json', fileName: 'x.json' } as const
  for await (const { content } of app.exports.write(exported))
    for await (const chunk of content) text += chunk
  const copies = [
    await app.conversations.branch({ conversationId: sent.conversationId, turnId }),
    await app.exports.import(text),
  ]
  for (const { id } of copies) {
    const copy = await read(app, id)
    expect([copy.turns.map(({ parts }) => parts[0]?.text), copy.alternates]).toEqual([
      ['Count.', 'One, two.'],
      {},
    ])
    const described = await app.chat.request({ conversationId: id, turnId: copy.branch.at(-1) ?? '' })
    expect(described.body).toBe(body)
  }
})

test('branching a running answer copies its partial text, and the answer keeps running', async () => {
  const { app, workspace } = await openTestWorkspace()
  const { request, ...turn } = await startAnswer(workspace)
  await request.sendText('Half')
  const copy = await app.conversations.branch(turn)
  expect((await read(app, copy.id)).turns.map(({ state }) => state)).toEqual(['complete', 'interrupted'])
  expect((await read(app, turn.conversationId)).turns[1]?.state).toBe('running')
  expect(copy.running).toBe(false)
})

const boat = makePng(8, 4, 10)
const night = makePng(8, 4, 20)
const noon = makePng(8, 4, 30)

test('a drawing has the count of its steps in all branches and the final picture of the first response', async () => {
  const { app, workspace } = await openTestWorkspace()
  await ask(workspace, 'Hello?')
  const first = await draw(workspace, {
    prompt: 'A boat',
    answer: [pictureOf(noon), { text: 'Here.' }, pictureOf(boat)],
  })
  await draw(workspace, { prompt: 'At night', answer: [pictureOf(night)], after: first })
  await draw(workspace, { prompt: 'At noon', answer: [{ text: 'No.' }], after: first })
  const outlines = () => app.conversations.list().map(({ drawing }) => drawing)
  expect(outlines()).toEqual([{ steps: 3, cover: { media: hashOf(boat), mimeType: 'image/png' } }, undefined])

  await app.chat.deleteTurn(first)
  expect(outlines()).toEqual([{ steps: 1, cover: null }, undefined])
})

test('a deleted folder leaves its conversations in the list, and returns with them', async () => {
  const { app, workspace } = await openTestWorkspace()
  const { conversationId: one } = await ask(workspace, 'One?')
  const { conversationId: two } = await ask(workspace, 'Two?')
  const folderOf = (id: string) => app.conversations.list().find((each) => each.id === id)?.folderId
  const work = app.folders.create({ name: 'Work' })
  const art = app.folders.create({ name: 'art' })
  expect(app.folders.list()).toEqual([art, work])
  for (const name of ['work', 'ART']) expect(() => app.folders.create({ name })).toThrow('already used')
  expect(() => app.folders.rename({ id: art.id, name: 'WORK' })).toThrow('already used')
  expect(app.folders.rename({ id: art.id, name: 'Art' })).toEqual({ id: art.id, name: 'Art' })

  app.conversations.move({ moves: [{ conversationIds: [one, two, 'none'], folderId: work.id }] })
  expect([folderOf(one), folderOf(two)]).toEqual([work.id, work.id])
  app.folders.delete({ id: work.id })
  expect([folderOf(one), folderOf(two)]).toEqual([null, null])
  expect(() => app.conversations.move({ moves: [{ conversationIds: [one], folderId: work.id }] })).toThrow(
    'Folder not found.',
  )
  app.conversations.move({ moves: [{ conversationIds: [two], folderId: art.id }] })
  app.folders.restore({ id: work.id })
  expect([folderOf(one), folderOf(two)]).toEqual([work.id, art.id])
  app.conversations.move({ moves: [{ conversationIds: [one], folderId: null }] })
  expect(folderOf(one)).toBeNull()
})

test('a restored folder gets an unused name, and deleted ones are gone after the next start', async () => {
  const { app, folder } = await openTestWorkspace()
  const work = app.folders.create({ name: 'Work' })
  app.folders.delete(work)
  app.folders.create({ name: 'work' })
  app.folders.create({ name: 'WORK (2)' })
  expect(app.folders.restore(work)).toEqual({ id: work.id, name: 'Work (3)' })
  expect(app.folders.list().map(({ name }) => name)).toEqual(['work', 'WORK (2)', 'Work (3)'])
  const old = app.folders.create({ name: 'Old' })
  app.folders.delete(old)
  await app.close()
  const again = await openTestWorkspace({ folder })
  await again.app.library.reconcile()
  expect(() => again.app.folders.restore(old)).toThrow('Folder not found.')
  expect(again.app.folders.list()).toHaveLength(3)
})

test('a copy has the folder and the tags of its original, and a search can require tags', async () => {
  const { app, workspace } = await openTestWorkspace()
  const { conversationId } = await ask(workspace, 'Herons?')
  await ask(workspace, 'Herons again?')
  const { id: folderId } = app.folders.create({ name: 'Birds' })
  app.conversations.move({ moves: [{ conversationIds: [conversationId], folderId }] })
  await app.library.tag({ ids: [conversationId], add: ['weir', 'blue'], remove: [] })
  const copy = await app.conversations.duplicate({ conversationId })
  expect(copy).toMatchObject({ folderId, tags: ['blue', 'weir'] })
  expect(app.conversations.list().find(({ id }) => id === copy.id)).toEqual(copy)
  const find = (...tags: string[]) =>
    new Set(
      app.conversations
        .search({ query: 'heron', kind: 'chat', limit: 50, tags })
        .map((hit) => hit.conversationId),
    )
  expect(find().size).toBe(3)
  expect(find('weir', 'blue')).toEqual(new Set([conversationId, copy.id]))
  expect(find('weir', 'red')).toEqual(new Set())
})

test('pages of the list are the list: pinned ones first, and drawings with their outlines', async () => {
  const { app, workspace } = await openTestWorkspace()
  const ids: string[] = []
  for (const text of ['One?', 'Two?', 'Three?', 'Four?'])
    ids.push((await ask(workspace, text)).conversationId)
  await draw(workspace, { prompt: 'A fox', answer: [pictureOf(boat)] })
  app.conversations.pin({ conversationId: ids[1] ?? '', pinned: true })
  const pages = []
  for (const offset of [0, 2, 4, 6]) pages.push(await app.conversations.listPage({ offset, limit: 2 }))
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1, 0])
  expect(pages.flat()).toEqual(app.conversations.list())
  expect(pages[0]?.[0]?.id).toBe(ids[1])
})
