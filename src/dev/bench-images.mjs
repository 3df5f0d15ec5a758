// What pictures cost: the page's heap for a large one, the main process's memory and the database for a hundred.

import { randomFillSync } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'libsql'
import { PNG } from 'pngjs'
import { figure, withService } from './bench-servers.mjs'
import { chooseService, openPanel, round, waitUntil, withUserData, withWindow } from './bench-window.mjs'

/** @typedef {import('./bench-window.mjs').Bench} Bench */
/** @typedef {import('playwright').Page} Page */

/** 4 MiB as Base64, and about one. */
const largeSide = 1024
const usualSide = 600
const pictures = 100
const atOnce = 8

export async function measureImages() {
  return await withService(answerWithNoise, (url) =>
    withUserData((place) =>
      withWindow(place, async (bench) => {
        await chooseService(bench.page, url)
        await openPanel(bench.page, 'Images')
        return { ...(await measureHeap(bench)), ...(await measureHundred(bench)) }
      }),
    ),
  )
}

/** The page has drawn a small picture before, so that only the large one counts. @param {Bench} bench */
async function measureHeap({ page, session }) {
  await draw(page, { side: 16, variations: 1 })
  const before = await readHeap(session)
  await draw(page, { side: largeSide, variations: 1 })
  const grown = (await readHeap(session)) - before
  return {
    "the page's heap after a picture of 4 MB of Base64 (MB more)": figure(round(grown), '< 1'),
  }
}

/** @param {Bench} bench */
async function measureHundred({ application, page, folder }) {
  const size = readDatabase(folder)
  const before = await readMain(application)
  let most = before
  for (let drawn = 0; drawn < pictures; drawn += atOnce) {
    await draw(page, { side: usualSide, variations: Math.min(atOnce, pictures - drawn) })
    most = Math.max(most, await readResident(application))
  }
  const after = await readMain(application)
  const grown = readDatabase(folder) - size
  return {
    'memory of the main process before a hundred pictures (MB)': figure(Math.round(before)),
    'the most meanwhile (MB)': figure(Math.round(most)),
    'after them, at rest (MB more)': figure(Math.round(after - before), '≤ 50'),
    'the exchange log of a picture (KB)': figure(round(readLog(folder) / 1024 / pictures)),
    'the database for a picture, the log in it (KB)': figure(round(grown / 1024 / pictures), '≤ 4'),
  }
}

/** In a drawing of its own. @param {Page} page @param {{ side: number, variations: number }} wish */
async function draw(page, { side, variations }) {
  await page.getByRole('button', { name: 'New session' }).first().click()
  const form = page.getByRole('form', { name: 'New prompt' })
  await form.getByRole('combobox', { name: 'Variations' }).click()
  await page
    .getByRole('option', { name: variations === 1 ? '1 image' : `${variations} images`, exact: true })
    .click()
  await form.getByRole('textbox', { name: 'Prompt' }).fill(toDrawingPrompt(side))
  await form.getByRole('button', { name: 'Generate' }).click()
  await waitUntil(async () => (await countDrawn(page)) === variations)
}

/** Pictures of the open drawing that are whole; a failure is told. @param {Page} page @returns {Promise<number>} */
async function countDrawn(page) {
  const told = await page.evaluate(`(() => {
    const ended = [...document.querySelectorAll('[data-variation][aria-busy=false]')]
    const drawn = ended.filter((one) => one.querySelector('button[draggable] img'))
    return { drawn: drawn.length, failed: ended.find((one) => !drawn.includes(one))?.textContent }
  })()`)
  const { drawn, failed } = /** @type {{ drawn: number, failed?: string }} */ (told)
  if (failed) throw new Error(`Image generation failed: ${failed}`)
  return drawn
}

/** Megabytes of what cannot be let go. @param {Bench['session']} session */
async function readHeap(session) {
  await pause(1000)
  await session.send('HeapProfiler.collectGarbage')
  await pause(500)
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize / 1_048_576
}

/** Megabytes after a moment of rest. @param {Bench['application']} application */
async function readMain(application) {
  for (let time = 0; time < 3; time += 1) {
    await pause(2000)
    await application.evaluate(() => globalThis.gc?.())
  }
  await pause(1000)
  return readResident(application)
}

/** @param {Bench['application']} application */
async function readResident(application) {
  const { rss } = await application.evaluate(() => process.memoryUsage())
  return rss / 1_048_576
}

/** Bytes, once all that was written stands in the one file. @param {string} folder */
function readDatabase(folder) {
  const file = join(folder, 'workspace.db')
  const database = new Database(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return statSync(file).size
}

/** Bytes of the last hundred exchanges, which the log lets go of in time. @param {string} folder */
function readLog(folder) {
  const database = new Database(join(folder, 'exchanges.db'))
  const newest = /** @type {{ bytes: number }[]} */ (
    database.prepare('SELECT bytes FROM exchanges ORDER BY seq DESC LIMIT ?').all(pictures)
  )
  database.close()
  return newest.map(({ bytes }) => bytes).reduce((sum, bytes) => sum + bytes, 0)
}

/** The prompt that is understood here, of the usual length: the PNG has about three bytes a pixel. @param {number} side in pixels */
function toDrawingPrompt(side) {
  return `Draw noise of ${side} by ${side} pixels, as of a screen in an empty room at night, in which nobody has looked
for a signal since number ${Math.random()} went by: fine grain, and all colours of it alike.`
}

/** With another PNG for every request, of the size that its prompt asks for. @type {import('node:http').RequestListener} */
async function answerWithNoise(request, response) {
  const sides = [...(await text(request)).matchAll(/Draw noise of (\d+) by/g)]
  const data = drawNoise(Number(sides.at(-1)?.[1] ?? 64)).toString('base64')
  const content = { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data } }] }
  const answer = {
    candidates: [{ content, index: 0, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1290, totalTokenCount: 1299 },
    modelVersion: 'bench',
  }
  const isStream = request.url?.includes(':stream')
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
  response.end(isStream ? `data: ${JSON.stringify(answer)}\r\n\r\n` : JSON.stringify(answer))
}

/** Nothing of it can be compressed, and no two are alike. @param {number} side */
function drawNoise(side) {
  const rgb = /** @type {const} */ ({ colorType: 2, inputColorType: 2, inputHasAlpha: false })
  const picture = new PNG({ width: side, height: side, ...rgb })
  picture.data = randomFillSync(Buffer.alloc(side * side * 3))
  return PNG.sync.write(picture, { ...rgb, deflateLevel: 0, filterType: 0 })
}
