// Drawings and the Library over the desktop contract: real gateway, demo service, database and files.
import { mkdir, mkdtemp, readdir, readFile, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChatEvent, Turn } from '#shared/schemas/chat'
import { type FileProgress, LibraryQuery } from '#shared/schemas/library'
import { readEmbedded } from '#workspace/media/image-metadata/embedded-metadata'
import { makePng } from '#workspace/media/image-metadata/pictures.fixture'
import { type Desktop, openDesktop } from './desktop.fixture'

let folder = ''
let desktop: Desktop
let client: Desktop['client']
let user: Desktop['user']

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-'))
  desktop = await openDesktop(folder)
  ;({ client, user } = desktop)
})

afterEach(() => desktop.close())

const parameters = { model: 'gen-3-pro-image-preview', aspectRatio: '16:9', imageSize: '1K' }
const all = { query: LibraryQuery.parse({}), offset: 0, limit: 100 }
const images = { ...all, query: LibraryQuery.parse({ kinds: ['image'] }) }

/** Draws, and follows every variation to its end. */
async function draw(
  prompt: string,
  variations = 1,
  after: { conversationId: string; turnId: string } | null = null,
) {
  const { conversationId, turnIds } = await client.images.draw({
    conversationId: after?.conversationId ?? null,
    after: after?.turnId ?? null,
    parts: [{ text: prompt }],
    parameters,
    variations,
  })
  const ended = new Map<string, Turn>()
  for await (const event of (await client.chat.watch({ conversationId })) as AsyncIterable<ChatEvent>) {
    const told = event.type === 'turn' ? [event.turn] : event.type === 'snapshot' ? event.turns : []
    for (const turn of [...told, ...(await client.chat.turns({ conversationId, turnIds }))])
      if (turnIds.includes(turn.id) && turn.state !== 'running') ended.set(turn.id, turn)
    if (ended.size === turnIds.length) break
  }
  return { conversationId, turns: turnIds.flatMap((id) => ended.get(id) ?? []) }
}

const mediaOf = (turn: Turn | undefined) => {
  const media = turn?.parts.find(({ inlineData, thought }) => inlineData && !thought)?.inlineData?.media
  if (typeof media !== 'string') throw new Error('There is no picture.')
  return media
}

const pathOf = async (media: string) => {
  const names = await readdir(join(folder, 'media', media.slice(0, 2)))
  return join(folder, 'media', media.slice(0, 2), names.find((name) => /\.(png|jpg|webp)$/.test(name)) ?? '')
}

async function collect(progress: Promise<AsyncIterable<FileProgress>>): Promise<FileProgress[]> {
  const told: FileProgress[] = []
  for await (const each of await progress) told.push(each)
  return told
}

test('what is drawn stands in the Library with how it was made, and an edit knows the step before it', async () => {
  const first = await draw('A red fox')
  const [picture] = first.turns
  const second = await draw('Now in the snow', 2, {
    conversationId: first.conversationId,
    turnId: picture?.id ?? '',
  })
  const { items, total } = await client.library.list(images)
  expect([total, items.map(({ title, model, file }) => [title, model, file])]).toEqual([
    3,
    [
      ['Now in the snow', parameters.model, 'here'],
      ['Now in the snow', parameters.model, 'here'],
      ['A red fox', parameters.model, 'here'],
    ],
  ])
  const making = await client.images.readGenerationMetadata({ media: mediaOf(second.turns[0]) })
  expect(making).toMatchObject({
    prompt: 'Now in the snow',
    parameters,
    references: [],
    chain: [{ prompt: 'A red fox', media: mediaOf(picture) }],
    conversationId: first.conversationId,
    turnId: second.turns[0]?.id,
  })
  expect(await client.library.generationMetadata({ id: items.at(-1)?.id ?? '' })).toMatchObject({
    prompt: 'A red fox',
  })
})

