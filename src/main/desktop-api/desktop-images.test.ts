// Checks drawings and the Library over the desktop contract, with a real gateway, demo service, database and files.
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

/** Generates images and waits for the end of every variation. */
async function draw(prompt: string, variations = 1) {
  const { conversationId, turnIds } = await client.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: prompt }],
    parameters,
    variations,
  })
  const ended = new Map<string, Turn>()
  for await (const event of (await client.chat.watch({ conversationId })) as AsyncIterable<ChatEvent>) {
    const turns = event.type === 'turn' ? [event.turn] : event.type === 'snapshot' ? event.turns : []
    for (const turn of [...turns, ...(await client.chat.turns({ conversationId, turnIds }))])
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
  const received: FileProgress[] = []
  for await (const each of await progress) received.push(each)
  return received
}

test('measures, reveals and drags an image, and saves it with the prompt embedded', async () => {
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
  user.dialogResult = join(folder, 'plain.png')
  expect(await client.images.saveAs({ media, name: 'A lighthouse', withPrompt: false })).toEqual({
    path: user.dialogResult,
  })
  expect((await readFile(user.dialogResult)).equals(bytes)).toBe(true)
  user.dialogResult = join(folder, 'with-prompt.png')
  await client.images.saveAs({ media, name: 'A lighthouse', withPrompt: true })
  const received = readEmbedded(await readFile(user.dialogResult))
  expect(received).toMatchObject({ prompt: 'A lighthouse: "by night"/2', parameters })
  expect((await readFile(await pathOf(media))).equals(bytes)).toBe(true)
  const metadata = await client.images.readGenerationMetadata({ media })
  expect(metadata).toMatchObject({ prompt: 'A lighthouse: "by night"/2', turnId: turns[0]?.id })
  const foreign = await desktop.application.workspace.media.store(makePng(2, 2))
  expect(await client.images.readGenerationMetadata({ media: foreign.hash })).toBeNull()
  await expect(
    client.images.saveAs({ media: foreign.hash, name: 'foreign', withPrompt: true }),
  ).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' })
})

test('reports a file that was moved away, and restores it from where the user locates it', async () => {
  const { turns } = await draw('A lost picture')
  const media = mediaOf(turns[0])
  const away = join(folder, 'elsewhere.png')
  await rename(await pathOf(media), away)
  expect(await client.library.reconcile()).toMatchObject({ missing: 1, changed: 0 })
  const [item] = (await client.library.list(images)).items
  expect(item?.file).toBe('missing')
  user.dialogResult = away
  expect(await client.library.locate({ id: item?.id ?? '' })).toMatchObject({ file: 'here' })
  expect(await client.images.readProvenance({ media })).toMatchObject({ width: 1376 })
})

test('exports images as a ZIP with their sidecars, nothing if the dialog is canceled, and deletes them', async () => {
  const { turns } = await draw('Two of them', 2)
  const ids = await client.library.ids(images.query)
  expect(await collect(client.library.export({ ids }))).toMatchObject([{ done: { path: null } }])
  user.dialogResult = join(folder, 'out.zip')
  const received = await collect(client.library.export({ ids }))
  expect(received.at(-1)).toMatchObject({ files: received[0]?.totalFiles, done: { path: user.dialogResult } })
  const names = Object.keys(unzipSync(await readFile(user.dialogResult)))
  expect([
    names.filter((name) => name.endsWith('.png')).length,
    names.filter((name) => name.endsWith('.json')).length,
  ]).toEqual([2, 2])
  user.dialogResult = join(folder, 'missing', 'out.zip')
  await expect(collect(client.library.export({ ids }))).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: expect.stringContaining(`Couldn’t save out.zip to ${join(folder, 'missing')}`),
  })
  await client.library.delete({ ids })
  expect((await client.library.list(images)).total).toBe(0)
  await client.library.restore({ ids })
  expect((await client.library.list(images)).total).toBe(2)
  await client.library.delete({ ids })
  const { inUse: _, ...preview } = await client.library.previewEmptying({})
  expect(preview).toMatchObject({ items: 2, bytes: expect.any(Number) })
  expect(await client.library.emptyTrash({})).toEqual(preview)
  await expect(client.images.reveal({ media: mediaOf(turns[0]) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('moves the media folder with its files and its setting, also for the next start', async () => {
  const { turns } = await draw('Before the move')
  const media = mediaOf(turns[0])
  const target = join(folder, 'pictures of mine')
  await mkdir(target)
  await expect(collect(client.mediaFolder.move({ path: target }))).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  })
  expect(await readdir(target)).toEqual([])
  user.dialogResult = target
  expect(await client.mediaFolder.choose()).toEqual({ path: target })
  const received = await collect(client.mediaFolder.move({ path: target }))
  expect(received.at(-1)?.done).toEqual({ path: target })
  expect(await client.mediaFolder.read()).toMatchObject({ path: target, isDefault: false, problem: null })
  expect(await readdir(join(target, media.slice(0, 2)))).toContain(`${media}.png`)
  await desktop.close()
  desktop = await openDesktop(folder)
  ;({ client, user } = desktop)
  expect(await client.mediaFolder.read()).toMatchObject({ path: target, isDefault: false })
  expect(await client.images.readProvenance({ media })).toMatchObject({ width: 1376 })
})
