// Measures how long the event loop of the main process is blocked, in a tour through a large workspace.
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'libsql'
import { outFolder } from '../paths.mjs'
import { run } from '../run.mjs'
import { longId, longText, seedBlocking, transcriptionId } from './blocking-content.mjs'
import { toRow } from './measure.mjs'
import { answerBenchPrompt, toPrompt, withService } from './servers.mjs'
import { chooseService, openPanel, waitUntil, withUserData, withWindow } from './window.mjs'

/** @typedef {import('./window.mjs').Bench} Bench */
/** @typedef {{ step: string, clock: number, own: number, start: number, end: number }} Block */
/** @typedef {(name: string, work: () => Promise<unknown>) => Promise<void>} Step */

const target = '≤ 50'
/** The database's, for which the data are written. */
const version = 13

/** For each step the longest block, in processor time of the thread; 0 if none took 20 ms. */
export async function measureBlocking() {
  const blocks = await recordBlocks()
  const steps = [...new Set(blocks.map(({ step }) => step))]
  return ['all steps', ...steps].map((step) => {
    const own = blocks
      .filter((block) => step === 'all steps' || block.step === step)
      .map((block) => block.own)
    return toRow(`${step}: longest block`, Math.round(Math.max(0, ...own)), { unit: 'ms', target })
  })
}

/** The blocks of 20 ms or more in each step. @returns {Promise<Block[]>} */
function recordBlocks() {
  return withUserData(async ({ folder, env }) => {
    const environment = { folder, env, onLaunch: watchLoop }
    await fillFolder(environment)
    /** @type {Block[]} */
    const blocks = []
    await withService(answerBenchPrompt, async (url) => {
      await withWindow(environment, async (bench) => {
        const step = createStep(bench)
        await connect(bench)
        // The Library compares its folder with its rows just after the start.
        await step('start', () => pause(8000))
        await tour(bench, step, url)
        blocks.push(...(await readBlocks(bench)))
      })
    })
    downgrade(folder)
    await withWindow(environment, async (bench) => {
      await createStep(bench)('start with an upgrade', () => pause(3000))
      blocks.push(...(await readBlocks(bench)).map((block) => ({ ...block, step: 'start with an upgrade' })))
    })
    return blocks
  })
}

/** Copies the data, which are created once for a version of the database. Media files are links. @param {{ folder: string, env: NodeJS.ProcessEnv }} environment */
async function fillFolder({ folder, env }) {
  const source = join(tmpdir(), `gen-playground-bench-blocking-${version}`)
  if (!existsSync(source)) {
    const unfinished = `${source}.${process.pid}`
    rmSync(unfinished, { recursive: true, force: true })
    await withWindow({ folder: unfinished, env }, async () => {})
    await seedBlocking(unfinished)
    // The application indexes the long texts.
    await withWindow({ folder: unfinished, env }, () => pause(20_000))
    renameSync(unfinished, source)
  }
  for (const name of ['workspace.db', 'exchanges.db']) cpSync(join(source, name), join(folder, name))
  await run('cp', ['-al', join(source, 'media'), join(folder, 'media')])
}

/** Takes the schema back by one version. @param {string} folder */
function downgrade(folder) {
  const database = new Database(join(folder, 'workspace.db'))
  database.exec(`DROP TABLE turns_to_index; DROP TABLE turn_pieces; DROP TRIGGER turn_pieces_gone;
    PRAGMA user_version = ${version - 1}`)
  database.close()
}

/** Records each time of 20 ms or more in which the event loop of the main process did not turn; `own`: on the processor. @param {Bench['application']} application */
async function watchLoop(application) {
  await application.evaluate(() => {
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
      const end = performance.now()
      const clock = end - start - intervalMs
      if (clock >= 20)
        blocking.blocks.push({ step: blocking.step, clock, own: readOwnMs() - before, start, end })
      start = performance.now()
      before = readOwnMs()
    }, intervalMs)
  })
}

/** @param {Bench} bench @returns {Step} */
function createStep({ application }) {
  return async (name, work) => {
    await application.evaluate((_, step) => {
      // @ts-expect-error: of `watchLoop`
      globalThis.blocking.step = step
    }, name)
    await work()
    // The work may cause more, such as lists that are loaded again.
    await pause(700)
  }
}

