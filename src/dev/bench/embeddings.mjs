// Measures embedding sets: importing, opening, drawing a map, panning and zooming.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { toRow } from './measure.mjs'
import {
  countFramesWhile,
  measureFrame,
  openPanel,
  pointAt,
  toTaskRow,
  traceTasks,
  withApplication,
  withUserData,
  writeRows,
} from './page-driver.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').Locator} Locator */
/** @typedef {import('./page-driver.mjs').Bench} Bench */
/** @typedef {{ name: string, rows: number, dimensions: number }} SeededSet */

const added = 100_000
const times = 5
const seconds = 5
/** Vectors with all dimensions, many points for a map, and a set that is opened between two openings of another. */
const full = { name: 'Five thousand', rows: 5000, dimensions: 3072 }
const wide = { name: 'Fifty thousand', rows: 50_000, dimensions: 64 }
const small = { name: 'Ten', rows: 10, dimensions: 64 }

export async function measureEmbeddings() {
  return await withUserData(async (environment) => {
    const inserting = await withApplication(environment, measureInserting)
    for (const set of [full, wide, small]) seedSet(environment.folder, set)
    return await withApplication(environment, async (bench) => {
      await openPanel(bench.page, 'Embeddings')
      // Waits for the scan of the media folder, which runs just after the start.
      await pause(5000)
      const opening = await measureOpening(bench)
      const layouts = await measureLayouts(bench)
      return [...opening, ...layouts, ...(await measureMap(bench)), ...inserting]
    })
  })
}

/** Vectors of unit length around the centers of themes. @param {string} folder the user's data @param {SeededSet} set */
function seedSet(folder, { name, rows, dimensions }) {
  let state = 7
  /** Numbers from -1 to 1, the same in each run. */
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return state / 2 ** 31
  }
  const draw = () => Float32Array.from({ length: dimensions }, random)
  const centers = Array.from({ length: 24 }, draw)
  const at = Date.now()
  const id = `bench-${rows}`
  writeRows(folder, (insert) => {
    insert('embedding_sets', {
      ...{ id, name, columns: '["theme"]', next_row_id: rows + 1, created_at: at, updated_at: at },
      settings: JSON.stringify({ model: 'gen-embedding-001', taskType: null, outputDimensionality: null }),
      upstream: JSON.stringify({ kind: 'demo', id: 'demo', label: 'Demo' }),
    })
    for (let number = 1; number <= rows; number += 1) {
      const theme = number % centers.length
      const key = createHash('sha256').update(`${id} ${number}`).digest()
      const text = `Text ${number} of theme ${theme}: this text is long enough to be truncated in a table.`
      const row = { set_id: id, row_id: number, position: number, text, cells: `["Theme ${theme}"]` }
      insert('embedding_rows', { ...row, state: 'done', key, dimensions })
      const sum = draw().map((value, index) => value + (centers[theme]?.[index] ?? 0))
      const length = Math.hypot(...sum)
      const vector = Buffer.from(sum.map((value) => value / length).buffer)
      insert('embedding_vectors', { key, dimensions, vector, created_at: at })
    }
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
    toTaskRow('longest block of the main process while rows are imported', ofMain),
  ]
}

/** @param {Bench} bench */
async function measureOpening(bench) {
  const { page } = bench
  // The page requests the vectors as soon as the table is shown.
  const open = async () => {
    const table = await measureFrame(page, pressSet(full), hasRows(full))
    return (
      table +
      (await measureFrame(page, pressTab('Vector'), `document.querySelector('dl[aria-label=Statistics]')`))
    )
  }
  const reopen = async () => {
    await measureFrame(page, pressSet(small), hasRows(small))
    await pause(2000)
    return await open()
  }
  const first = await open()
  const again = []
  for (let time = 0; time < times; time += 1) again.push(await reopen())
  const { ofMain } = await traceTasks(bench, reopen)
  const median = again.sort((one, other) => one - other)[times >> 1] ?? first
  const target = { unit: 'ms', target: '≤ 500' }
  return [
    toRow('first opening of a set of 5,000 × 3,072, until a vector is shown', first, target),
    toRow('opening it again, until a vector is shown', median, target),
    toTaskRow('longest block of the main process while it is opened', ofMain),
  ]
}

/** Measures from the click to the first frame of the map; the vectors are already loaded. @param {Bench} bench */
async function measureLayouts(bench) {
  const pca = await measureWork(bench, pressTab('Map'), hasMap('PCA', full))
  const umap = await measureWork(bench, pressRadio('UMAP'), hasMap('UMAP', full))
  await measureFrame(bench.page, pressRadio('PCA'), hasMap('PCA', full))
  return [
    toRow('PCA of 5,000 × 3,072, from the click', pca.elapsedMs, { unit: 'ms', target: '≤ 2,000' }),
    toTaskRow('longest task of the page during PCA', pca.ofPage),
    toRow('UMAP of 5,000 × 3,072, from the click', umap.elapsedMs, { unit: 'ms', target: '≤ 20,000' }),
    toTaskRow('longest task of the page during UMAP', umap.ofPage),
  ]
}

/** @param {Bench} bench */
async function measureMap(bench) {
  const { page } = bench
  await measureFrame(page, pressSet(wide), hasRows(wide))
  const { ofMain, elapsedMs } = await measureWork(bench, pressTab('Map'), hasMap('PCA', wide))
  await pause(3000)
  const map = page.getByRole('application', { name: /^Map of 50,000/ })
  const panned = await drag(page, map)
  await pause(1000)
  await pointAt(page, map)
  const zoomed = await countFramesWhile(page, seconds, (step) =>
    page.mouse.wheel(0, step % 60 < 30 ? -60 : 60),
  )
  return [
    toRow('a map of 50,000 points, opened and laid out', elapsedMs, { unit: 'ms' }),
    toTaskRow('longest block of the main process until the map is laid out', ofMain),
    toRow('frames per second while the map is panned', panned, { target: '≥ 50' }),
    toRow('frames per second while the map is zoomed', zoomed, { target: '≥ 50' }),
  ]
}

/** @param {Bench} bench @param {string} press @param {string} isThere */
async function measureWork(bench, press, isThere) {
  let elapsedMs = 0
  const maxTasks = await traceTasks(bench, async () => {
    elapsedMs = await measureFrame(bench.page, press, isThere)
  })
  return { ...maxTasks, elapsedMs }
}

/** Frames per second while dragging back and forth. @param {Page} page @param {Locator} locator */
async function drag(page, locator) {
  const { x, y, reach } = await pointAt(page, locator)
  await page.mouse.down()
  const frames = await countFramesWhile(page, seconds, (step) =>
    page.mouse.move(x + reach * Math.sin(step / 10), y + reach * Math.sin(step / 16)),
  )
  await page.mouse.up()
  return frames
}

/** @param {SeededSet} set */
function pressSet({ name }) {
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

/** @param {SeededSet} set */
function hasRows({ rows }) {
  return `document.querySelector('[role=grid][aria-label=Texts][aria-rowcount="${rows + 1}"] [data-id]')`
}

/** @param {'PCA' | 'UMAP'} method @param {SeededSet} set */
function hasMap(method, { rows }) {
  const caption = `${method} of ${rows.toLocaleString('en')} texts`
  return `[...document.querySelectorAll('p')].some((each) => each.textContent.startsWith('${caption}'))`
}
