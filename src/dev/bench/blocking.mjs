// Measures how long the event loop of the main process is blocked, in a tour through a large workspace.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { choosePath, selectService } from '../running-application.mjs'
import { longId, longText, seedLibrary } from './content.mjs'
import { toRow } from './measure.mjs'
import { openPanel, readMaxBlock, waitForPage, withApplication, withUserData } from './page-driver.mjs'
import { withUpstream } from './upstream.mjs'

/** @typedef {import('./page-driver.mjs').Bench} Bench */

/** For each step the longest block. */
export async function measure() {
  const blocks = await withUpstream((url) =>
    withUserData(async (environment) => {
      seedLibrary(environment.folder)
      // The application indexes the long texts.
      await withApplication(environment, () => pause(20_000))
      return await withApplication(environment, (bench) => measureTour(bench, url))
    }),
  )
  const all = { 'all steps': Math.max(...Object.values(blocks)), ...blocks }
  return Object.entries(all).map(([name, milliseconds]) =>
    toRow(`${name}: longest block`, milliseconds, { unit: 'ms', target: '≤ 50' }),
  )
}

/** @param {Bench} bench @param {string} url of the provider */
async function measureTour(bench, url) {
  await choosePath(bench.electron, join(bench.folder, 'data.zip'))
  /** @type {Record<string, number>} */
  const blocks = {}
  for (const [name, work] of Object.entries(createSteps(bench, url))) {
    await work()
    // The work may cause more, such as lists that are loaded again.
    await pause(700)
    blocks[name] = await readMaxBlock(bench)
  }
  return blocks
}

/** @param {Bench} bench @param {string} url of the provider @returns {Record<string, () => Promise<unknown>>} */
function createSteps({ page, desktop }, url) {
  const { conversations, library, data } = desktop
  const listIds = async (/** @type {string} */ kind, /** @type {number} */ count) =>
    (await library.ids({ kinds: [kind] })).slice(0, count)
  return {
    // The Library compares its folder with its rows just after the start.
    start: () => pause(8000),
    'duplicate a chat with a 1 MB response': () => conversations.duplicate({ conversationId: longId(0) }),
    'stream a 1 MB response': () => selectService(desktop, url).then(() => streamLongAnswer(desktop)),
    'Library: open': () => openPanel(page, 'Library').then(() => pause(2000)),
    'delete 1,000 images': async () => library.delete({ ids: await listIds('image', 1000) }),
    'trash: preview': () => library.previewEmptying({}),
    'trash: empty': () => library.emptyTrash({}),
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
  await waitForPage(async () => (await desktop.application.status()).running === 0)
  // Its text is indexed after it has ended.
  await pause(4000)
}
