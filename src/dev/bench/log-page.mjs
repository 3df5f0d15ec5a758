// Measures the request log in the page with 100,000 requests: opening, scrolling, and large requests that arrive.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { toMedian, toRow } from './measure.mjs'
import { withService } from './servers.mjs'
import { countFrames, toTaskRow, traceTasks } from './watch.mjs'
import { chooseService, openPanel, readTaskSeconds, withUserData, withWindow } from './window.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./window.mjs').Bench} Bench */

const seconds = 5
const times = 5
const perSecond = 20
const path = '/v1beta/models/gen-2.5-flash:generateContent'
const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'fox '.repeat(62_500) }] }] })
const answer = JSON.stringify({
  candidates: [
    { content: { role: 'model', parts: [{ text: 'owl '.repeat(62_500) }] }, finishReason: 'STOP' },
  ],
})

/** @param {string} file A log with its search index. */
export function measureLogPage(file) {
  return withUserData(async (environment) => {
    await withWindow(environment, async () => {})
    await copyFile(file, join(environment.folder, 'exchanges.db'))
    return await withWindow(environment, async (bench) => {
      // The log is opened a few seconds after the start.
      await pause(5000)
      return [
        ...(await measureOpening(bench)),
        ...(await measureScrolling(bench)),
        ...(await measureLargeRequests(bench)),
      ]
    })
  })
}

/** @param {Bench} bench */
async function measureOpening({ page, session }) {
  const before = await readTaskSeconds(session)
  const first = await timeOpening(page)
  const own = (await readTaskSeconds(session)) - before
  const again = []
  for (let time = 0; time < times; time += 1) {
    await pause(1000)
    await openPanel(page, 'Chat')
    await pause(1000)
    again.push(await timeOpening(page))
  }
  return [
    toRow('first opening of the log, until rows are shown', first, { unit: 'ms', target: '≤ 150' }),
    toRow('CPU of the page’s thread until then', own * 1000, { unit: 'ms' }),
    toRow('opening the log again, until rows are shown', toMedian(again), { unit: 'ms', target: '≤ 150' }),
  ]
}

/** Milliseconds from the click to the first frame with rows. @param {Page} page @returns {Promise<number>} */
function timeOpening(page) {
  return page.evaluate(`new Promise((resolve) => {
    const rail = [...document.querySelectorAll('nav[aria-label=Panels] button')]
    const began = performance.now()
    rail.find((each) => each.textContent === 'Gateway').click()
    const look = () => {
      const isThere = document.querySelector('[data-request-list] [data-id]') !== null
      requestAnimationFrame(isThere ? () => resolve(performance.now() - began) : look)
    }
    requestAnimationFrame(look)
  })`)
}

/** Scrolls with the wheel; further pages are read meanwhile. @param {Bench} bench */
async function measureScrolling(bench) {
  const { page } = bench
  const box = await page.getByRole('grid', { name: 'Requests' }).boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  const frames = countFrames(page, seconds * 1000)
  const { ofPage } = await traceTasks(bench, async () => {
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      await page.mouse.wheel(0, 480)
      await pause(30)
    }
  })
  return [
    toRow('frames per second while the log is scrolled', await frames, { target: '≥ 55' }),
    toTaskRow('longest task of the page while the log is scrolled', ofPage, '≤ 50'),
  ]
}

/** With the newest request open beside the list. @param {Bench} bench */
async function measureLargeRequests(bench) {
  const { page } = bench
  return await withService(
    (request, response) => {
      request.resume()
      request.on('end', () => response.setHeader('content-type', 'application/json').end(answer))
    },
    async (url) => {
      await chooseService(page, url)
      await openPanel(page, 'Gateway')
      const gateway = page.getByRole('region', { name: 'Gateway', exact: true })
      const address =
        (await gateway
          .getByText(/^http:/)
          .first()
          .textContent()) ?? ''
      const local = gateway.getByRole('region', { name: 'Local key' })
      await local.getByRole('button', { name: 'Show local key' }).click()
      const key = (await local.locator('span[title]').getAttribute('title')) ?? ''
      const send = () => sendOne(address + path, key)
      await send()
      await pause(1000)
      await page.getByRole('grid', { name: 'Requests' }).locator('[data-id]').first().click()
      await pause(2000)
      const frames = countFrames(page, seconds * 1000)
      /** @type {Promise<void>[]} */
      const sent = []
      const { ofPage, ofMain } = await traceTasks(bench, async () => {
        const began = performance.now()
        while (performance.now() < began + seconds * 1000) {
          sent.push(send())
          // Follows the clock, to catch up after a delay that was too long.
          await pause(Math.max(0, began + (sent.length * 1000) / perSecond - performance.now()))
        }
      })
      await Promise.all(sent)
      return [
        toRow('requests of 250 kB that are logged in five seconds', sent.length),
        toRow('frames per second while they are logged', await frames, { target: '≥ 55' }),
        toTaskRow('longest task of the page while they are logged', ofPage, '≤ 50'),
        toTaskRow('longest task of the main process while they are logged', ofMain, '≤ 50'),
      ]
    },
  )
}

/** @param {string} url @param {string} key */
async function sendOne(url, key) {
  const headers = { 'content-type': 'application/json', 'x-goog-api-key': key }
  const response = await fetch(url, { method: 'POST', headers, body })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
}