/** @param {Bench} bench @returns {Promise<Block[]>} */
function readBlocks({ application }) {
  // @ts-expect-error: of `watchLoop`
  return application.evaluate(() => globalThis.blocking.blocks)
}

/** Gives the page `callDesktop`, with a port of its own. @param {Bench} bench */
async function connect({ page, application, folder }) {
  await page.evaluate(`new Promise((resolve) => {
    const pending = new Map()
    let last = 0
    addEventListener('message', (event) => {
      const [port] = event.ports
      if (event.data !== 'desktop-port' || !port || window.callDesktop) return
      event.stopImmediatePropagation()
      port.onmessage = ({ data }) => {
        const { i, t, p } = JSON.parse(data)
        const call = pending.get(i)
        if (t === 3 && p.e === 'error') return call?.fail(new Error(JSON.stringify(p)))
        if (t === 3) return p.e === 'done' ? call?.end() : undefined
        if (p.s >= 400) call?.fail(new Error(JSON.stringify(p.b)))
        else call?.answer(p.b?.json)
      }
      window.callDesktop = (path, input, isStream) => new Promise((resolve, reject) => {
        const id = 'bench-' + (last += 1)
        pending.set(id, { answer: isStream ? () => {} : resolve, end: resolve, fail: reject })
        port.postMessage(JSON.stringify({ i: id, p: { u: '/' + path, b: { json: input } } }))
        if (isStream === 'for a moment') setTimeout(() => {
          port.postMessage(JSON.stringify({ i: id, t: 4 }))
          resolve()
        }, 500)
      })
      resolve()
    }, { capture: true })
    postMessage('desktop-port?', location.origin === 'null' ? '*' : location.origin)
  })`)
  await application.evaluate(({ dialog }, folder) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: `${folder}/export` })
  }, folder)
}

/** @typedef {(path: string, input?: unknown, isStream?: boolean | 'for a moment') => Promise<any>} Call */

/** @param {Bench} bench @param {Step} step @param {string} url of the service */
async function tour(bench, step, url) {
  const { page } = bench
  /** @type {Call} */
  const call = (path, input, isStream = false) =>
    page.evaluate(`callDesktop(...${JSON.stringify([path, input ?? null, isStream])})`)
  await measureChats(bench, step, call)
  await chooseService(page, url)
  await step('stream a 1 MB response', () => streamLongAnswer(call))
  await measureLibrary(bench, step, call)
  await deleteMany(step, call)
  for (const panel of /** @type {const} */ (['Images', 'Transcribe', 'Embeddings', 'Gateway', 'Chat']))
    await step(`open ${panel}`, () => openPanel(page, panel).then(() => pause(1000)))
  await measureTranscript(step, call)
  await step('log: list', () => call('exchanges/list', {}))
  await step('log: search', () => call('exchanges/list', { filter: { text: 'w99-41' } }))
  await step('log: counts and usage', async () => {
    await call('exchanges/counts', {})
    await call('usage/read', { days: null, groupBy: ['day', 'model'] })
  })
  await step('daily snapshot', () => saveSnapshot(bench))
  await moveData(bench, step, call)
}

/** 3,000 chats and images are in the archive only. @param {Bench} bench @param {Step} step @param {Call} call */
async function moveData({ application, folder }, step, call) {
  const path = `${folder}/data.zip`
  await application.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] })
  }, path)
  await step('data: measure the storage', () => call('data/storage'))
  await step('data: export', () => call('data/export', null, true))
  const ids = (await call('library/ids', query)).slice(0, 3000)
  await call('library/delete', { ids })
  await step('data: empty the trash', () => call('data/cleanUp', { part: 'trash' }))
  await step('data: preview the import', () => call('data/previewImport', null, true))
  await step('data: import', () => call('data/import', { path, settings: false }, true))
  for (const area of ['images', 'chats'])
    await step(`data: reset ${area}`, () => call('data/reset', { area }))
}

/** @param {Bench} bench @param {Step} step @param {Call} call */
async function measureChats(bench, step, call) {
  const long = { conversationId: longId(0) }
  await step('list of chats: load again', () =>
    call('conversations/rename', { conversationId: longId(2), title: 'Other' }),
  )
  await step('list of chats: scroll', () => scroll(bench, 'Chats'))
  for (const query of ['gubafo', 'nothing like this', 'ox', 'bafo ceba'])
    await step(`search chats: ${query}`, () => call('conversations/search', { query }))
  await step('open a chat with a 1 MB response', () => call('chat/watch', long, 'for a moment'))
  for (const format of ['markdown', 'html', 'json'])
    await step(`export it: ${format}`, () => call('conversations/export', { ...long, format }))
  await step('duplicate it', () => call('conversations/duplicate', long))
}

