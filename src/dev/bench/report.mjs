// The areas of `npm run bench`, and its report as text and Markdown.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { describeError, UserError } from '../command.mjs'
import { findElectron } from '../electron-runtime.mjs'
import { outFolder } from '../paths.mjs'

/** @typedef {import('./measure.mjs').Row} Row */
/** @typedef {{ environment: string, rows: (Row & { area: string })[], failed: string[] }} Results `failed`: areas that ended with an error */

/** Imported late: their packages may have been installed only now. @type {Record<string, [title: string, load: () => Promise<{ measure: (options: { rounds: number }) => Promise<Row[]> }>]>} */
const areas = {
  gateway: ['Gateway beside a minimal undici proxy, on loopback', () => import('./gateway.mjs')],
  log: ['Request log with 100,000 requests, in its thread and in the page', () => import('./log.mjs')],
  start: ['Start of the application', () => import('./start.mjs')],
  page: ['Chat: streamed answers, a long conversation, memory', () => import('./chat.mjs')],
  embeddings: ['Embeddings: 5,000 × 3,072, and a map of 50,000 points', () => import('./embeddings.mjs')],
  blocking: [
    'Blocks of the main process, with 10,000 chats and 50,000 images',
    () => import('./blocking.mjs'),
  ],
}
export const areaNames = Object.keys(areas)

export const usage = `Usage: npm run bench -- [--only AREA[,AREA]] [--rounds N] [--markdown FILE]

${areaNames.map((name) => `  ${name.padEnd(10)}  ${areas[name]?.[0]}`).join('\n')}`

/** Measures areas one after the other; one that fails does not prevent the others. @param {readonly string[]} names @param {number} rounds @returns {Promise<Results>} */
export async function measureAreas(names, rounds) {
  /** @type {Results} */
  const results = { environment: await describeEnvironment(), rows: [], failed: [] }
  for (const name of names) {
    const [title, load] = areas[name] ?? []
    console.log(`\n${title} (${name})`)
    try {
      const rows = (await (await load?.())?.measure({ rounds })) ?? []
      for (const row of rows) console.log(`  ${toCells(row).join('  ')}`)
      results.rows.push(...rows.map((row) => ({ area: name, ...row })))
    } catch (error) {
      console.log(`Failed: ${describeError(error)}`)
      results.failed.push(name)
    }
  }
  return results
}

async function describeEnvironment() {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const printVersion = ['-p', 'process.versions.electron']
  const electron = spawnSync(await findElectron(), printVersion, { env, encoding: 'utf8' }).stdout.trim()
  const { commit } = JSON.parse(readFileSync(join(outFolder, 'commit.json'), 'utf8'))
  const day = new Date().toISOString().slice(0, 10)
  const processor = cpus()[0]?.model.trim() ?? 'unknown'
  const memory = Math.round(totalmem() / 2 ** 30)
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10
  return `Measured on ${day} at commit \`${commit ?? 'unknown'}\` with ${availableParallelism()} cores (${processor}), ${memory} GB of memory, ${type()} ${release()}, Node.js ${process.versions.node}, and Electron ${electron}. The load average before was ${load}; values of a busy machine are worse.`
}

/** Name, target, value with what it was computed from, and whether the target is met. @param {Row} row */
function toCells({ name, target, measured, unit, met, compared }) {
  const format = (/** @type {number} */ value) => value.toLocaleString('en', { maximumFractionDigits: 10 })
  const known = Object.entries(compared).flatMap(([key, value]) =>
    value === null ? [] : `${key} ${format(value)}`,
  )
  const value = measured === null ? 'not measured' : `${format(measured)} ${unit}`.trim()
  return [name, target, value + (known.length > 0 ? ` (${known.join(', ')})` : ''), met ? 'yes' : '**no**']
}

const [begin, end] = ['<!-- bench -->', '<!-- /bench -->']

/** Writes the rows, and what they were measured on, into a Markdown file. @param {Results} results @param {string} file */
export function writeReport({ environment, rows }, file) {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : `${begin}\n${end}\n`
  const [from, to] = [old.indexOf(begin), old.indexOf(end)]
  if (from < 0 || to < from)
    throw new UserError(`--markdown: ${file} must have a line ${begin} and one ${end}.`)
  const lines = [
    ['area', 'what', 'target', 'measured', 'met'],
    ['---', '---', '---', '---', '---'],
    ...rows.map((row) => [row.area, ...toCells(row)]),
  ]
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  writeFileSync(
    file,
    `${old.slice(0, from + begin.length)}\n\n${environment}\n\n${table}\n\n${old.slice(to)}`,
  )
}
