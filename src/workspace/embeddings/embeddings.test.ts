// Runs as a service sees them: what is asked, how often, what comes of refusals, and what is never paid twice.
import { expect, test } from 'vitest'
import { readBlock } from '#shared/vectors/vector-block'
import {
  addTexts,
  makeSet,
  openEmbeddingWorkspace,
  type PendingRequest,
  publishRows,
  readRows,
  readVectors,
  textOf,
  untilIdle,
  vendor,
  waitUntilSet,
} from './embeddings.fixture'

/** Told apart by its first number, which is the text's length. */
const giveLength = (asked: PendingRequest) => asked.give([textOf(asked).length, 0.5])

test('one call a text, with nothing in it but what was set; its answer is the row’s vector', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const id = await makeSet(studio, ['Grüße, Welt'])
  await app.embeddings.run({ id })
  const asked = await service.next()
  expect({ ...asked.call, body: asked.body, signal: 0 }).toEqual({
    method: 'POST',
    path: '/v1/v1beta/models/gen-embedding-001:embedContent',
    headers: { 'content-type': 'application/json' },
    body: { content: { parts: [{ text: 'Grüße, Welt' }] } },
    signal: 0,
  })
  asked.give([0.25, -0.5])
  expect(await untilIdle(studio, id)).toMatchObject({
    counts: { rows: 1, done: 1, failed: 0, empty: 0, cached: 0 },
    dimensions: [2],
    upstream: { kind: 'demo', id: 'demo' },
  })
  const { dimensions, rowIds, values } = readBlock(await readVectors(studio, id, 2))
  expect({ dimensions, rowIds: [...rowIds], values: [...values] }).toEqual({
    dimensions: 2,
    rowIds: [1],
    values: [0.25, -0.5],
  })
})

