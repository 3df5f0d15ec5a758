// Emptying the bin: what goes for good, and what stays because something living needs it.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LibraryQuery } from '#shared/schemas/library'
import { connect } from '../storage/connection'
import { answerNext, parameters, read, setUp, untilIdle } from '../workspace.fixture'
import {
  draw,
  filesIn,
  hashOf,
  imageParameters,
  list,
  listWhole,
  pictureOf,
  titles,
} from './collection.fixture'
import { makePng } from './make-png.fixture'

const fox = makePng(64, 48, 10)
const bear = makePng(64, 48, 20)
const sketch = makePng(8, 8, 30)

test('an emptied bin leaves neither rows nor files nor sidecars nor words that are found', async () => {
  const setting = await setUp()
  const { app } = setting
  const given = await app.media.keep(sketch)
  const inlineData = { mimeType: 'image/png', media: given.hash }
  await draw(setting, { prompt: [{ text: 'A fox' }, { inlineData }], answer: [pictureOf(fox)] })
  const ids = (await listWhole(app)).map(({ id }) => id)
  await app.collection.tag({ ids, add: ['best'], remove: [] })
  await app.collection.delete({ ids })
  expect(await app.collection.emptyBin()).toEqual({ items: 2, bytes: fox.length + sketch.length })
  expect([list(app), list(app, { bin: true }), filesIn(join(setting.folder, 'media'))]).toEqual([[], [], []])
  await app.close()
  const direct = connect(join(setting.folder, 'workspace.db'))
  const counts = ['items', 'item_texts', 'item_tags', 'turns', 'turn_texts', 'conversations'].map(
    (table) => direct.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows,
  )
  direct.close()
  expect(counts).toEqual([0, 0, 0, 0, 0, 0])
})

test('a picture that a living drawing shows keeps its file, and does not come back as an item', async () => {
  const setting = await setUp()
  const made = await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const [picture] = await listWhole(setting.app, { kinds: ['image'] })
  await setting.app.collection.delete({ ids: [picture?.id ?? ''] })
  expect(await setting.app.collection.emptyBin()).toEqual({ items: 1, bytes: 0 })
  await setting.app.collection.reconcile()
  await setting.app.close()
  const again = await setUp(setting.folder)
  await again.app.collection.reconcile()
  expect(list(again.app, { kinds: ['image'] })).toEqual([])
  expect(await again.app.media.read(hashOf(fox))).toEqual(fox)
  const { turns } = await read(again.app, made.conversationId)
  expect(turns[1]?.parts).toMatchObject([{ inlineData: { media: hashOf(fox) } }])
})

test('pictures of one prompt share its text, and are found as long as one of them is there', async () => {
  const setting = await setUp()
  const { app } = setting
  await draw(setting, { prompt: 'A fox at dawn', answer: [pictureOf(fox)] })
  await draw(setting, { prompt: 'A fox at dawn', answer: [pictureOf(bear)] })
  const found = () => list(app, { text: 'dawn', kinds: ['image'] }).map(({ id }) => id)
  const [second = '', first = ''] = (await listWhole(app, { kinds: ['image'] })).map(({ id }) => id)
  const countTexts = () => {
    const direct = connect(join(setting.folder, 'workspace.db'))
    const rows = direct.get<{ rows: number }>('SELECT count(*) AS rows FROM item_texts')?.rows
    direct.close()
    return rows
  }
  expect([found(), countTexts()]).toEqual([[second, first], 1])
  // The one beside which the text was written.
  await app.collection.delete({ ids: [first] })
  await app.collection.emptyBin()
  expect([found(), countTexts()]).toEqual([[second], 1])
  await app.collection.delete({ ids: [second] })
  await app.collection.emptyBin()
  expect([found(), countTexts()]).toEqual([[], 0])
})

test('a picture outlives its drawing, and still says how it was made', async () => {
  const setting = await setUp()
  const { app } = setting
  const made = await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const [picture] = await listWhole(app, { kinds: ['image'] })
  const before = await app.collection.making({ id: picture?.id ?? '' })
  await app.collection.delete({ ids: [made.conversationId] })
  expect(await app.collection.emptyBin()).toEqual({ items: 1, bytes: 0 })
  expect(list(app)).toEqual([picture])
  expect(await app.collection.making({ id: picture?.id ?? '' })).toEqual(before)
  expect(before).toMatchObject({ prompt: 'A fox' })
  await app.collection.restore({ ids: [made.conversationId] })
  expect(app.conversations.list()).toEqual([])
})

test('the same bytes made twice go with the last of both alone, and the sidecar forgets the first', async () => {
  const setting = await setUp()
  const { app } = setting
  const first = await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  await draw(setting, { prompt: 'Once more', answer: [pictureOf(fox)] })
  await listWhole(app)
  await expect.poll(async () => (await app.media.readBeside(hashOf(fox))) as unknown).toHaveLength(2)
  const old = list(app, { text: 'a fox', kinds: ['image'] })
  await app.collection.delete({ ids: [first.conversationId, ...old.map(({ id }) => id)] })
  expect(await app.collection.emptyBin()).toEqual({ items: 2, bytes: 0 })
  expect(await app.media.readBeside(hashOf(fox))).toMatchObject([{ prompt: 'Once more' }])
  await app.collection.delete({ ids: list(app).map(({ id }) => id) })
  expect(await app.collection.emptyBin()).toEqual({ items: 2, bytes: fox.length })
  expect(filesIn(join(setting.folder, 'media'))).toEqual([])
})

