// Runs as the service receives them: requests, batches, retries, errors and cached vectors.
import { expect, test } from 'vitest'
import { readBlock } from '#shared/vectors/vector-block'
import type { PendingRequest } from '../scripted-service.fixture'
import { openClock } from '../videos/video.fixture'
import { onDisk, openTestWorkspace } from '../workspace.fixture'
import {
  addTexts,
  describeRows,
  makeSet,
  openSet,
  readNumbers,
  readRows,
  readVectors,
  runSet,
  serverSettings,
  settings,
  textOf,
  untilIdle,
  vendor,
  waitUntilSet,
} from './embeddings.fixture'

/** Distinguishes texts by their length. */
const giveLength = (pending: PendingRequest) => pending.sendVectors([textOf(pending).length, 0.5])

test('sends one request per text with nothing but the settings, and saves the vector of the response', async () => {
  const { app, service, workspace, id } = await openSet(['Grüße, Welt'])
  await app.embeddings.run({ id })
  const pending = await service.next()
  expect({ ...pending.request, body: pending.body, signal: 0 }).toEqual({
    method: 'POST',
    path: '/v1/v1beta/models/gen-embedding-001:embedContent',
    headers: { 'content-type': 'application/json' },
    body: { content: { parts: [{ text: 'Grüße, Welt' }] } },
    signal: 0,
  })
  pending.sendVectors([0.25, -0.5])
  expect(await untilIdle(workspace, id)).toMatchObject({
    counts: { rows: 1, done: 1, failed: 0, empty: 0, cached: 0 },
    dimensions: [2],
    upstream: { kind: 'demo', id: 'demo' },
  })
  const { dimensions, rowIds, values } = readBlock(await readVectors(workspace, id, 2))
  expect({ dimensions, rowIds: [...rowIds], values: [...values] }).toEqual({
    dimensions: 2,
    rowIds: [1],
    values: [0.25, -0.5],
  })
})

test('sends the task type and dimensions if set, and a title only with documents', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const settings = { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 2, model: 'models/mine' } as const
  const id = await makeSet(workspace, [], settings)
  const row = { text: 'Body', title: 'Head', cells: [] }
  await app.embeddings.insertRows({ id, rows: [row] })
  await app.embeddings.run({ id })
  const document = await service.next()
  document.sendVectors([1, 2])
  await untilIdle(workspace, id)
  await app.embeddings.setSettings({ id, settings: { ...settings, taskType: 'CLUSTERING' } })
  await app.embeddings.run({ id })
  const cluster = await service.next()
  expect([document.request.path, document.body, cluster.body]).toEqual([
    '/v1/v1beta/models/mine:embedContent',
    {
      content: { parts: [{ text: 'Body' }] },
      taskType: 'RETRIEVAL_DOCUMENT',
      title: 'Head',
      outputDimensionality: 2,
    },
    { content: { parts: [{ text: 'Body' }] }, taskType: 'CLUSTERING', outputDimensionality: 2 },
  ])
})

test('sends batches to the vendor, and the texts of a rejected batch individually', async () => {
  const { app, service, workspace, id } = await openSet(['one', 'bad', 'three'], {}, { settings: vendor })
  await app.embeddings.run({ id })
  const batch = await service.next()
  const request = (text: string) => ({ model: 'models/gen-embedding-001', content: { parts: [{ text }] } })
  expect([batch.request.path, batch.body]).toEqual([
    '/v1/v1beta/models/gen-embedding-001:batchEmbedContents',
    { requests: ['one', 'bad', 'three'].map(request) },
  ])
  service.answerWith((pending) =>
    textOf(pending) === 'bad'
      ? pending.answer(400, { error: { code: 400, message: 'Not this one.', status: 'INVALID_ARGUMENT' } })
      : giveLength(pending),
  )
  batch.answer(400, { error: { code: 400, message: 'One is bad.', status: 'INVALID_ARGUMENT' } })
  await untilIdle(workspace, id)
  expect([describeRows(workspace, id), service.count()]).toEqual([
    ['one done', 'bad failed Not this one.', 'three done'],
    4,
  ])
})