test('what was set goes along; a title only with documents', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const chosen = { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 2, model: 'models/mine' } as const
  const id = await makeSet(studio, [], chosen)
  const row = { text: 'Body', title: 'Head', cells: [] }
  await app.embeddings.insertRows({ id, before: null, rows: [row] })
  await app.embeddings.run({ id })
  const document = await service.next()
  document.give([1, 2])
  await untilIdle(studio, id)
  await app.embeddings.setSettings({ id, settings: { ...chosen, taskType: 'CLUSTERING' } })
  await app.embeddings.run({ id })
  const cluster = await service.next()
  expect([document.call.path, document.body, cluster.body]).toEqual([
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

test('the vendor is asked for many at once, in batches that name the model; what one of them breaks is asked singly', async () => {
  const studio = await openEmbeddingWorkspace({ settings: vendor })
  const { app, service } = studio
  const id = await makeSet(studio, ['one', 'bad', 'three'])
  await app.embeddings.run({ id })
  const batch = await service.next()
  const request = (text: string) => ({ model: 'models/gen-embedding-001', content: { parts: [{ text }] } })
  expect([batch.call.path, batch.body]).toEqual([
    '/v1/v1beta/models/gen-embedding-001:batchEmbedContents',
    { requests: ['one', 'bad', 'three'].map(request) },
  ])
  service.answerWith((asked) =>
    textOf(asked) === 'bad'
      ? asked.answer(400, { error: { code: 400, message: 'Not this one.', status: 'INVALID_ARGUMENT' } })
      : giveLength(asked),
  )
  batch.answer(400, { error: { code: 400, message: 'One is bad.', status: 'INVALID_ARGUMENT' } })
  await untilIdle(studio, id)
  expect([publishRows(studio, id), service.count()]).toEqual([
    ['one done', 'bad failed Not this one.', 'three done'],
    4,
  ])
})

test('a batch holds a hundred texts at most, and fewer where each vector is long', async () => {
  const sizes: number[] = []
  for (const outputDimensionality of [8, null]) {
    const studio = await openEmbeddingWorkspace({ settings: vendor })
    const texts = Array.from({ length: 150 }, (_, at) => `Text ${at}`)
    const id = await makeSet(studio, texts, { outputDimensionality })
    studio.service.answerWith((asked) => {
      const { requests } = asked.body as { requests: unknown[] }
      sizes.push(requests.length)
      asked.give(...requests.map((_, at) => [at]))
    })
    await studio.app.embeddings.run({ id })
    expect((await untilIdle(studio, id)).counts.done).toBe(150)
  }
  expect(sizes).toEqual([100, 50, 32, 32, 32, 32, 22])
})

test('the same is asked for once: twice in a set, again in another set, and after it was typed back', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  service.answerWith(giveLength)
  const id = await makeSet(studio, ['same', 'same', 'other', '  '])
  await app.embeddings.run({ id })
  await untilIdle(studio, id)
  const twice = await makeSet(studio, ['other', 'new'])
  await app.embeddings.run({ id: twice })
  await untilIdle(studio, twice)
  expect([publishRows(studio, id), publishRows(studio, twice), service.count()]).toEqual([
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

test('settings that are changed take the vectors away, and bring them back when they are as before', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  service.answerWith(giveLength)
  const id = await makeSet(studio, ['one', 'two'])
  await app.embeddings.run({ id })
  const before = await untilIdle(studio, id)
  const changed = await app.embeddings.setSettings({
    id,
    settings: { ...before.settings, taskType: 'CLUSTERING' },
  })
  expect([changed.counts.done, changed.dimensions]).toEqual([0, []])
  const back = await app.embeddings.setSettings({ id, settings: before.settings })
  expect([back.counts, service.count()]).toEqual([{ ...before.counts, cached: 2 }, 2])
})

test('six calls are under way at once, whichever sets they are for', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const texts = (name: string) => Array.from({ length: 10 }, (_, at) => `${name} ${at}`)
  const [one, other] = [await makeSet(studio, texts('a')), await makeSet(studio, texts('b'))]
  await app.embeddings.run({ id: one })
  await app.embeddings.run({ id: other })
  const calls = [await service.next()]
  while (calls.length < 6) calls.push(await service.next())
  await waitUntilSet(studio, one, () => readRows(studio, one).some(({ state }) => state === 'running'))
  expect(service.count()).toBe(6)
  service.answerWith(giveLength)
  for (const call of calls) giveLength(call)
  await untilIdle(studio, one)
  expect((await untilIdle(studio, other)).counts.done).toBe(10)
  expect(service.count()).toBe(20)
})

test('a run that is cancelled is aborted to the socket; what has come stays, the rest waits', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const id = await makeSet(studio, ['one', 'two'])
  await app.embeddings.run({ id })
  const [one, two] = [await service.next(), await service.next()]
  one.give([1])
  await waitUntilSet(studio, id, ({ counts }) => counts.done === 1)
  app.embeddings.cancel({ id })
  await untilIdle(studio, id)
  expect([two.call.signal.aborted, publishRows(studio, id)]).toEqual([true, ['one done', 'two waiting']])
})

test('a row that fails says why, and only failed and named ones are asked for again', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  let isWell = false
  service.answerWith((asked) => {
    if (isWell || textOf(asked) !== 'two') giveLength(asked)
    else asked.answer(500, { error: { code: 500, message: 'Something broke.', status: 'INTERNAL' } })
  })
  const id = await makeSet(studio, ['one', 'two'])
  await app.embeddings.run({ id })
  await untilIdle(studio, id)
  expect(publishRows(studio, id)).toEqual(['one done', 'two failed Something broke.'])
  isWell = true
  await addTexts(studio, id, ['three'])
  await app.embeddings.run({ id, rowIds: [2] })
  await untilIdle(studio, id)
  expect([publishRows(studio, id), service.count()]).toEqual([['one done', 'two done', 'three waiting'], 3])
})

test('what all calls would be refused for ends the run: the rest waits, and is not asked for', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  service.answerWith((asked) =>
    asked.answer(401, { error: { code: 401, message: 'No such key.', status: 'UNAUTHENTICATED' } }),
  )
  const id = await makeSet(
    studio,
    Array.from({ length: 50 }, (_, at) => `Text ${at}`),
  )
  await app.embeddings.run({ id })
  const { counts } = await untilIdle(studio, id)
  expect([counts.failed, service.count(), readRows(studio, id)[0]?.error]).toEqual([6, 6, 'No such key.'])
})

test('too many calls: the run waits as long as the service asks for, says so, and goes on', async () => {
  let time = 1000
  const waits: { milliseconds: number; act: () => void }[] = []
  const timer = (milliseconds: number, act: () => void) => {
    waits.push({ milliseconds, act })
    return () => {}
  }
  const studio = await openEmbeddingWorkspace({ timer, now: () => time })
  const { app, service } = studio
  const id = await makeSet(studio, ['one'])
  await app.embeddings.run({ id })
  const refused = await service.next()
  const error = { code: 429, message: 'Slowly.', status: 'RESOURCE_EXHAUSTED' }
  refused.answer(429, { error }, { 'retry-after': '30' })
  expect((await waitUntilSet(studio, id, ({ waitsUntil }) => waitsUntil !== undefined)).waitsUntil).toBe(
    31_000,
  )
  expect(waits.map(({ milliseconds }) => milliseconds)).toContain(30_000)
  time = 31_000
  for (const { act } of waits) act()
  const again = await service.next()
  again.give([1])
  expect(await untilIdle(studio, id)).toMatchObject({ counts: { done: 1 } })
})

test('a text that is longer than the model reads is counted and refused, and the others go on', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const id = await makeSet(studio, ['word '.repeat(3000), 'short'])
  service.answerWith((asked) => {
    if (asked.call.path.endsWith(':countTokens')) asked.answer(200, { totalTokens: 3000 })
    else giveLength(asked)
  })
  await app.embeddings.run({ id })
  await untilIdle(studio, id)
  const [long, short] = readRows(studio, id)
  expect([long?.state, long?.error, short?.state]).toEqual([
    'failed',
    'This text has 3,000 tokens. Gen Embedding 001 accepts up to 2,048. Shorten it or split it into several rows.',
    'done',
  ])
})

