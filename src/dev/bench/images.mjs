// Measures images: the page's heap for a large one, the main process's memory and the database for a hundred.

import { randomFillSync } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'libsql'
import { PNG } from 'pngjs'
import { toRow } from './measure.mjs'
import { withService } from './servers.mjs'
import { chooseService, openPanel, waitUntil, withUserData, withWindow } from './window.mjs'

/** @typedef {import('./window.mjs').Bench} Bench */
/** @typedef {import('playwright').Page} Page */

/** Side lengths of images with 4 MiB of Base64, and with about one. */
const largeSide = 1024
const usualSide = 600
const pictures = 100
const atOnce = 8

export async function measureImages() {
  return await withService(answerWithNoise, (url) =>
    withUserData((environment) =>
      withWindow(environment, async (bench) => {
        await chooseService(bench.page, url)
        await openPanel(bench.page, 'Images')
        return [...(await measureHeap(bench)), ...(await measureHundred(bench))]
      }),
    ),
  )
}

/** Generates a small image first, so that only the large one is measured. @param {Bench} bench */
async function measureHeap({ page, session }) {
  await draw(page, { side: 16, variations: 1 })
  const before = await readHeap(session)
  await draw(page, { side: largeSide, variations: 1 })
  const increase = (await readHeap(session)) - before
  return [
    toRow('increase of the page’s heap by an image of 4 MB of Base64', increase, {
      unit: 'MB',
      target: '< 1',
    }),
  ]
}

/** @param {Bench} bench */
async function measureHundred({ application, page, folder }) {
  const size = readDatabase(folder)
  const before = await readMain(application)
  let maxMemory = before
  for (let drawn = 0; drawn < pictures; drawn += atOnce) {
    await draw(page, { side: usualSide, variations: Math.min(atOnce, pictures - drawn) })
    maxMemory = Math.max(maxMemory, await readResident(application))
  }
  const after = await readMain(application)
  const increase = readDatabase(folder) - size
  return [
    toRow('memory of the main process before a hundred images', before, { unit: 'MB' }),
    toRow('maximum memory of the main process while they are generated', maxMemory, { unit: 'MB' }),
    toRow('increase of the main process’s memory by a hundred images, when idle', after - before, {
      unit: 'MB',
      target: '≤ 50',
    }),
    toRow('exchange log of an image', readLog(folder) / 1024 / pictures, { unit: 'KB' }),
    toRow('database for an image, including the log', increase / 1024 / pictures, {
      unit: 'KB',
      target: '≤ 4',
    }),
  ]
}

/** Generates images in a new session. @param {Page} page @param {{ side: number, variations: number }} options */
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

/** Counts the finished images of the open session. Throws if one has failed. @param {Page} page @returns {Promise<number>} */
export async function countDrawn(page) {
  const result = await page.evaluate(`(() => {
    const ended = [...document.querySelectorAll('[data-variation][aria-busy=false]')]
    const drawn = ended.filter((one) => one.querySelector('button[draggable] img'))
    return { drawn: drawn.length, failed: ended.find((one) => !drawn.includes(one))?.textContent }
  })()`)
  const { drawn, failed } = /** @type {{ drawn: number, failed?: string }} */ (result)
  if (failed) throw new Error(`Image generation failed: ${failed}`)
  return drawn
}

/** Megabytes of the heap after garbage collection. @param {Bench['session']} session */
async function readHeap(session) {
  await pause(1000)
  await session.send('HeapProfiler.collectGarbage')
  await pause(500)
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize / 1_048_576
}

/** Megabytes after a short idle time. @param {Bench['application']} application */
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

/** Bytes of the database file after a checkpoint. @param {string} folder */
function readDatabase(folder) {
  const file = join(folder, 'workspace.db')
  const database = new Database(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return statSync(file).size
}

/** Bytes of the last hundred exchanges, which the log deletes later. @param {string} folder */
function readLog(folder) {
  const database = new Database(join(folder, 'exchanges.db'))
  const newest = /** @type {{ bytes: number }[]} */ (
    database
      .prepare(`SELECT length(detail) + length(request_body) + length(response_body) AS bytes
        FROM exchange_details ORDER BY seq DESC LIMIT ?`)
      .all(pictures)
  )
  database.close()
  return newest.map(({ bytes }) => bytes).reduce((sum, bytes) => sum + bytes, 0)
}

/** A prompt with the image's size. The PNG will have about three bytes per pixel. @param {number} side in pixels */
function toDrawingPrompt(side) {
  return `Draw noise of ${side} by ${side} pixels, like a television without a signal, in an empty room at night, with a clock at number ${Math.random()} on the wall: fine grain, in all colors equally.`
}

/** Responds to every request with a different PNG of the requested size. @type {import('node:http').RequestListener} */
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

/** Creates random pixels, which cannot be compressed. @param {number} side */
function drawNoise(side) {
  const rgb = /** @type {const} */ ({ colorType: 2, inputColorType: 2, inputHasAlpha: false })
  const picture = new PNG({ width: side, height: side, ...rgb })
  picture.data = randomFillSync(Buffer.alloc(side * side * 3))
  return PNG.sync.write(picture, { ...rgb, deflateLevel: 0, filterType: 0 })
}
