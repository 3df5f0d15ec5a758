// Writes embedding sets with their vectors while the application is closed.
import { createHash } from 'node:crypto'
import { writeRows } from './window.mjs'

/** @typedef {{ name: string, rows: number, dimensions: number }} SeededSet */

/** Vectors with all dimensions. */
export const full = { name: 'Five thousand', rows: 5000, dimensions: 3072 }
/** For a map with many points. */
export const wide = { name: 'Fifty thousand', rows: 50_000, dimensions: 64 }
/** Opened between two openings of another set. */
export const small = { name: 'Ten', rows: 10, dimensions: 64 }

const settings = { model: 'gen-embedding-001', taskType: null, outputDimensionality: null }
const upstream = { kind: 'demo', id: 'demo', label: 'Demo' }
const themes = 24
/** Number of directions along which vectors differ, each less than the previous one, as with real models. */
const traits = 32

/** @param {string} folder the user's data */
export function seedSets(folder) {
  for (const set of [full, wide, small]) writeRows(folder, (database) => seedSet(database, set))
}

/** @param {import('libsql').Database} database @param {SeededSet} set */
function seedSet(database, { name, rows, dimensions }) {
  const id = `bench-${rows}`
  const at = Date.now()
  const made = [id, name, JSON.stringify(settings), JSON.stringify(['theme']), JSON.stringify(upstream)]
  database
    .prepare(`INSERT INTO embedding_sets (id, name, settings, columns, upstream, next_row_id, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
    .run([...made, rows + 1, at, at])
  const row =
    database.prepare(`INSERT INTO embedding_rows (set_id, row_id, position, text, cells, state, key, dimensions)
    VALUES (?, ?, ?, ?, ?, 'done', ?, ?)`)
  const vector = database.prepare(
    'INSERT INTO embedding_vectors (key, dimensions, vector, created_at) VALUES (?, ?, ?, ?)',
  )
  const draw = openDrawing(dimensions)
  for (let number = 1; number <= rows; number += 1) {
    const theme = number % themes
    const text = `Text ${number} of theme ${theme}: this text is long enough to be truncated in a table.`
    const key = createHash('sha256').update(`${id} ${number}`).digest()
    row.run([id, number, number, text, JSON.stringify([`Theme ${theme}`]), key, dimensions])
    vector.run([key, dimensions, Buffer.from(draw(theme).buffer), at])
  }
}

/** Creates vectors of unit length: a theme's center, some of each trait, and noise. @param {number} dimensions */
function openDrawing(dimensions) {
  const random = startRandom(7)
  const drawAny = () => Float32Array.from({ length: dimensions }, random)
  const middles = Array.from({ length: themes }, () => toUnit(drawAny()))
  const directions = Array.from({ length: traits }, () => toUnit(drawAny()))
  return (/** @type {number} */ theme) => {
    const vector = toUnit(drawAny())
    add(vector, middles[theme] ?? vector, 1)
    for (const [position, direction] of directions.entries())
      add(vector, direction, (2 * random()) / Math.sqrt(position + 1))
    return toUnit(vector)
  }
}

/** @param {Float32Array<ArrayBuffer>} sum @param {Float32Array} vector @param {number} factor */
function add(sum, vector, factor) {
  for (let index = 0; index < sum.length; index += 1)
    sum[index] = (sum[index] ?? 0) + factor * (vector[index] ?? 0)
}

/** @param {Float32Array<ArrayBuffer>} vector */
function toUnit(vector) {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

/** Pseudorandom numbers from -1 to 1, the same in each run. @param {number} seed */
function startRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return state / 2 ** 31
  }
}