test('an answer to a text that was edited meanwhile is not taken for the new one', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const id = await makeSet(studio, ['old'])
  await app.embeddings.run({ id })
  const asked = await service.next()
  app.embeddings.editRow({ id, rowId: 1, row: { text: 'new', title: null, cells: [] } })
  asked.give([1])
  await untilIdle(studio, id)
  expect(publishRows(studio, id)).toEqual(['new waiting'])
})

test.each([
  ['no JSON at all', '<html>'],
  ['no numbers', { embedding: { values: ['0.1'] } }],
  ['nothing in it', { embedding: { values: [] } }],
  ['another shape', { data: [] }],
])('an answer with %s is a failed row', async (_, body) => {
  const studio = await openEmbeddingWorkspace()
  const id = await makeSet(studio, ['one'])
  await studio.app.embeddings.run({ id })
  ;(await studio.service.next()).answer(200, body)
  await untilIdle(studio, id)
  expect(publishRows(studio, id)).toEqual(['one failed The provider returned an invalid embedding.'])
})

test('vectors of two services are never mixed: a part is refused, the whole is made anew, and what is known comes back', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  service.answerWith((asked) => {
    const { requests } = asked.body as { requests?: unknown[] }
    if (requests) asked.give(...requests.map(() => [7]))
    else giveLength(asked)
  })
  const id = await makeSet(studio, ['one'])
  await app.embeddings.run({ id })
  await untilIdle(studio, id)
  app.settings.update(vendor)
  await addTexts(studio, id, ['two'])
  await expect(app.embeddings.run({ id, rowIds: [2] })).rejects.toThrow('can’t be compared')
  await expect(app.embeddings.query({ id, text: 'Which?' })).rejects.toThrow('can’t be compared')
  expect(readRows(studio, id).map(({ state }) => state)).toEqual(['done', 'waiting'])
  await expect(app.embeddings.run({ id })).rejects.toThrow('can’t be compared')
  expect(readRows(studio, id).map(({ state }) => state)).toEqual(['done', 'waiting'])
  await app.embeddings.run({ id, force: true })
  expect((await untilIdle(studio, id)).upstream?.id).toBe('vendor')
  expect([...readBlock(await readVectors(studio, id, 1)).values]).toEqual([7, 7])
  app.settings.update({ upstream: { kind: 'demo' } })
  await app.embeddings.run({ id, force: true })
  await untilIdle(studio, id)
  expect([publishRows(studio, id), service.count()]).toEqual([['one done cached', 'two done'], 3])
})

test('a profile that leads to another address is another service: its vectors are neither mixed nor taken for the others', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const lead = (baseUrl: string) =>
    app.settings.update({
      services: [{ id: 'service', name: 'Mine', baseUrl }],
      upstream: { kind: 'service', profile: 'service' },
    })
  lead('https://one.example')
  const id = await makeSet(studio, ['text'])
  await app.embeddings.run({ id })
  ;(await service.next()).give([1])
  const made = await untilIdle(studio, id)
  expect(made.upstream).toEqual({
    kind: 'service',
    id: 'service',
    label: 'Mine (one.example)',
    address: 'https://one.example',
  })
  lead('https://other.example')
  await expect(app.embeddings.run({ id })).rejects.toThrow('embedded with Mine (one.example), but')
  await app.embeddings.run({ id, force: true })
  ;(await service.next()).give([2])
  await untilIdle(studio, id)
  expect([...readBlock(await readVectors(studio, id, 1)).values]).toEqual([2])
  lead('https://one.example')
  await app.embeddings.run({ id, force: true })
  await untilIdle(studio, id)
  expect([...readBlock(await readVectors(studio, id, 1)).values, service.count()]).toEqual([1, 2])
})

test('a question is asked as RETRIEVAL_QUERY under the set’s model and dimensions, once', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const id = await makeSet(studio, ['one'], { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 2 })
  const asking = app.embeddings.query({ id, text: 'Which?' })
  const asked = await service.next()
  expect(asked.body).toEqual({
    content: { parts: [{ text: 'Which?' }] },
    taskType: 'RETRIEVAL_QUERY',
    outputDimensionality: 2,
  })
  asked.give([0.5, 0.25])
  expect([await asking, await app.embeddings.query({ id, text: 'Which?' })]).toEqual([
    { vector: [0.5, 0.25], cached: false },
    { vector: [0.5, 0.25], cached: true },
  ])
})

test('closing the program ends a run; what has come is there, the rest waits, and nothing runs by itself', async () => {
  const studio = await openEmbeddingWorkspace()
  const id = await makeSet(studio, ['one', 'two'])
  await studio.app.embeddings.run({ id })
  const [one, two] = [await studio.service.next(), await studio.service.next()]
  one.give([1])
  await waitUntilSet(studio, id, ({ counts }) => counts.done === 1)
  await studio.app.close()
  expect(two.call.signal.aborted).toBe(true)
  const again = await openEmbeddingWorkspace({ folder: studio.folder })
  expect([publishRows(again, id), again.service.count()]).toEqual([['one done', 'two waiting'], 0])
})