test('a picture is measured, revealed, dragged out under its name, and saved with the prompt inside', async () => {
  const { turns } = await draw('A lighthouse: "by night"/2')
  const media = mediaOf(turns[0])
  expect(await client.images.readProvenance({ media })).toMatchObject({
    hasC2pa: false,
    width: 1376,
    height: 768,
  })
  await client.images.reveal({ media })
  await client.images.drag({ media, name: 'A lighthouse: "by night"/2' })
  const bytes = await readFile(await pathOf(media))
  expect(user.outside).toEqual([
    `revealed ${media}.png`,
    `dragged ${media}.png as A lighthouse by night 2.png`,
  ])
  user.chosen = join(folder, 'plain.png')
  expect(await client.images.saveAs({ media, name: 'A lighthouse', withPrompt: false })).toEqual({
    path: user.chosen,
  })
  expect((await readFile(user.chosen)).equals(bytes)).toBe(true)
  user.chosen = join(folder, 'told.png')
  await client.images.saveAs({ media, name: 'A lighthouse', withPrompt: true })
  const told = readEmbedded(await readFile(user.chosen))
  expect(told).toMatchObject({ prompt: 'A lighthouse: "by night"/2', parameters })
  expect((await readFile(await pathOf(media))).equals(bytes)).toBe(true)
})

test('a picture of which nothing is known is saved without a prompt only', async () => {
  const foreign = await desktop.application.workspace.media.keep(makePng(2, 2))
  const copy = { media: foreign.hash, name: 'foreign', withPrompt: true }
  expect(await client.images.readGenerationMetadata({ media: foreign.hash })).toBeNull()
  await expect(client.images.saveAs(copy)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' })
})

test('what a file lost outside leaves behind is told, and it is taken back where the user shows it', async () => {
  const { turns } = await draw('A lost picture')
  const media = mediaOf(turns[0])
  const away = join(folder, 'elsewhere.png')
  await rename(await pathOf(media), away)
  expect(await client.library.reconcile()).toMatchObject({ missing: 1, changed: 0 })
  const [item] = (await client.library.list(images)).items
  expect(item?.file).toBe('missing')
  user.chosen = away
  expect(await client.library.locate({ id: item?.id ?? '' })).toMatchObject({ file: 'here' })
  expect(await client.images.readProvenance({ media })).toMatchObject({ width: 1376 })
})

test('many are exported as one zip with their sidecars, and a dialog that is left writes nothing', async () => {
  await draw('Two of them', 2)
  const ids = await client.library.ids(images.query)
  expect(await collect(client.library.export({ ids }))).toMatchObject([{ done: { path: null } }])
  user.chosen = join(folder, 'out.zip')
  const told = await collect(client.library.export({ ids }))
  expect(told.at(-1)).toMatchObject({ files: told[0]?.totalFiles, done: { path: user.chosen } })
  const names = Object.keys(unzipSync(await readFile(user.chosen)))
  expect([
    names.filter((name) => name.endsWith('.png')).length,
    names.filter((name) => name.endsWith('.json')).length,
  ]).toEqual([2, 2])
})

test('the media folder is moved: files, setting and what comes next', async () => {
  const { turns } = await draw('Before the move')
  const media = mediaOf(turns[0])
  const target = join(folder, 'pictures of mine')
  await mkdir(target)
  await expect(collect(client.mediaFolder.move({ path: target }))).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  })
  expect(await readdir(target)).toEqual([])
  user.chosen = target
  expect(await client.mediaFolder.choose()).toEqual({ path: target })
  const told = await collect(client.mediaFolder.move({ path: target }))
  expect(told.at(-1)?.done).toEqual({ path: target })
  expect(await client.mediaFolder.read()).toMatchObject({ path: target, isDefault: false, problem: null })
  expect(await readdir(join(target, media.slice(0, 2)))).toContain(`${media}.png`)
  await desktop.close()
  desktop = await openDesktop(folder)
  ;({ client, user } = desktop)
  expect(await client.mediaFolder.read()).toMatchObject({ path: target, isDefault: false })
  expect(await client.images.readProvenance({ media })).toMatchObject({ width: 1376 })
})

test('the trash gives an image back to its session until it is emptied; then the file is gone', async () => {
  const { turns } = await draw('For the bin')
  const media = mediaOf(turns[0])
  const ids = await client.library.ids(images.query)
  await client.library.delete({ ids })
  expect((await client.library.list(images)).total).toBe(0)
  await client.library.restore({ ids })
  expect((await client.library.list(images)).total).toBe(1)
  await client.library.delete({ ids })
  await client.images.reveal({ media })
  const { inUse: _, ...promise } = await client.library.previewEmptying()
  expect(await client.library.emptyTrash()).toEqual(promise)
  expect(promise).toMatchObject({ items: 1, bytes: expect.any(Number) })
  await expect(client.images.reveal({ media })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