/** @param {Call} call */
async function streamLongAnswer(call) {
  const text = toPrompt({ length: longText, atOnce: longText * 0.95, tokensPerSecond: 4000 })
  const parts = [{ text }]
  await call('chat/send', { conversationId: longId(1), parts, parameters: { model: 'gen-2.5-flash' } })
  await waitUntil(async () => (await call('application/status')).running === 0)
  // Its text is indexed after it has ended.
  await pause(4000)
}

const query = { text: '', kinds: [], models: [], tags: [], starred: false, bin: false }

/** @param {Bench} bench @param {Step} step @param {Call} call */
async function measureLibrary(bench, step, call) {
  const list = (/** @type {object} */ changes) =>
    call('library/list', { query: { ...query, ...changes }, offset: 0, limit: 100 })
  await step('Library: open', () => openPanel(bench.page, 'Library').then(() => pause(2000)))
  await step('Library: scroll', () => scroll(bench, 'Items'))
  for (const text of ['porphyry', 'in the distance', 'ow', 'gubafo'])
    await step(`Library: search ${text}`, async () => {
      await list({ text })
      await call('library/shape', { ...query, text })
      await call('library/facets', { ...query, text })
    })
  await step('Library: filter', async () => {
    for (const kinds of [['image'], ['conversation']]) await list({ kinds })
    await list({ models: ['gen-2.5-flash-image'], tags: ['series 10'] })
    await list({ order: 'title' })
    await call('library/facets', query)
  })
  await step('Library: select all', () => call('library/ids', query))
  await step('Library: compare with its folder', () => call('library/reconcile'))
  await step('Library: measure its folder', () => call('mediaFolder/read'))
}

/** @param {Step} step @param {Call} call */
async function deleteMany(step, call) {
  const images = (await call('library/ids', { ...query, kinds: ['image'] })).slice(0, 1000)
  const chats = (await call('library/ids', { ...query, kinds: ['conversation'] })).slice(100, 2100)
  await step('export 500 images', () => call('library/export', { ids: images.slice(0, 500) }, true))
  await step('delete 1,000 images', () => call('library/delete', { ids: images }))
  await step('undo it', () => call('library/restore', { ids: images }))
  await step('delete 2,000 chats', () => call('library/delete', { ids: chats }))
  await step('undo that', () => call('library/restore', { ids: chats }))
  const trashed = [...images.slice(0, 500), longId(3), ...chats.slice(0, 200)]
  await step('delete to the trash', () => call('library/delete', { ids: trashed }))
  await step('trash: preview', () => call('library/previewEmptying', {}))
  await step('trash: empty', () => call('library/emptyTrash', {}))
}

/** @param {Step} step @param {Call} call */
async function measureTranscript(step, call) {
  const id = transcriptionId
  await step('transcript of 1 MB: read', () => call('transcriptions/read', { id }))
  for (const format of ['srt', 'vtt', 'json', 'markdown'])
    await step(`transcript of 1 MB: export ${format}`, () => call('transcriptions/export', { id, format }))
  const { text } = await call('transcriptions/read', { id })
  await step('transcript of 1 MB: edit', () => call('transcriptions/edit', { id, text: `${text} end` }))
}

/** Runs the thread that the application starts for its daily snapshot. @param {Bench} bench */
async function saveSnapshot({ application, folder }) {
  const files = [join(outFolder, 'main', 'database-worker.cjs'), join(folder, 'workspace.db')]
  await application.evaluate(async (_, [program = '', file]) => {
    const { Worker } = /** @type {NodeJS.Module} */ (process.mainModule).require('node:worker_threads')
    const worker = new Worker(program)
    const ended = new Promise((resolve) => worker.once('message', resolve))
    worker.postMessage({ type: 'call', id: 1, name: 'saveDailySnapshot', input: file })
    await ended
    await worker.terminate()
  }, files)
}

/** @param {Bench} bench @param {string} name */
async function scroll({ page }, name) {
  const box = await page.getByLabel(name).first().boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, 480)
    await pause(30)
  }
}
