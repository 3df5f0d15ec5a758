// Measures embedding sets: importing, opening, drawing a map or a matrix, panning and zooming.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { toRow } from './measure.mjs'
import { full, seedSets, small, wide } from './vectors.mjs'
import { countFrames, measureFrame, toTaskRow, traceTasks } from './watch.mjs'
import { openPanel, withUserData, withWindow } from './window.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').Locator} Locator */
/** @typedef {import('./window.mjs').Bench} Bench */

const added = 100_000
const times = 5
const seconds = 5

export async function measureEmbeddings() {
  return await withUserData(async (environment) => {
    const inserting = await withWindow(environment, measureInserting)
    seedSets(environment.folder)
    return await withWindow(environment, async (bench) => {
      await openPanel(bench.page, 'Embeddings')
      // Waits for the scan of the media folder, which runs just after the start.
      await pause(5000)
      return [
        ...(await measureOpening(bench)),
        ...(await measureLayouts(bench)),
        ...(await measureMatrix(bench)),
        ...(await measureMap(bench)),
        ...inserting,
      ]
    })
  })
}

/** Imports rows from a file on disk. @param {Bench} bench */
async function measureInserting(bench) {
  const { page, folder } = bench
  const file = join(folder, 'many.txt')
  const lines = Array.from({ length: added }, (_, at) => `Text number ${at + 1}, which says a little`)
  writeFileSync(file, lines.join('\n'))
  await openPanel(page, 'Embeddings')
  const input = page.getByLabel('File to import')
  await input.waitFor({ state: 'attached' })
  await input.setInputFiles(file)
  const count = added.toLocaleString('en')
  const add = page.getByRole('button', { name: `Import ${count} rows` })
  await add.waitFor()
  let elapsedMs = 0
  const { ofMain } = await traceTasks(bench, async () => {
    const began = performance.now()
    await add.click()
    await page.locator('[data-sonner-toast]').getByText(`${count} rows added`).waitFor({ timeout: 300_000 })
    elapsedMs = performance.now() - began
  })
  return [
    toRow(`import of ${count} rows`, elapsedMs, { unit: 'ms' }),
    toTaskRow('longest block of the main process while rows are imported', ofMain, '≤ 50'),
  ]
}

/** @param {Bench} bench */
async function measureOpening(bench) {
  const { page } = bench
  const first = await openWithVectors(page)
  const again = []
  for (let time = 0; time < times; time += 1) again.push(await reopenSet(page))
  again.sort((one, other) => one.both - other.both)
  const { ofMain } = await traceTasks(bench, () => reopenSet(page))
  const median = again[Math.floor(times / 2)] ?? first
  return [
    toRow('first opening of a set of 5,000 × 3,072, until a vector is shown', first.both, {
      unit: 'ms',
      target: '≤ 500',
    }),
    toRow('opening it again, until a vector is shown', median.both, { unit: 'ms', target: '≤ 500' }),
    toRow('opening it again, until its table is shown', median.table, { unit: 'ms' }),
    toTaskRow('longest block of the main process while it is opened', ofMain, '≤ 50'),
  ]
}

/** @param {Page} page */
async function reopenSet(page) {
  await openOtherSet(page)
  return openWithVectors(page)
}

/** @param {Page} page */
async function openOtherSet(page) {
  await measureFrame(page, pressSet(small.name), hasRows(small.rows))
  await pause(2000)
}

/** The page requests the vectors as soon as the table is shown. @param {Page} page */
async function openWithVectors(page) {
  const table = await measureFrame(page, pressSet(full.name), hasRows(full.rows))
  const vectors = await measureFrame(
    page,
    pressTab('Vector'),
    `document.querySelector('dl[aria-label=Statistics]')`,
  )
  return { table: Math.round(table), both: Math.round(table + vectors) }
}

/** Measures from the click to the first frame of the map; the vectors are already loaded. @param {Bench} bench */
async function measureLayouts(bench) {
  const pca = await measureWork(bench, pressTab('Map'), hasMap('PCA', full.rows))
  const umap = await measureWork(bench, pressRadio('UMAP'), hasMap('UMAP', full.rows))
  await measureFrame(bench.page, pressRadio('PCA'), hasMap('PCA', full.rows))
  return [
    toRow('PCA of 5,000 × 3,072, from the click', pca.elapsedMs, { unit: 'ms', target: '≤ 2,000' }),
    toTaskRow('longest task of the page during PCA', pca.ofPage, '≤ 50'),
    toRow('UMAP of 5,000 × 3,072, from the click', umap.elapsedMs, { unit: 'ms', target: '≤ 20,000' }),
    toTaskRow('longest task of the page during UMAP', umap.ofPage, '≤ 50'),
  ]
}