test.each([
  [
    'a draft',
    ({ app }: Awaited<ReturnType<typeof setUp>>) =>
      app.drafts.write({
        key: 'k',
        draft: {
          text: '',
          attachments: [
            { kind: 'file', id: '1', media: hashOf(fox), mimeType: 'image/png', name: 'f', bytes: 1 },
          ],
          parameters: null,
          columns: null,
        },
      }),
  ],
  [
    'a prompt of another chat',
    async ({ app, gateway }: Awaited<ReturnType<typeof setUp>>) => {
      const part = { inlineData: { mimeType: 'image/png', media: hashOf(fox) } }
      const { conversationId } = app.chat.send({ conversationId: null, parts: [part], parameters })
      await answerNext(gateway, { text: 'A fox.' })
      await untilIdle(app, conversationId)
    },
  ],
])('%s keeps the file that it names', async (_, use) => {
  const setting = await setUp()
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  await draw(setting, { prompt: 'A bear', answer: [pictureOf(bear)] })
  const ids = (await listWhole(setting.app)).map(({ id }) => id)
  await use(setting)
  await setting.app.collection.delete({ ids })
  expect(await setting.app.collection.emptyBin()).toEqual({ items: 4, bytes: bear.length })
  expect(filesIn(join(setting.folder, 'media'))).toContain(`${hashOf(fox)}.png`)
})

test('what is taken out of the bin while it is emptied stays whole', async () => {
  const setting = await setUp()
  const { app } = setting
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const ids = (await listWhole(app, { kinds: ['image'] })).map(({ id }) => id)
  await app.collection.delete({ ids })
  const emptied = app.collection.emptyBin()
  await app.collection.restore({ ids })
  expect(await emptied).toEqual({ items: 0, bytes: 0 })
  expect(titles(list(app, { kinds: ['image'] }))).toEqual(['A fox'])
  expect(await app.media.read(hashOf(fox))).toEqual(fox)
})

test('what was being written in a conversation goes with it, and keeps none of its files', async () => {
  const setting = await setUp()
  const { app } = setting
  const made = await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const attachment = {
    kind: 'file',
    id: '1',
    media: hashOf(fox),
    mimeType: 'image/png',
    name: 'f',
    bytes: 1,
  } as const
  const draft = { text: 'Bluer', attachments: [attachment], parameters: null, columns: null }
  app.drafts.write({ key: made.conversationId, draft })
  app.drafts.write({ key: 'new', draft: { ...draft, attachments: [] } })
  await app.collection.delete({ ids: (await listWhole(app)).map(({ id }) => id) })
  expect(await app.collection.emptyBin()).toEqual({ items: 2, bytes: fox.length })
  expect(Object.keys(app.drafts.read())).toEqual(['new'])
})

test('what is done to many lets the rest of the program go on in between', async () => {
  const setting = await setUp()
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  await listWhole(setting.app)
  const direct = connect(join(setting.folder, 'workspace.db'))
  direct.exec(`INSERT INTO items (id, kind, title, created_at, file, media, turn_id, beside)
    WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 2000)
    SELECT 'item ' || n, 'image', 'Fox ' || n, n, 'here', '${hashOf(fox)}', 'turn ' || n, 1 FROM more`)
  direct.close()
  const { collection } = setting.app
  const ids = collection.ids(LibraryQuery.parse({ kinds: ['image'] }))
  const turnsOf = {
    tag: await countTurns(() => collection.tag({ ids, add: ['best'], remove: [] })),
    delete: await countTurns(() => collection.delete({ ids })),
    restore: await countTurns(() => collection.restore({ ids })),
    read: await countTurns(() => collection.read({ ids })),
  }
  expect(Object.values(turnsOf).map((turns) => turns >= 4)).toEqual([true, true, true, true])
  await collection.delete({ ids })
  expect(await countTurns(() => collection.emptyBin())).toBeGreaterThan(100)
  expect(list(setting.app, { kinds: ['image'] })).toEqual([])
})

/** How often the loop turns while something is done. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isDone = true
  return turns
}

test('a file that an answer under way has brought again is not emptied with the bin', async () => {
  const setting = await setUp()
  const { app, gateway } = setting
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  await app.collection.delete({ ids: (await listWhole(app)).map(({ id }) => id) })
  app.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: 'A fox again' }],
    parameters: imageParameters,
    variations: 1,
  })
  const call = await gateway.next()
  call.answer()
  await call.say('Here it comes.')
  await call.chunk({ candidates: [{ content: { role: 'model', parts: [pictureOf(fox)] }, index: 0 }] })
  expect(await app.collection.emptyBin()).toEqual({ items: 2, bytes: 0 })
  expect((await app.media.open(hashOf(fox))).length).toBe(fox.length)
})
