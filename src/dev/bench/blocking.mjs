// Measures how long the event loop of the main process is blocked, in a tour through a large workspace.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { choosePath, selectService } from '../running-application.mjs'
import { longId, longText, seedLibrary, transcriptionId } from './content.mjs'
import { toRow } from './measure.mjs'
import { openPanel, waitUntil, withApplication, withUserData } from './page-driver.mjs'
import { withUpstream } from './upstream.mjs'

/** @typedef {import('./page-driver.mjs').Bench} Bench */
/** @typedef {{ step: string, own: number }} Block `own`: milliseconds on the processor */

/** For each step the longest block, in processor time of the thread; 0 if none took 20 ms. */
export async function measure() {
  const { steps, blocks } = await withUpstream((url) =>
    withUserData(async (environment) => {
      seedLibrary(environment.folder)
      // The application indexes the long texts.
      await withApplication(environment, () => pause(20_000))
      return await withApplication(environment, (bench) => recordTour(bench, url), watchLoop)
    }),
  )
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

/** @param {Bench} bench @param {string} url of the service @returns {Promise<{ steps: string[], blocks: Block[] }>} */
async function recordTour(bench, url) {
  const { electron, desktop, folder } = bench
  const steps = createSteps(bench)
  await choosePath(electron, join(folder, 'data.zip'))
  for (const [name, work] of Object.entries(steps)) {
    if (name === 'stream a 1 MB response') await selectService(desktop, url)
    // @ts-expect-error: of `watchLoop`
    await electron.evaluate((_, step) => Object.assign(globalThis.blocking, { step }), name)
    await work()
    // The work may cause more, such as lists that are loaded again.
    await pause(700)
  }
  // @ts-expect-error: of `watchLoop`
  const blocks = await electron.evaluate(() => globalThis.blocking.blocks)
  return { steps: Object.keys(steps), blocks }
}

/** @param {Bench} bench @returns {Record<string, () => Promise<unknown>>} */
function createSteps({ page, desktop }) {
  const { conversations, library, transcriptions, data } = desktop
  const listIds = async (/** @type {string} */ kind, /** @type {number} */ count) =>
    (await library.ids({ kinds: [kind] })).slice(0, count)
  return {
    // The Library compares its folder with its rows just after the start.
    start: () => pause(8000),
    'duplicate a chat with a 1 MB response': () => conversations.duplicate({ conversationId: longId(0) }),
    'stream a 1 MB response': () => streamLongAnswer(desktop),
    'Library: open': () => openPanel(page, 'Library').then(() => pause(2000)),
    'delete 1,000 images': async () => library.delete({ ids: await listIds('image', 1000) }),
    'trash: preview': () => library.previewEmptying({}),
    'trash: empty': () => library.emptyTrash({}),
    'transcript of 1 MB: edit': async () => {
      const { text } = await transcriptions.read({ id: transcriptionId })
      await transcriptions.edit({ id: transcriptionId, text: `${text} end` })
    },
    'data: export': async () => {
      for await (const _ of await data.export()) {
        // Its progress.
      }
    },
    'data: empty the trash': async () => {
      await library.delete({ ids: await listIds('conversation', 3000) })
      await data.cleanUp({ part: 'trash' })
    },
    'data: reset images': () => data.reset({ area: 'images' }),
    'data: reset chats': () => data.reset({ area: 'chats' }),
  }
}

/** @param {any} desktop */
async function streamLongAnswer(desktop) {
  const text = JSON.stringify({ length: longText, atOnce: longText * 0.95, perSecond: 1000 })
  const parameters = { model: 'gen-2.5-flash' }
  await desktop.chat.send({ conversationId: longId(1), parts: [{ text }], parameters })
  await waitUntil(async () => (await desktop.application.status()).running === 0)
  // Its text is indexed after it has ended.
  await pause(4000)
}