test('a batch has at most 100 texts, and fewer if the vectors are long', async () => {
  const sizes: number[] = []
  for (const outputDimensionality of [8, null]) {
    const workspace = await openTestWorkspace({ settings: vendor })
    const texts = Array.from({ length: 150 }, (_, at) => `Text ${at}`)
    const id = await makeSet(workspace, texts, { outputDimensionality })
    workspace.service.answerWith((pending) => {
      const { requests } = pending.body
      sizes.push(requests.length)
      pending.sendVectors(...requests.map((_, at) => [at]))
    })
    await workspace.app.embeddings.run({ id })
    expect((await untilIdle(workspace, id)).counts.done).toBe(150)
  }
  expect(sizes).toEqual([100, 50, 32, 32, 32, 32, 22])
})

test('the same text is requested once: within a set, in another set, and after it was typed again', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  service.answerWith(giveLength)
  const id = await makeSet(workspace, ['same', 'same', 'other', '  '])
  await runSet(workspace, id)
  const twice = await makeSet(workspace, ['other', 'new'])
  await runSet(workspace, twice)
  expect([describeRows(workspace, id), describeRows(workspace, twice), service.count()]).toEqual([
    ['same done', 'same done cached', 'other done', '   empty'],
    ['other done cached', 'new done'],
    3,
  ])
  const row = { title: null, cells: [] }
  app.embeddings.editRow({ id, rowId: 3, row: { ...row, text: 'changed' } })
  expect(app.embeddings.editRow({ id, rowId: 3, row: { ...row, text: 'other' } })).toMatchObject({
    state: 'done',
    cached: true,
  })
})

test('at most six requests run concurrently, across all sets', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const texts = (name: string) => Array.from({ length: 10 }, (_, at) => `${name} ${at}`)
  const [one, other] = [await makeSet(workspace, texts('a')), await makeSet(workspace, texts('b'))]
  await app.embeddings.run({ id: one })
  await app.embeddings.run({ id: other })
  const calls = [await service.next()]
  while (calls.length < 6) calls.push(await service.next())
  await waitUntilSet(workspace, one, () => readRows(workspace, one).some(({ state }) => state === 'running'))
  expect(service.count()).toBe(6)
  service.answerWith(giveLength)
  for (const call of calls) giveLength(call)
  await untilIdle(workspace, one)
  expect((await untilIdle(workspace, other)).counts.done).toBe(10)
  expect(service.count()).toBe(20)
})

test.each(['cancelling', 'closing'])(
  '%s ends a run and its requests; saved vectors stay, and nothing resumes',
  async (how) => {
    let workspace = await openTestWorkspace()
    const { app, service, folder } = workspace
    const id = await makeSet(workspace, ['one', 'two'])
    await app.embeddings.run({ id })
    const [one, two] = [await service.next(), await service.next()]
    one.sendVectors([1])
    await waitUntilSet(workspace, id, ({ counts }) => counts.done === 1)
    if (how === 'closing') {
      await app.close()
      workspace = await openTestWorkspace({ folder })
    } else app.embeddings.cancel({ id })
    await untilIdle(workspace, id)
    expect([two.request.signal.aborted, describeRows(workspace, id)]).toEqual([
      true,
      ['one done', 'two waiting'],
    ])
    expect(workspace.service.count()).toBe(how === 'closing' ? 0 : 2)
  },
)

test('a failed row has its error, and only failed and selected rows are requested again', async () => {
  const { service, workspace } = await openTestWorkspace()
  let hasRecovered = false
  service.answerWith((pending) => {
    if (hasRecovered || textOf(pending) !== 'two') giveLength(pending)
    else pending.answer(500, { error: { code: 500, message: 'Something broke.', status: 'INTERNAL' } })
  })
  const id = await makeSet(workspace, ['one', 'two'])
  await runSet(workspace, id)
  expect(describeRows(workspace, id)).toEqual(['one done', 'two failed Something broke.'])
  hasRecovered = true
  await addTexts(workspace, id, ['three'])
  await runSet(workspace, id, { rowIds: [2] })
  expect([describeRows(workspace, id), service.count()]).toEqual([
    ['one done', 'two done', 'three waiting'],
    3,
  ])
})

test('an error that concerns every request ends the run, and the other rows wait', async () => {
  const { service, workspace } = await openTestWorkspace()
  service.answerWith((pending) =>
    pending.answer(401, { error: { code: 401, message: 'No such key.', status: 'UNAUTHENTICATED' } }),
  )
  const id = await makeSet(
    workspace,
    Array.from({ length: 50 }, (_, at) => `Text ${at}`),
  )
  const { counts } = await runSet(workspace, id)
  expect([counts.failed, service.count(), readRows(workspace, id)[0]?.error]).toEqual([6, 6, 'No such key.'])
})

