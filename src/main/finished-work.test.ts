// Finished work as it is announced, with a real gateway, demo service, and database.
import { expect, onTestFinished, test } from 'vitest'
import { defaultNotifications, type NotificationSettings } from '#shared/schemas/settings'
import type { RunningWork } from '#workspace/running-work'
import { openTemporaryDesktop } from './desktop-api/temporary-desktop.fixture'
import { type FinishedWork, isAnnounced, watchFinishedWork } from './finished-work'
import { followRunningWork } from './work-progress'

async function open(pace = 'instant') {
  const desktop = await openTemporaryDesktop(pace)
  const { workspace } = desktop.application
  const finished: FinishedWork[] = []
  watchFinishedWork(workspace, (work) => finished.push(work))
  return { ...desktop, workspace, finished }
}

const textModel = { model: 'gen-2.5-flash' }
const imageModel = { model: 'gen-3-pro-image-preview', aspectRatio: '1:1', imageSize: '1K' }
const parts = [{ text: 'A paper boat.' }]

test('a chat is reported once its last response has ended, compared ones together', async () => {
  const { client, finished } = await open()
  const sent = await client.chat.compare({ conversationId: null, parts, columns: [textModel, textModel] })
  await expect.poll(() => finished.length).toBe(1)
  expect(finished[0]).toEqual({
    kind: 'responses',
    item: { type: 'chat', conversationId: sent.conversationId, turnId: expect.stringMatching(/./) },
    message: { title: '2 responses ready', body: 'A paper boat.' },
    isFailed: false,
    milliseconds: expect.any(Number),
  })
})

test('queued prompts belong to the same work, which ends with the last one', async () => {
  const { client, workspace, finished } = await open('200')
  const { conversationId } = await client.chat.send({ conversationId: null, parts, parameters: textModel })
  await client.chat.queue({ conversationId, parts: [{ text: 'And a tin one.' }], parameters: textModel })
  await expect.poll(() => workspace.countRunning(), { timeout: 30_000 }).toBe(0)
  expect(finished.map(({ message }) => message.title)).toEqual(['Response ready'])
})

test('a response that the user stops is not reported', async () => {
  const { client, workspace, finished } = await open('5')
  const { conversationId } = await client.chat.send({ conversationId: null, parts, parameters: textModel })
  await client.chat.stop({ conversationId })
  expect(workspace.countRunning()).toBe(0)
  expect(finished).toEqual([])
})

test('a step of an image session is reported once, with all its variations', async () => {
  const { client, finished } = await open()
  const step = { conversationId: null, after: null, parts, parameters: imageModel, variations: 3 }
  const { conversationId } = await client.images.draw(step)
  await expect.poll(() => finished.length).toBe(1)
  expect(finished[0]).toMatchObject({
    kind: 'images',
    item: { type: 'session', conversationId },
    message: { title: '3 images ready' },
  })
})

test('a run of an embedding set is reported, and a failed one with the reason', async () => {
  const { client, finished } = await open()
  const settings = { model: 'gen-embedding-001', taskType: null, outputDimensionality: 64 }
  const { id } = await client.embeddings.create({ name: 'Coasts', settings, columns: [] })
  await client.embeddings.insertRows({ id, rows: [{ text: 'sea' }, { text: 'sand' }] })
  await client.embeddings.run({ id })
  await expect.poll(() => finished.length).toBe(1)
  expect(finished[0]).toEqual({
    kind: 'embeddings',
    item: { type: 'job', panel: 'embeddings', jobId: id },
    message: { title: 'Embeddings ready', body: 'Coasts' },
    isFailed: false,
  })
  const broken = { ...settings, model: 'no-such-model' }
  const other = await client.embeddings.create({ name: 'Broken', settings: broken, columns: [] })
  await client.embeddings.insertRows({ id: other.id, rows: [{ text: 'sea' }] })
  await client.embeddings.run({ id: other.id })
  await expect.poll(() => finished.length).toBe(2)
  expect(finished[1]).toMatchObject({ message: { title: 'Embeddings failed' }, isFailed: true })
  expect(finished[1]?.message.body).toMatch(/^Broken\n.*no-such-model/)
})

test('running work is listed with its titles until nothing is running', async () => {
  const { client, workspace } = await open('20')
  const shown: (readonly RunningWork[])[] = []
  onTestFinished(followRunningWork(workspace, (running) => shown.push(running)))
  const { conversationId } = await client.chat.send({ conversationId: null, parts, parameters: textModel })
  await client.videos.create({ model: 'gen-video-3.1-fast-generate-preview', prompt: '[filtered] A fox.' })
  await expect.poll(() => shown.at(-1)?.length).toBe(2)
  expect(shown.at(-1)).toMatchObject([
    { kind: 'responses', title: 'A paper boat.', progress: null, item: { type: 'chat', conversationId } },
    { kind: 'videos', title: '[filtered] A fox.', progress: null, item: { type: 'job', panel: 'video' } },
  ])
  await client.chat.stop({ conversationId })
  await expect.poll(() => shown.at(-1)?.map(({ kind }) => kind)).toEqual(['videos'])
})

test('each switch turns off its kind only, and short chats are not announced', () => {
  const announces = (
    change: Partial<NotificationSettings>,
    work: Pick<FinishedWork, 'kind' | 'milliseconds'>,
  ) => isAnnounced(work, { ...defaultNotifications, ...change })
  const kinds = ['images', 'videos', 'transcriptions', 'embeddings'] as const
  for (const kind of kinds) {
    expect(announces({}, { kind })).toBe(true)
    expect(kinds.filter((other) => !announces({ [kind]: false }, { kind: other }))).toEqual([kind])
  }
  const toChat = (milliseconds: number) => ({ kind: 'responses', milliseconds }) as const
  expect([announces({}, toChat(19_999)), announces({}, toChat(20_000))]).toEqual([false, true])
  expect(announces({ responseSeconds: 0 }, toChat(0))).toBe(true)
  expect(announces({ responses: false }, toChat(60_000))).toBe(false)
})
