// Runs areas of the benchmark, and reports their rows as text, JSON, and Markdown.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem, type, version } from 'node:os'
import { join } from 'node:path'
import { describeError, UserError } from '../command.mjs'
import { findElectron } from '../electron-runtime.mjs'
import { outFolder } from '../paths.mjs'
import { areas } from './areas.mjs'

/** @typedef {import('./measure.mjs').Row} Row */
/** @typedef {import('./options.mjs').AreaName} AreaName */
/** @typedef {{ cores: number, processor: string, memoryGb: number, system: string, node: string, electron: string, load: number }} Machine `load`: processes that wanted to run in the minute before */
/** @typedef {{ machine: Machine, commit: string | null, date: string, rows: (Row & { area: AreaName })[], failed: AreaName[] }} Results `failed`: areas that ended with an error */

/** Measures areas one after the other; one that fails does not prevent the others. @param {import('./options.mjs').BenchOptions} options @returns {Promise<Results>} */
export async function measureAreas({ only, rounds, milliseconds }) {
  const names = only.length > 0 ? only : /** @type {AreaName[]} */ (Object.keys(areas))
  const options = { ...(rounds && { rounds }), ...(milliseconds && { milliseconds }) }
  /** @type {Results} */
  const results = { ...(await describeEnvironment()), rows: [], failed: [] }
  for (const name of new Set(names)) {
    console.log(`\n${areas[name].title} (${name})`)
    try {
      const measure = await areas[name].load()
      const rows = await measure(options)
      console.log(formatTable(rows))
      results.rows.push(...rows.map((row) => ({ area: name, ...row })))
    } catch (error) {
      console.log(`Failed: ${describeError(error)}`)
      results.failed.push(name)
    }
  }
  return results
}

async function describeEnvironment() {
  const [processor] = cpus()
  const electron = spawnSync(await findElectron(), ['-p', 'process.versions.electron'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
  })
  const machine = {
    cores: availableParallelism(),
    processor: processor?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: describeSystem(),
    node: process.versions.node,
    electron: electron.stdout.trim(),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
  const { commit } = JSON.parse(readFileSync(join(outFolder, 'commit.json'), 'utf8'))
  return { machine, commit, date: new Date().toISOString() }
}

function describeSystem() {
  if (!existsSync('/etc/os-release')) return `${type()}, ${version()}`
  return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? type()
}

/** @param {readonly Row[]} rows */
export function formatTable(rows) {
  const cells = rows.map((row) => [
    row.name,
    formatMeasured(row),
    row.target ?? '',
    row.met === null ? '' : row.met ? 'met' : 'missed',
    formatCompared(row),
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...cells.map((line) => line[column]?.length ?? 0)))
  return cells
    .map((line) => `  ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}

/** @param {Row} row */
function formatMeasured({ measured, unit }) {
  return measured === null ? 'not measured' : `${formatNumber(measured)} ${unit}`.trim()
}

/** @param {Row} row */
function formatCompared({ compared = {} }) {
  const known = Object.entries(compared).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${formatNumber(value)}`],
  )
  return known.join(', ')
}

/** @param {number} value */
function formatNumber(value) {
  return value.toLocaleString('en', { maximumFractionDigits: 10 })
}

/** The rows with targets, and what they were measured on. @param {Results} results */
export function toMarkdown({ machine, commit, date, rows }) {
  const { cores, processor, memoryGb, system, node, electron, load } = machine
  const lines = rows
    .filter(({ target }) => target !== null)
    .map((row) => {
      const compared = formatCompared(row)
      const measured = `${formatMeasured(row)}${compared && ` (${compared})`}`
      return [row.area, row.name, row.target ?? '', measured, row.met ? 'yes' : '**no**']
    })
  const head = [
    ['area', 'what', 'target', 'measured', 'met'],
    ['---', '---', '---', '---', '---'],
  ]
  return `Measured on ${date.slice(0, 10)} at commit \`${commit ?? 'unknown'}\` with ${cores} cores (${processor}), ${memoryGb} GB of memory, ${system}, Node.js ${node}, and Electron ${electron}. The load average before was ${load}; values of a busy machine are worse.

${[...head, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`
}

const [begin, end] = ['<!-- bench -->', '<!-- /bench -->']

/** Replaces what is between the markers. @param {string} text @param {string} section */
export function replaceSection(text, section) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) return undefined
  return `${text.slice(0, from + begin.length)}\n\n${section}\n\n${text.slice(to)}`
}

/** @param {Results} results @param {{ json?: string, markdown?: string }} files */
export function writeReports(results, { json, markdown }) {
  if (json) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`)
  if (!markdown) return
  const old = existsSync(markdown) ? readFileSync(markdown, 'utf8') : `${begin}\n${end}\n`
  const text = replaceSection(old, toMarkdown(results))
  if (!text) throw new UserError(`--markdown: ${markdown} must have a line ${begin} and one ${end}.`)
  writeFileSync(markdown, text)
}