test('a rate limit: the run waits as long as Retry-After says, reports until when, and continues', async () => {
  const clock = openClock({ manual: true })
  const { app, service, workspace, id } = await openSet(
    ['one'],
    {},
    { timer: clock.timer, now: () => clock.now },
  )
  await app.embeddings.run({ id })
  const limited = await service.next()
  const error = { code: 429, message: 'Slowly.', status: 'RESOURCE_EXHAUSTED' }
  limited.answer(429, { error }, { 'retry-after': '30' })
  expect((await waitUntilSet(workspace, id, ({ waitsUntil }) => waitsUntil !== undefined)).waitsUntil).toBe(
    1_030_000,
  )
  expect(clock.delays).toContain(30_000)
  clock.fireNext()
  const again = await service.next()
  again.sendVectors([1])
  expect(await untilIdle(workspace, id)).toMatchObject({ counts: { done: 1 } })
})

test('a text over the model’s limit is counted and fails, and the others are embedded', async () => {
  const { service, workspace, id } = await openSet(['word '.repeat(3000), 'short'])
  service.answerWith((pending) => {
    if (pending.request.path.endsWith(':countTokens')) pending.answer(200, { totalTokens: 3000 })
    else giveLength(pending)
  })
  await runSet(workspace, id)
  const [long, short] = readRows(workspace, id)
  expect([long?.state, long?.error, short?.state]).toEqual([
    'failed',
    'This text has 3,000 tokens. Gen Embedding 001 accepts up to 2,048. Shorten it or split it into several rows.',
    'done',
  ])
})

test('the response to a text that was edited meanwhile is not used for the new text', async () => {
  const { app, service, workspace, id } = await openSet(['old'])
  await app.embeddings.run({ id })
  const pending = await service.next()
  app.embeddings.editRow({ id, rowId: 1, row: { text: 'new', title: null, cells: [] } })
  pending.sendVectors([1])
  await untilIdle(workspace, id)
  expect(describeRows(workspace, id)).toEqual(['new waiting'])
})

test('a response without a vector fails the row', async () => {
  const workspace = await openTestWorkspace()
  const bodies = ['<html>', { embedding: { values: ['0.1'] } }, { embedding: { values: [] } }, { data: [] }]
  const id = await makeSet(
    workspace,
    bodies.map((_, at) => `Text ${at}`),
  )
  workspace.service.answerWith((pending) => pending.answer(200, bodies[Number(textOf(pending).at(-1))]))
  await runSet(workspace, id)
  const failed = 'failed The provider returned an invalid embedding.'
  expect(describeRows(workspace, id)).toEqual(bodies.map((_, at) => `Text ${at} ${failed}`))
})

/** A server with a default model for embeddings, which the tests change. */
async function openServer(defaultModel = 'nomic') {
  const server = { defaultModel, listed: true, sent: [] as string[] }
  const opened = await openTestWorkspace({
    resolveServerModel: async (name) =>
      !server.listed ? undefined : name === settings.model ? server.defaultModel : name,
    settings: serverSettings,
  })
  opened.service.answerWith((pending) => {
    const { defaultModel: model } = server
    server.sent.push(`${textOf(pending)} to ${model}`)
    const numbers = model === 'nomic' ? [1, textOf(pending).length] : [9, textOf(pending).length]
    pending.answer(200, { embedding: { values: numbers } }, { 'x-upstream-model': model })
  })
  const changeDefault = (model: string) => {
    server.defaultModel = model
    opened.app.changes.emit('models')
  }
  return { ...opened, server, changeDefault }
}

