// What a Library of 10,000 pictures costs: to open, to scroll through, to search.

import { setTimeout as pause } from 'node:timers/promises'
import { pictures, rareWord, seedLibrary } from './bench-collection.mjs'
import { figure, toMedian } from './bench-servers.mjs'
import { countFrames, longestFigures, readLongest, traceTasks } from './bench-watch.mjs'
import { openPanel, readTaskSeconds, round, withUserData, withWindow } from './bench-window.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./bench-window.mjs').Bench} Bench */

const seconds = 5
const times = 5
/** Asked again in the same words, the page knows the answer. */
const searches = {
  few: [rareWord, 'number 123', 'number 321'],
  many: ['fox misty river', 'heron at dusk', 'tram in snow'],
  all: ['in the distance', 'the distance in', 'distance in the'],
  /** No index knows two letters. */
  letters: ['ox', 'am', 'ow'],
}

export async function measureLibrary() {
  return await withUserData(async (place) => {
    await withWindow(place, async () => {})
    seedLibrary(place.folder)
    return await withWindow(place, async (bench) => {
      // Nobody opens it within the first moment, in which the folder is looked through.
      await pause(5000)
      return {
        ...(await measureOpening(bench)),
        ...(await measureScrolling(bench)),
        ...(await measureSearching(bench.page)),
      }
    })
  })
}

/** @param {Bench} bench */
async function measureOpening({ page, application, session }) {
  const readMain = () => application.evaluate(() => process.cpuUsage().user + process.cpuUsage().system)
  await readLongest(page)
  const before = { page: await readTaskSeconds(session), main: await readMain() }
  const first = await timeOpening(page)
  const after = { page: await readTaskSeconds(session), main: await readMain() }
  await pause(2000)
  const longest = await readLongest(page)
  const again = []
  for (let time = 0; time < times; time += 1) {
    await openPanel(page, 'Chat')
    await pause(1000)
    again.push(await timeOpening(page))
    await pause(1000)
  }
  return {
    [`first opening of ${pictures} pictures (ms)`]: figure(Math.round(first), '≤ 200'),
    "of it the page's thread (ms)": figure(Math.round((after.page - before.page) * 1000)),
    'the main process meanwhile (ms of a processor)': figure(Math.round((after.main - before.main) / 1000)),
    'longest task meanwhile (ms)': figure(longest, '≤ 100'),
    'median of five more (ms)': figure(Math.round(toMedian(again)), '≤ 200'),
  }
}

/** From the top without thumbnails, which are made meanwhile, and back. @param {Bench} bench */
async function measureScrolling(bench) {
  const there = await scroll(bench, 1)
  await pause(5000)
  const back = await scroll(bench, -1)
  return {
    ...longestFigures('longest task while scrolling', there.longest, '≤ 100'),
    'frames a second meanwhile': figure(there.frames),
    ...longestFigures('longest task while scrolling back', back.longest, '≤ 100'),
    'frames a second then': figure(back.frames),
  }
}

/** Medians of searches of a kind. @param {Page} page */
async function measureSearching(page) {
  await listenToPort(page)
  const few = await searchFor(page, searches.few)
  const many = await searchFor(page, searches.many)
  const all = await searchFor(page, searches.all)
  const letters = await searchFor(page, searches.letters)
  return {
    'a search that finds few, asked and answered (ms)': figure(few.answered, '≤ 50'),
    'one that finds many (ms)': figure(many.answered, '≤ 50'),
    'one that finds all (ms)': figure(all.answered, '≤ 50'),
    'one for two letters (ms)': figure(letters.answered, '≤ 50'),
    'from the last letter until few are seen (ms)': figure(few.seen),
    'until all are seen (ms)': figure(all.seen),
  }
}

/** @param {Page} page @param {readonly string[]} texts */
async function searchFor(page, texts) {
  const found = []
  for (const text of texts) found.push(await search(page, text))
  return {
    answered: round(toMedian(found.map(({ answered }) => answered))),
    seen: Math.round(toMedian(found.map(({ seen }) => seen))),
  }
}

/** Milliseconds from the click to the first frame with pictures' boxes and titles. @param {Page} page @returns {Promise<number>} */
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

/** By the wheel. @param {Bench} bench @param {1 | -1} way */
async function scroll(bench, way) {
  const { page } = bench
  const box = await page.getByRole('listbox', { name: 'Items' }).boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  const frames = countFrames(page, seconds * 1000)
  const { ofPage } = await traceTasks(bench, async () => {
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      await page.mouse.wheel(0, way * 480)
      await pause(30)
    }
  })
  return { frames: Math.round(await frames), longest: ofPage }
}

/** Notes when the page asks the application for a list, and when it is answered. @param {Page} page */
async function listenToPort(page) {
  await page.evaluate(`{
    const post = MessagePort.prototype.postMessage
    const heard = new WeakSet()
    const asked = new Map()
    window.lists = []
    const read = (data) => { try { return JSON.parse(data) } catch { return {} } }
    MessagePort.prototype.postMessage = function (data, ...rest) {
      if (typeof data === 'string' && data.includes('library/list')) {
        asked.set(read(data).i, { text: data, at: performance.now() })
        if (!heard.has(this)) {
          heard.add(this)
          this.addEventListener('message', (event) => {
            const { i } = read(event.data)
            const wish = asked.get(i)
            if (wish) lists.push({ text: wish.text, took: performance.now() - wish.at })
            asked.delete(i)
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
  const asked = /** @type {{ text: string, took: number }[]} */ (await page.evaluate('lists'))
  const took = asked.filter(({ text }) => text.includes(words)).map((each) => each.took)
  return { answered: Math.max(...took), seen }
}

/** From the next letter to the frame with the answer; nothing is waited for here. @param {Page} page */
async function watchFinds(page) {
  await page.evaluate(`void addEventListener('input', () => {
    const began = performance.now()
    window.found = new Promise((resolve, reject) => {
      const look = () => {
        if (performance.now() - began > 30000) reject(new Error('Nothing was found within half a minute.'))
        const list = document.querySelector('[role=listbox][aria-label=Items]')
        const isThere = lists.length > 0 && list?.getAttribute('aria-busy') !== 'true'
        requestAnimationFrame(isThere ? () => resolve(performance.now() - began) : look)
      }
      requestAnimationFrame(look)
    })
  }, { once: true, capture: true })`)
}
