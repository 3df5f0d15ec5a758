// Measures a Library of 10,000 images: opening, scrolling, searching.

import { setTimeout as pause } from 'node:timers/promises'
import { pictures, rareWord, seedLibrary } from './library-content.mjs'
import { toMedian, toRow } from './measure.mjs'
import { readMaxTask, toTaskRow, traceTasks } from './watch.mjs'
import { openPanel, withUserData, withWindow } from './window.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./window.mjs').Bench} Bench */

const seconds = 5
const times = 5
/** Each text is used once, because the page caches results. */
const searches = {
  few: [rareWord, 'number 123', 'number 321'],
  many: ['fox misty river', 'heron at dusk', 'tram in snow'],
  all: ['in the distance', 'the distance in', 'distance in the'],
  /** The index has no texts of two characters. */
  letters: ['ox', 'am', 'ow'],
}

export async function measureLibrary() {
  return await withUserData(async (environment) => {
    await withWindow(environment, async () => {})
    seedLibrary(environment.folder)
    return await withWindow(environment, async (bench) => {
      // Waits for the scan of the media folder, which runs just after the start.
      await pause(5000)
      return [
        ...(await measureOpening(bench)),
        ...(await measureScrolling(bench)),
        ...(await measureSearching(bench.page)),
      ]
    })
  })
}

/** @param {Bench} bench */
async function measureOpening({ page }) {
  await readMaxTask(page)
  const first = await timeOpening(page)
  await pause(2000)
  const maxTask = await readMaxTask(page)
  const again = []
  for (let time = 0; time < times; time += 1) {
    await openPanel(page, 'Chat')
    await pause(1000)
    again.push(await timeOpening(page))
    await pause(1000)
  }
  return [
    toRow(`first opening of ${pictures.toLocaleString('en')} images`, first, { unit: 'ms', target: '≤ 200' }),
    toRow('longest task of the page while it is opened', maxTask, { unit: 'ms', target: '≤ 100' }),
    toRow('opening it again', toMedian(again), { unit: 'ms', target: '≤ 200' }),
  ]
}

/** Scrolls down while the thumbnails are created, and back. @param {Bench} bench */
async function measureScrolling(bench) {
  const there = await scroll(bench, 1)
  await pause(5000)
  const back = await scroll(bench, -1)
  return [
    toTaskRow('longest task of the page while scrolling down', there, '≤ 100'),
    toTaskRow('longest task of the page while scrolling back', back, '≤ 100'),
  ]
}

/** Returns medians for each kind of search. @param {Page} page */
async function measureSearching(page) {
  await listenToPort(page)
  const few = await searchFor(page, searches.few)
  const many = await searchFor(page, searches.many)
  const all = await searchFor(page, searches.all)
  const letters = await searchFor(page, searches.letters)
  return [
    toRow('search with few results, request to response', few.answered, { unit: 'ms', target: '≤ 50' }),
    toRow('search with many results', many.answered, { unit: 'ms', target: '≤ 50' }),
    toRow('search that matches all', all.answered, { unit: 'ms', target: '≤ 50' }),
    toRow('search for two characters', letters.answered, { unit: 'ms', target: '≤ 50' }),
    toRow('last keystroke until few results are shown', few.seen, { unit: 'ms' }),
    toRow('last keystroke until all are shown', all.seen, { unit: 'ms' }),
  ]
}

/** @param {Page} page @param {readonly string[]} texts */
async function searchFor(page, texts) {
  const found = []
  for (const text of texts) found.push(await search(page, text))
  return {
    answered: toMedian(found.map(({ answered }) => answered)),
    seen: toMedian(found.map(({ seen }) => seen)),
  }
}

/** Milliseconds from the click to the first frame with images and titles. @param {Page} page @returns {Promise<number>} */
function timeOpening(page) {
  return page.evaluate(`new Promise((resolve) => {
    const rail = [...document.querySelectorAll('nav[aria-label=Panels] button')]
    const began = performance.now()
    rail.find((each) => each.textContent === 'Library').click()
    const look = () => {
      const option = document.querySelector('[role=option][aria-posinset="1"]')
      const drawn = option?.querySelector('img') && option.textContent !== ''
      requestAnimationFrame(drawn ? () => resolve(performance.now() - began) : look)
    }
    requestAnimationFrame(look)
  })`)
}

/** Scrolls with the wheel; returns the longest task. @param {Bench} bench @param {1 | -1} direction */
async function scroll(bench, direction) {
  const { page } = bench
  const box = await page.getByRole('listbox', { name: 'Items' }).boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  const { ofPage } = await traceTasks(bench, async () => {
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      await page.mouse.wheel(0, direction * 480)
      await pause(30)
    }
  })
  return ofPage
}

/** Records the duration of each request for a list. @param {Page} page */
async function listenToPort(page) {
  await page.evaluate(`{
    const post = MessagePort.prototype.postMessage
    const watched = new WeakSet()
    const requests = new Map()
    window.lists = []
    const read = (data) => { try { return JSON.parse(data) } catch { return {} } }
    MessagePort.prototype.postMessage = function (data, ...rest) {
      if (typeof data === 'string' && data.includes('library/list')) {
        requests.set(read(data).i, { text: data, at: performance.now() })
        if (!watched.has(this)) {
          watched.add(this)
          this.addEventListener('message', (event) => {
            const { i } = read(event.data)
            const request = requests.get(i)
            if (request) lists.push({ text: request.text, took: performance.now() - request.at })
            requests.delete(i)
          })
        }
      }
      return post.call(this, data, ...rest)
    }
  }`)
}

/** @param {Page} page @param {string} words @returns {Promise<{ answered: number, seen: number }>} */
async function search(page, words) {
  const field = page.getByRole('searchbox', { name: 'Search Library' })
  await field.fill('')
  await field.press('Enter')
  await pause(500)
  await page.evaluate('{ lists.length = 0 }')
  await watchFinds(page)
  await field.fill(words)
  const seen = /** @type {number} */ (await page.evaluate('found'))
  const query = /** @type {{ text: string, took: number }[]} */ (await page.evaluate('lists'))
  const took = query.filter(({ text }) => text.includes(words)).map((each) => each.took)
  return { answered: Math.max(...took), seen }
}

/** Starts measuring from the next keystroke to the frame with the results. @param {Page} page */
async function watchFinds(page) {
  await page.evaluate(`void addEventListener('input', () => {
    const began = performance.now()
    window.found = new Promise((resolve, reject) => {
      const look = () => {
        if (performance.now() - began > 30000) reject(new Error('No results within 30 seconds.'))
        const list = document.querySelector('[role=listbox][aria-label=Items]')
        const isThere = lists.length > 0 && list?.getAttribute('aria-busy') !== 'true'
        requestAnimationFrame(isThere ? () => resolve(performance.now() - began) : look)
      }
      requestAnimationFrame(look)
    })
  }, { once: true, capture: true })`)
}