test('a changed default model makes the rows of an open set not run, and returns their vectors with the old one', async () => {
  const { workspace, server, changeDefault } = await openServer()
  const id = await makeSet(workspace, ['one', 'two!'])
  await runSet(workspace, id)
  await addTexts(workspace, id, ['three'])
  const isOf = (model: string, done: number) =>
    waitUntilSet(workspace, id, ({ upstream, counts }) => upstream?.model === model && counts.done === done)
  const changed = isOf('mxbai', 0)
  changeDefault('mxbai')
  expect(await changed).toMatchObject({
    upstream: { previous: 'gen-embedding-001 → nomic at Mine (one.example)' },
  })
  expect(describeRows(workspace, id)).toEqual(['one waiting', 'two! waiting', 'three waiting'])
  await runSet(workspace, id, { rowIds: [3] })
  expect([await readNumbers(workspace, id, 2), server.sent.at(-1)]).toEqual([[9, 5], 'three to mxbai'])
  const back = isOf('nomic', 2)
  changeDefault('nomic')
  await back
  expect(describeRows(workspace, id)).toEqual(['one done cached', 'two! done cached', 'three waiting'])
  expect(await readNumbers(workspace, id, 2)).toEqual([1, 3, 1, 4])
  const again = isOf('mxbai', 1)
  changeDefault('mxbai')
  await again
  expect([describeRows(workspace, id), server.sent]).toEqual([
    ['one waiting', 'two! waiting', 'three done cached'],
    ['one to nomic', 'two! to nomic', 'three to mxbai'],
  ])
})

test.each(['after the run began', 'while the list is unknown'])(
  'a default model that changes unnoticed, %s, is known from the response, and its vectors are not mixed or lost',
  async (when) => {
    const { app, workspace, server } = await openServer()
    const id = await makeSet(workspace, ['one'])
    await runSet(workspace, id)
    await addTexts(workspace, id, ['two!'])
    server.listed = when !== 'while the list is unknown'
    // The run resolves the old model; the gateway sends the new one.
    const running = app.embeddings.run({ id })
    server.defaultModel = 'mxbai'
    await running
    await untilIdle(workspace, id)
    server.listed = true
    app.changes.emit('models')
    await waitUntilSet(
      workspace,
      id,
      ({ upstream, counts }) => upstream?.model === 'mxbai' && counts.done === 1,
    )
    expect(describeRows(workspace, id)).toEqual(['one waiting', 'two! done cached'])
    expect(await readNumbers(workspace, id, 2)).toEqual([9, 4])
    expect(server.sent).toEqual(['one to nomic', 'two! to mxbai'])
  },
)

test('vectors of an earlier version count as those of the requested model, and a set of several is not mixed', async () => {
  const { app, folder, workspace } = await openServer(settings.model)
  const id = await makeSet(workspace, ['one'])
  await runSet(workspace, id)
  await app.close()
  onDisk(folder, ({ run }) => run("UPDATE embedding_sets SET upstream = json_remove(upstream, '$.model')"))
  for (const [model, state] of [
    [settings.model, 'done'],
    ['nomic', 'waiting'],
    [settings.model, 'done cached'],
  ] as const) {
    const again = await openTestWorkspace({ folder, resolveServerModel: async () => model })
    await waitUntilSet(again, id, ({ upstream }) => upstream?.model === model)
    await waitUntilSet(again, id, ({ counts }) => counts.done === (state === 'waiting' ? 0 : 1))
    expect(describeRows(again, id)).toEqual([`one ${state}`])
    await again.app.close()
  }
})

test('another provider makes the rows not run, and returns their vectors when it is selected again', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  service.answerWith((pending) => {
    const { requests } = pending.body
    if (requests) pending.sendVectors(...requests.map(() => [7]))
    else giveLength(pending)
  })
  const id = await makeSet(workspace, ['one'])
  await runSet(workspace, id)
  app.settings.update(vendor)
  await addTexts(workspace, id, ['two'])
  await expect(app.embeddings.query({ id, text: 'Which?' })).rejects.toThrow('can’t be compared')
  // Nobody has seen that the rows are not run, so nothing is billed for them.
  await expect(app.embeddings.run({ id })).rejects.toThrow('can’t be compared')
  expect(describeRows(workspace, id)).toEqual(['one waiting', 'two waiting'])
  expect((await runSet(workspace, id)).upstream).toMatchObject({
    id: 'vendor',
    model: 'gemini-embedding-001',
  })
  expect(await readNumbers(workspace, id, 1)).toEqual([7, 7])
  app.settings.update({ upstream: { kind: 'demo' } })
  await waitUntilSet(workspace, id, ({ upstream }) => upstream?.id === 'demo')
  await runSet(workspace, id)
  expect([describeRows(workspace, id), service.count()]).toEqual([['one done cached', 'two done'], 3])
})

