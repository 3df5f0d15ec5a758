// The areas of `npm run bench`, its command line, and its reports as text, JSON, and Markdown.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem, type, version } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeError, UserError } from '../command.mjs'
import { findElectron } from '../electron-runtime.mjs'
import { outFolder } from '../paths.mjs'

/** @typedef {import('./measure.mjs').Row} Row */
/** @typedef {{ cores: number, processor: string, memoryGb: number, system: string, node: string, electron: string, load: number }} Machine `load`: processes that wanted to run in the minute before */
/** @typedef {{ machine: Machine, commit: string | null, rows: (Row & { area: string })[], failed: string[] }} Results `failed`: areas that ended with an error */

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
const names = Object.keys(areas)

export const usage = `Usage: npm run bench -- [--only AREA[,AREA]] [--rounds N] [--markdown FILE]

Measures the app on this machine, and prints each area's values beside their targets (see src/dev/README.md).

${names.map((name) => `  ${name.padEnd(10)}  ${areas[name]?.[0]}`).join('\n')}`

/** Returns nothing if only the help was requested. @param {string[]} args */
export function readBenchArguments(args) {
  const text = /** @type {const} */ ({ type: 'string' })
  const options = /** @type {const} */ ({
    only: text,
    rounds: text,
    help: { type: 'boolean' },
    markdown: text,
  })
  try {
    const { only, rounds = '5', help, ...values } = parseArgs({ args, options }).values
    if (help) return undefined
    const selected = only?.split(',') ?? names
    const unknown = selected.find((name) => !areas[name])
    if (unknown) throw new UserError(`--only: There is no area ${unknown}. Choose from: ${names.join(', ')}.`)
    if (!/^[1-9][0-9]*$/.test(rounds))
      throw new UserError(`--rounds: must be a whole number from 1, not ${rounds}.`)
    return { only: selected, rounds: Number(rounds), ...values }
  } catch (error) {
    throw error instanceof TypeError ? new UserError(error.message) : error
  }
}

/** Measures areas one after the other; one that fails does not prevent the others. @param {{ only: string[], rounds: number }} options @returns {Promise<Results>} */
export async function measureAreas({ only, rounds }) {
  /** @type {Results} */
  const results = { ...(await describeEnvironment()), rows: [], failed: [] }
  for (const name of only) {
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
  const electron = spawnSync(await findElectron(), printVersion, { env, encoding: 'utf8' })
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const machine = {
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: /^PRETTY_NAME="(.*)"$/m.exec(release)?.[1] ?? `${type()}, ${version()}`,
    node: process.versions.node,
    electron: electron.stdout.trim(),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
  const { commit } = JSON.parse(readFileSync(join(outFolder, 'commit.json'), 'utf8'))
  return { machine, commit }
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

/** The rows, and what they were measured on. @param {Results} results */
function toMarkdown({ machine, commit, rows }) {
  const { cores, processor, memoryGb, system, node, electron, load } = machine
  const head = [
    ['area', 'what', 'target', 'measured', 'met'],
    ['---', '---', '---', '---', '---'],
  ]
  const lines = [...head, ...rows.map((row) => [row.area, ...toCells(row)])]
  return `Measured on ${new Date().toISOString().slice(0, 10)} at commit \`${commit ?? 'unknown'}\` with ${cores} cores (${processor}), ${memoryGb} GB of memory, ${system}, Node.js ${node}, and Electron ${electron}. The load average before was ${load}; values of a busy machine are worse.

${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`
}

const [begin, end] = ['<!-- bench -->', '<!-- /bench -->']

/** @param {Results} results @param {string} markdown the file's path */
export function writeReport(results, markdown) {
  const old = existsSync(markdown) ? readFileSync(markdown, 'utf8') : `${begin}\n${end}\n`
  const [from, to] = [old.indexOf(begin), old.indexOf(end)]
  if (from < 0 || to < from)
    throw new UserError(`--markdown: ${markdown} must have a line ${begin} and one ${end}.`)
  const text = `${old.slice(0, from + begin.length)}\n\n${toMarkdown(results)}\n\n${old.slice(to)}`
  writeFileSync(markdown, text)
}
