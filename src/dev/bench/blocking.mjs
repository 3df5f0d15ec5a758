// Measures how long the event loop of the main process is blocked, in a tour through a large workspace.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { choosePath, chooseService, saveServiceKey } from '../running-application.mjs'
import { longId, longText, seedBlocking, transcriptionId } from './blocking-content.mjs'
import { toPrompt, withMarkdownService } from './markdown-service.mjs'
import { toRow } from './measure.mjs'
import { openPanel, pointAt, waitUntil, withApplication, withUserData } from './page-driver.mjs'

/** @typedef {import('./page-driver.mjs').Bench} Bench */
/** @typedef {{ step: string, own: number }} Block `own`: milliseconds on the processor */
/** @typedef {(name: string, work: () => Promise<unknown>) => Promise<void>} Step */

/** For each step the longest block, in processor time of the thread; 0 if none took 20 ms. */
export async function measureBlocking() {
  const blocks = await withMarkdownService((url) =>
    withUserData(async (environment) => {
      await withApplication(environment, async () => {})
      await seedBlocking(environment.folder)
      // The application indexes the long texts.
      await withApplication(environment, () => pause(20_000))
      return await withApplication(environment, (bench) => recordTour(bench, url), watchLoop)
    }),
  )
  const steps = [...new Set(blocks.map(({ step }) => step))]
  return ['all steps', ...steps].map((name) => {
    const own = blocks.filter(({ step }) => name === 'all steps' || step === name).map((block) => block.own)
    return toRow(`${name}: longest block`, Math.round(Math.max(0, ...own)), { unit: 'ms', target: '≤ 50' })
  })
}

/** Records each time of 20 ms or more in which the event loop of the main process did not turn. @param {Bench['electron']} electron */
async function watchLoop(electron) {
  await electron.evaluate(() => {
    const intervalMs = 5
    const { readFileSync } = /** @type {NodeJS.Module} */ (process.mainModule).require('node:fs')
    /** Milliseconds of the processor that this thread has used: other programs may delay it. Linux only. */
    const readOwnMs = () => Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1e6
    /** @type {{ step: string, blocks: Block[] }} */
    const blocking = { step: 'start', blocks: [] }
    Object.assign(globalThis, { blocking })
    let start = performance.now()
    let before = readOwnMs()
    setInterval(() => {
      if (performance.now() - start - intervalMs >= 20)
        blocking.blocks.push({ step: blocking.step, own: readOwnMs() - before })
      start = performance.now()
      before = readOwnMs()
    }, intervalMs)
  })
}

/** @param {Bench} bench @param {string} url of the service @returns {Promise<Block[]>} */
async function recordTour(bench, url) {
  const { electron } = bench
  /** @type {Step} */
  const step = async (name, work) => {
    // @ts-expect-error: of `watchLoop`
    await electron.evaluate((_, current) => Object.assign(globalThis.blocking, { step: current }), name)
    await work()
    // The work may cause more, such as lists that are loaded again.
    await pause(700)
  }
  await choosePath(electron, join(bench.folder, 'export'))
  // The Library compares its folder with its rows just after the start.
  await step('start', () => pause(8000))
  await measureChats(bench, step)
  await chooseService(bench.desktop, url)
  await saveServiceKey(bench.desktop)
  await step('stream a 1 MB response', () => streamLongAnswer(bench.desktop))
  await measureLibrary(bench, step)
  await deleteMany(bench.desktop, step)
  for (const panel of ['Images', 'Transcribe', 'Embeddings', 'Gateway', 'Chat'])
    await step(`open ${panel}`, () => openPanel(bench.page, panel).then(() => pause(1000)))
  await measureTranscript(bench.desktop, step)
  await moveData(bench, step)
  // @ts-expect-error: of `watchLoop`
  return await electron.evaluate(() => globalThis.blocking.blocks)
}

/** @param {Promise<AsyncIterable<unknown>>} events */
async function drain(events) {
  for await (const _ of await events) {
    // Its progress.
  }
}

/** @param {Bench} bench @param {Step} step */
async function measureChats(bench, step) {
  const { conversations, chat } = bench.desktop
  const long = { conversationId: longId(0) }
  const renamed = { conversationId: longId(2), title: 'Other' }
  await step('list of chats: load again', () => conversations.rename(renamed))
  await step('list of chats: scroll', () => scroll(bench, 'Chats'))
  for (const query of ['gubafo', 'nothing like this', 'ox', 'bafo ceba'])
    await step(`search chats: ${query}`, () => conversations.search({ query }))
  await step('open a chat with a 1 MB response', async () => {
    const events = await chat.watch(long)
    await events.next()
    await pause(500)
    await events.return()
  })
  for (const format of ['markdown', 'html', 'json'])
    await step(`export it: ${format}`, () => conversations.export({ ...long, format }))
  await step('duplicate it', () => conversations.duplicate(long))
}

