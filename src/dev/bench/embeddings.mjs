// Measures embedding sets: opening, drawing a map, panning and zooming.
import { setTimeout as pause } from 'node:timers/promises'
import { seedSet } from './content.mjs'
import { repeat, toRow } from './measure.mjs'
import {
  countFramesWhile,
  findByText,
  measureFrame,
  measureTasks,
  openPanel,
  pointAt,
  withApplication,
  withUserData,
} from './page-driver.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./page-driver.mjs').Bench} Bench */
/** @typedef {import('./content.mjs').SeededSet} SeededSet */

/** Of tasks. */
const task = { unit: 'ms', target: '≤ 50' }
const seconds = 5
/** Vectors with all dimensions, many points for a map, and a set that is opened between two openings of another. */
const full = { name: 'Five thousand', rows: 5000, dimensions: 3072 }
const wide = { name: 'Fifty thousand', rows: 50_000, dimensions: 64 }
const small = { name: 'Ten', rows: 10, dimensions: 64 }

export async function measure() {
  return await withUserData(async (environment) => {
    for (const set of [full, wide, small]) seedSet(environment.folder, set)
    return await withApplication(environment, async (bench) => {
      await openPanel(bench.page, 'Embeddings')
      // Waits for the scan of the media folder, which runs just after the start.
      await pause(5000)
      const opening = await measureOpening(bench)
      const layouts = await measureLayouts(bench)
      return [...opening, ...layouts, ...(await measureMap(bench))]
    })
  })
}

/** @param {Bench} bench */
async function measureOpening(bench) {
  const { page } = bench
  const vector = `document.querySelector('dl[aria-label=Statistics]')`
  // The page requests the vectors as soon as the table is shown.
  const open = async () => {
    const table = await measureFrame(page, pressSet(full), hasRows(full))
    return table + (await measureFrame(page, pressTab('Vector'), vector))
  }
  const reopen = async () => {
    await measureFrame(page, pressSet(small), hasRows(small))
    await pause(2000)
    return await open()
  }
  const first = await open()
  const again = await repeat(5, reopen)
  const { ofMain } = await measureTasks(bench, reopen)
  const target = { unit: 'ms', target: '≤ 500' }
  return [
    toRow('first opening of a set of 5,000 × 3,072, until a vector is shown', first, target),
    toRow('opening it again, until a vector is shown', again, target),
    toRow('longest block of the main process while it is opened', ofMain, task),
  ]
}

/** From the click to the first frame of the map; the vectors are already loaded. @param {Bench} bench */
async function measureLayouts(bench) {
  const pca = await measureWork(bench, pressTab('Map'), hasMap('PCA', full))
  const umap = await measureWork(bench, pressRadio('UMAP'), hasMap('UMAP', full))
  await measureFrame(bench.page, pressRadio('PCA'), hasMap('PCA', full))
  return [
    toRow('PCA of 5,000 × 3,072, from the click', pca.result, { unit: 'ms', target: '≤ 2,000' }),
    toRow('longest task of the page during PCA', pca.ofPage, task),
    toRow('UMAP of 5,000 × 3,072, from the click', umap.result, { unit: 'ms', target: '≤ 20,000' }),
    toRow('longest task of the page during UMAP', umap.ofPage, task),
  ]
}

/** @param {Bench} bench */
async function measureMap(bench) {
  const { page } = bench
  await measureFrame(page, pressSet(wide), hasRows(wide))
  const { ofMain } = await measureWork(bench, pressTab('Map'), hasMap('PCA', wide))
  await pause(3000)
  const map = page.getByRole('application', { name: /^Map of 50,000/ })
  const { x, y, reach } = await pointAt(page, map)
  await page.mouse.down()
  const panned = await countFramesWhile(page, seconds, (step) =>
    page.mouse.move(x + reach * Math.sin(step / 10), y + reach * Math.sin(step / 16)),
  )
  await page.mouse.up()
  await pause(1000)
  await pointAt(page, map)
  const zoomed = await countFramesWhile(page, seconds, (step) =>
    page.mouse.wheel(0, step % 60 < 30 ? -60 : 60),
  )
  return [
    toRow('longest block of the main process until a map of 50,000 is laid out', ofMain, task),
    toRow('frames per second while the map is panned', panned, { target: '≥ 50' }),
    toRow('frames per second while the map is zoomed', zoomed, { target: '≥ 50' }),
  ]
}

/** @param {Bench} bench @param {string} press @param {string} isThere */
function measureWork(bench, press, isThere) {
  return measureTasks(bench, () => measureFrame(bench.page, press, isThere))
}

/** @param {SeededSet} set */
function pressSet({ name }) {
  return `document.querySelector('nav[aria-label=Sets] li button[title="${name}"]').click()`
}

/** @param {string} name */
function pressTab(name) {
  return `${findByText('[role=tab]', name)}.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))`
}

/** @param {string} name */
const pressRadio = (name) => `${findByText('[role=radio]', name)}.click()`

/** @param {SeededSet} set */
function hasRows({ rows }) {
  return `document.querySelector('[role=grid][aria-label=Texts][aria-rowcount="${rows + 1}"] [data-id]')`
}

/** @param {'PCA' | 'UMAP'} method @param {SeededSet} set */
function hasMap(method, { rows }) {
  const caption = `${method} of ${rows.toLocaleString('en')} texts`
  return `[...document.querySelectorAll('p')].some((each) => each.textContent.startsWith('${caption}'))`
}