/** The matrix shows 1,000 of the rows. @param {Bench} bench */
async function measureMatrix(bench) {
  const { page } = bench
  const condition = `document.querySelector('[role=grid][aria-label="Similarity matrix"][aria-rowcount="1000"]')`
  const drawingMs = await measureFrame(page, pressTab('Matrix'), condition)
  const matrix = page.getByRole('grid', { name: 'Similarity matrix' })
  // A matrix that is shown completely cannot be panned, so zoom in.
  for (let time = 0; time < 3; time += 1) await matrix.press('+')
  await pause(1000)
  return [
    toRow('a matrix of 1,000 × 1,000, ordered and drawn', drawingMs, { unit: 'ms' }),
    toRow('frames per second while the matrix is panned', await drag(page, matrix), { target: '≥ 50' }),
  ]
}

/** @param {Bench} bench */
async function measureMap(bench) {
  const { page } = bench
  await measureFrame(page, pressSet(wide.name), hasRows(wide.rows))
  const drawing = await measureWork(bench, pressTab('Map'), hasMap('PCA', wide.rows))
  await pause(3000)
  const map = page.getByRole('application', { name: /^Map of 50,000/ })
  const moved = await drag(page, map)
  await pause(1000)
  return [
    toRow('a map of 50,000 points, opened and laid out', drawing.elapsedMs, { unit: 'ms' }),
    toTaskRow('longest block of the main process until the map is laid out', drawing.ofMain, '≤ 50'),
    toRow('frames per second while the map is panned', moved, { target: '≥ 50' }),
    toRow('frames per second while the map is zoomed', await zoom(page, map), { target: '≥ 50' }),
  ]
}

/** @param {Bench} bench @param {string} press @param {string} condition */
async function measureWork(bench, press, condition) {
  let elapsedMs = 0
  const maxTasks = await traceTasks(bench, async () => {
    elapsedMs = await measureFrame(bench.page, press, condition)
  })
  return { ...maxTasks, elapsedMs: Math.round(elapsedMs) }
}

/** @param {string} name */
function pressSet(name) {
  return `document.querySelector('nav[aria-label=Sets] li button[title="${name}"]').click()`
}

/** @param {string} name */
function pressTab(name) {
  return `[...document.querySelectorAll('[role=tab]')].find((each) => each.textContent === '${name}')
    .dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))`
}

/** @param {string} name */
function pressRadio(name) {
  return `[...document.querySelectorAll('[role=radio]')].find((each) => each.textContent === '${name}').click()`
}

/** @param {number} count */
function hasRows(count) {
  return `document.querySelector('[role=grid][aria-label=Texts][aria-rowcount="${count + 1}"] [data-id]')`
}

/** @param {'PCA' | 'UMAP'} method @param {number} count */
function hasMap(method, count) {
  const caption = `${method} of ${count.toLocaleString('en')} texts`
  return `[...document.querySelectorAll('p')].some((each) => each.textContent.startsWith('${caption}'))`
}

/** Frames per second while dragging back and forth. @param {Page} page @param {Locator} locator */
async function drag(page, locator) {
  const { x, y, reach } = await pointAt(page, locator)
  await page.mouse.down()
  const frames = await countWhile(page, 8, (step) =>
    page.mouse.move(x + reach * Math.sin(step / 20), y + reach * Math.sin(step / 33)),
  )
  await page.mouse.up()
  return frames
}

/** Frames per second while zooming in and out with the wheel. @param {Page} page @param {Locator} locator */
async function zoom(page, locator) {
  await pointAt(page, locator)
  return countWhile(page, 16, (step) => page.mouse.wheel(0, step % 60 < 30 ? -60 : 60))
}

/** @param {Page} page @param {number} delay between steps, in milliseconds @param {(step: number) => Promise<void>} act */
async function countWhile(page, delay, act) {
  const frames = countFrames(page, seconds * 1000)
  const end = performance.now() + seconds * 1000
  for (let step = 0; performance.now() < end; step += 1) {
    await act(step)
    await pause(delay)
  }
  return Math.round(await frames)
}

/** Moves the pointer to the center. @param {Page} page @param {Locator} locator */
async function pointAt(page, locator) {
  const box = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  return { x, y, reach: Math.min(box.width, box.height) * 0.4 }
}