/** @param {any} desktop */
async function streamLongAnswer(desktop) {
  const text = toPrompt({ length: longText, atOnce: longText * 0.95, tokensPerSecond: 4000 })
  const parameters = { model: 'gen-2.5-flash' }
  await desktop.chat.send({ conversationId: longId(1), parts: [{ text }], parameters })
  await waitUntil(async () => (await desktop.application.status()).running === 0)
  // Its text is indexed after it has ended.
  await pause(4000)
}

const query = { text: '', kinds: [], models: [], tags: [], starred: false, bin: false }

/** @param {Bench} bench @param {Step} step */
async function measureLibrary(bench, step) {
  const { library, mediaFolder } = bench.desktop
  const list = (/** @type {object} */ changes) =>
    library.list({ query: { ...query, ...changes }, offset: 0, limit: 100 })
  await step('Library: open', () => openPanel(bench.page, 'Library').then(() => pause(2000)))
  await step('Library: scroll', () => scroll(bench, 'Items'))
  for (const text of ['porphyry', 'in the distance', 'ow', 'gubafo'])
    await step(`Library: search ${text}`, async () => {
      await list({ text })
      await library.shape({ ...query, text })
      await library.facets({ ...query, text })
    })
  await step('Library: filter', async () => {
    for (const kinds of [['image'], ['conversation']]) await list({ kinds })
    await list({ models: ['gen-2.5-flash-image'], tags: ['series 10'] })
    await list({ order: 'title' })
    await library.facets(query)
  })
  await step('Library: select all', () => library.ids(query))
  await step('Library: compare with its folder', () => library.reconcile())
  await step('Library: measure its folder', () => mediaFolder.read())
}

/** @param {any} desktop @param {Step} step */
async function deleteMany({ library }, step) {
  const images = (await library.ids({ ...query, kinds: ['image'] })).slice(0, 1000)
  const chats = (await library.ids({ ...query, kinds: ['conversation'] })).slice(100, 2100)
  await step('export 500 images', () => drain(library.export({ ids: images.slice(0, 500) })))
  await step('delete 1,000 images', () => library.delete({ ids: images }))
  await step('undo it', () => library.restore({ ids: images }))
  await step('delete 2,000 chats', () => library.delete({ ids: chats }))
  await step('undo that', () => library.restore({ ids: chats }))
  const trashed = [...images.slice(0, 500), longId(3), ...chats.slice(0, 200)]
  await step('delete to the trash', () => library.delete({ ids: trashed }))
  await step('trash: preview', () => library.previewEmptying({}))
  await step('trash: empty', () => library.emptyTrash({}))
}

/** The request log and the daily snapshot have threads of their own. @param {any} desktop @param {Step} step */
async function measureTranscript({ transcriptions }, step) {
  const id = transcriptionId
  await step('transcript of 1 MB: read', () => transcriptions.read({ id }))
  for (const format of ['srt', 'vtt', 'json', 'markdown'])
    await step(`transcript of 1 MB: export ${format}`, () => transcriptions.export({ id, format }))
  const { text } = await transcriptions.read({ id })
  await step('transcript of 1 MB: edit', () => transcriptions.edit({ id, text: `${text} end` }))
}

/** 3,000 chats and images are in the archive only. @param {Bench} bench @param {Step} step */
async function moveData({ electron, folder, desktop }, step) {
  const { data, library } = desktop
  const path = join(folder, 'data.zip')
  await choosePath(electron, path)
  await step('data: measure the storage', () => data.storage())
  await step('data: export', () => drain(data.export()))
  await library.delete({ ids: (await library.ids(query)).slice(0, 3000) })
  await step('data: empty the trash', () => data.cleanUp({ part: 'trash' }))
  await step('data: preview the import', () => drain(data.previewImport()))
  await step('data: import', () => drain(data.import({ path, settings: false })))
  for (const area of ['images', 'chats']) await step(`data: reset ${area}`, () => data.reset({ area }))
}

/** @param {Bench} bench @param {string} name */
async function scroll({ page }, name) {
  await pointAt(page, page.getByLabel(name).first())
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, 480)
    await pause(30)
  }
}