test('a profile with another URL counts as another service, with a cache of its own', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const setBaseUrl = (baseUrl: string) =>
    app.settings.update({
      services: [{ id: 'service', name: 'Mine', baseUrl }],
      upstream: { kind: 'service', profile: 'service' },
    })
  setBaseUrl('https://one.example')
  const id = await makeSet(workspace, ['text'])
  await app.embeddings.run({ id })
  ;(await service.next()).sendVectors([1])
  const embedded = await untilIdle(workspace, id)
  expect(embedded.upstream).toEqual({
    kind: 'service',
    id: 'service',
    label: 'Mine (one.example)',
    address: 'https://one.example',
    model: 'gen-embedding-001',
  })
  setBaseUrl('https://other.example')
  await waitUntilSet(workspace, id, ({ counts }) => counts.done === 0)
  await app.embeddings.run({ id })
  ;(await service.next()).sendVectors([2])
  await untilIdle(workspace, id)
  expect(await readNumbers(workspace, id, 1)).toEqual([2])
  setBaseUrl('https://one.example')
  await waitUntilSet(workspace, id, ({ upstream }) => upstream?.address === 'https://one.example')
  await waitUntilSet(workspace, id, ({ counts }) => counts.done === 1)
  expect([...readBlock(await readVectors(workspace, id, 1)).values, service.count()]).toEqual([1, 2])
})

test('requests the vector of a question once, with the model and dimensions of the set and a task type', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const sent: unknown[] = []
  service.answerWith((pending) => {
    sent.push(pending.body)
    pending.sendVectors([0.5, 0.25])
  })
  const dimensions = { outputDimensionality: 2 }
  const documents = await makeSet(workspace, [], { ...dimensions, taskType: 'RETRIEVAL_DOCUMENT' })
  const similar = await makeSet(workspace, [], { ...dimensions, taskType: 'SEMANTIC_SIMILARITY' })
  const none = await makeSet(workspace, [], dimensions)
  const ask = (id: string) => app.embeddings.query({ id, text: 'Which?' })
  expect([await ask(documents), await ask(documents)]).toEqual([
    { vector: [0.5, 0.25], cached: false },
    { vector: [0.5, 0.25], cached: true },
  ])
  for (const id of [similar, none]) await ask(id)
  // A task type that is given replaces that of the set.
  await app.embeddings.query({ id: documents, text: 'Which?', taskType: 'QUESTION_ANSWERING' })
  await app.embeddings.query({ id: similar, text: 'Which?', taskType: null })
  const body = { content: { parts: [{ text: 'Which?' }] }, ...dimensions }
  expect(sent).toEqual([
    { ...body, taskType: 'RETRIEVAL_QUERY' },
    { ...body, taskType: 'SEMANTIC_SIMILARITY' },
    body,
    { ...body, taskType: 'QUESTION_ANSWERING' },
  ])
})

test('a vector of another length than the others fails its row with the reason, and is not cached', async () => {
  const { app, service, workspace, id } = await openSet(['one'])
  await app.embeddings.run({ id })
  ;(await service.next()).sendVectors([1, 2])
  await untilIdle(workspace, id)
  const [added = 0] = await addTexts(workspace, id, ['two'])
  await app.embeddings.run({ id })
  ;(await service.next()).sendVectors([1, 2, 3])
  const { dimensions, counts } = await untilIdle(workspace, id)
  expect([dimensions, counts.failed]).toEqual([[2], 1])
  expect(describeRows(workspace, id)).toEqual([
    'one done',
    'two failed The provider returned 3 dimensions, but the other vectors of this set have 2. Check the model, then retry this row.',
  ])
  await app.embeddings.run({ id, rowIds: [added] })
  ;(await service.next()).sendVectors([3, 4])
  await untilIdle(workspace, id)
  expect([describeRows(workspace, id), service.count()]).toEqual([['one done', 'two done'], 3])
})

test('a run of vectors of other lengths stops instead of paying for every row', async () => {
  const { service, workspace } = await openTestWorkspace()
  const texts = Array.from({ length: 60 }, (_, at) => `text ${at}`)
  const id = await makeSet(workspace, ['first', ...texts])
  service.answerWith((pending) => pending.sendVectors(textOf(pending) === 'first' ? [1] : [1, 2]))
  await runSet(workspace, id, { rowIds: [1] })
  const { counts } = await runSet(workspace, id)
  expect([counts.done, counts.failed >= 20, counts.failed <= 26]).toEqual([1, true, true])
})
