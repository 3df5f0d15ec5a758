// Images and their turns in a session: deleted together and restored together, in any order.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Workspace } from '../workspace'
import {
  onDisk,
  openTestWorkspace,
  read,
  respondNext,
  type TestWorkspace,
  waitUntilIdle,
} from '../workspace.fixture'
import { draw, list, listComplete, makePng, pictureOf } from './library.fixture'

const picture = (shade: number) => pictureOf(makePng(16, 16, shade))

/** A first step with two variations; two more steps follow the first of them. */
async function drawSession() {
  const { app, folder, workspace } = await openTestWorkspace()
  const first = await draw(workspace, { prompt: 'First', answer: [picture(10)] })
  const { conversationId } = first
  const other = await drawVariation(workspace, first)
  const second = await draw(workspace, { prompt: 'Second', answer: [picture(30)], after: first })
  const third = await draw(workspace, { prompt: 'Third', answer: [picture(40)], after: second })
  const items = await listComplete(app, { kinds: ['image'] })
  const itemOf = (turnId: string) => items.find((item) => item.turnId === turnId)?.id ?? ''
  return { app, folder, conversationId, first, other, second, third, itemOf }
}

async function drawVariation(
  { app, service }: TestWorkspace,
  { conversationId, turnId }: { conversationId: string; turnId: string },
) {
  const other = app.chat.regenerate({ conversationId, turnId })
  await respondNext(service, picture(20))
  await waitUntilIdle(app, conversationId)
  return other
}

const inTrash = (app: Workspace) => list(app, { bin: true, kinds: ['image'] }).map(({ id }) => id)
const isShown = (app: Workspace, conversationId: string, turnId: string) =>
  app.chat.turns({ conversationId, turnIds: [turnId] }).length === 1

test('an image deleted in the Library disappears from its session, and returns when restored', async () => {
  const { app, conversationId, other, third, itemOf } = await drawSession()
  const before = await read(app, conversationId)
  const ids = [itemOf(third.turnId), itemOf(other.turnId)]
  await app.library.delete({ ids })
  expect([other, third].map(({ turnId }) => isShown(app, conversationId, turnId))).toEqual([false, false])
  await app.library.restore({ ids })
  const { branch, alternates } = await read(app, conversationId)
  expect([branch, alternates]).toEqual([before.branch, before.alternates])
})

test('a deleted image that later steps were made from stays in its session', async () => {
  const { app, conversationId, first, third, itemOf } = await drawSession()
  const before = await read(app, conversationId)
  await app.library.delete({ ids: [itemOf(first.turnId)] })
  expect((await read(app, conversationId)).branch).toEqual(before.branch)
  expect([inTrash(app), isShown(app, conversationId, third.turnId)]).toEqual([[itemOf(first.turnId)], true])
})

test('the images of a deleted step go to the trash, and restoring one restores the steps before it', async () => {
  const { app, conversationId, first, second, third, itemOf } = await drawSession()
  const before = await read(app, conversationId)
  await app.chat.deleteTurn({ conversationId, turnId: before.branch[2] ?? '' })
  expect(inTrash(app).sort()).toEqual([itemOf(second.turnId), itemOf(third.turnId)].sort())
  await app.library.restore({ ids: [itemOf(third.turnId)] })
  expect((await read(app, conversationId)).branch).toEqual(before.branch)
  expect(inTrash(app)).toEqual([itemOf(second.turnId)])
  await app.library.restore({ ids: [itemOf(second.turnId)] })
  expect([inTrash(app), isShown(app, conversationId, first.turnId)]).toEqual([[], true])
})

test('an image that an earlier version deleted only in its session is restored there from the Library', async () => {
  const { app, folder, third, itemOf } = await drawSession()
  const id = itemOf(third.turnId)
  onDisk(folder, ({ exec }) => exec(`UPDATE turns SET deleted_at = 5 WHERE id = '${third.turnId}'`))
  expect(app.library.location({ id })).toMatchObject({ state: 'removed' })
  await app.library.restore({ ids: [id] })
  expect(app.library.location({ id })).toMatchObject({ state: 'shown' })
})

test('restoring a step leaves an image in the trash that was deleted before', async () => {
  const { app, conversationId, other, itemOf } = await drawSession()
  const { branch } = await read(app, conversationId)
  const step = { conversationId, turnId: branch[0] ?? '' }
  await app.library.delete({ ids: [itemOf(other.turnId)] })
  await app.chat.deleteTurn(step)
  expect(inTrash(app)).toHaveLength(4)
  await app.chat.restoreTurn(step)
  expect(inTrash(app)).toEqual([itemOf(other.turnId)])
  expect((await read(app, conversationId)).branch).toEqual(branch)
})

test('deletions of images, steps and sessions compose in any order', async () => {
  const { app, conversationId, first, other, second, third, itemOf } = await drawSession()
  const before = await read(app, conversationId)
  const items = [first, other, second, third].map(({ turnId }) => itemOf(turnId))
  const item = fc.constantFrom(...items)
  const turn = fc.constantFrom(...before.branch).map((turnId) => ({ conversationId, turnId }))
  const quietly = (work: Promise<unknown>) => work.catch(() => undefined)
  const change = fc.oneof(
    fc.array(item, { minLength: 1, maxLength: 2 }).map((ids) => () => app.library.delete({ ids })),
    item.map((id) => () => app.library.restore({ ids: [id] })),
    turn.map((step) => () => quietly(app.chat.deleteTurn(step))),
    turn.map((step) => () => quietly(app.chat.restoreTurn(step))),
    fc.constant(() => app.library.delete({ ids: [conversationId] })),
    fc.constant(() => app.library.restore({ ids: [conversationId] })),
  )
  const changes = fc.array(change, { minLength: 20, maxLength: 40 })
  const all = fc.shuffledSubarray([...items, conversationId], { minLength: 5 })
  const check = fc.asyncProperty(changes, all, async (deletions, order) => {
    for (const apply of deletions) await apply()
    for (const id of order) await app.library.restore({ ids: [id] })
    const { branch, alternates } = await read(app, conversationId)
    app.chat.switch({ conversationId, turnId: third.turnId })
    expect((await read(app, conversationId)).branch).toEqual(before.branch)
    expect([branch.length > 0, Object.values(alternates).length > 0, inTrash(app)]).toEqual([true, true, []])
  })
  // Each run starts with what the one before has restored.
  await fc.assert(check, { numRuns: 6, endOnFailure: true })
})
