// The command line of `npm run bench`.
import { parseArgs } from 'node:util'
import { UserError } from '../command.mjs'
import { areas } from './areas.mjs'

/** @typedef {keyof typeof areas} AreaName */
/** @typedef {{ only: AreaName[], rounds?: number, milliseconds?: number, json?: string, markdown?: string }} BenchOptions `only`: all areas if none was named */

const names = /** @type {AreaName[]} */ (Object.keys(areas))

export const usage = `Usage: npm run bench -- [options]

Measures the app on this machine, and prints each area's values beside their targets.

  --only AREA[,AREA]  Measure only these areas. Repeatable.
  --rounds N          Rounds of areas that repeat their measurements. (default: 5)
  --json FILE         Write the results to FILE, with the machine, the commit, and the date.
  --markdown FILE     Write the values that have targets to FILE as a table. In an existing file, replace
                      the lines between <!-- bench --> and <!-- /bench -->.
  --help              Show this help.

Areas
${names.map((name) => `  ${name.padEnd(18)}  ${areas[name].title}`).join('\n')}`

/** Returns nothing if only the help was requested. @param {string[]} args @returns {BenchOptions | undefined} */
export function readBenchArguments(args) {
  const { only = [], rounds, milliseconds, json, markdown, help } = parse(args)
  if (help) return undefined
  return {
    only: only.flatMap((list) => list.split(',')).map((name) => toAreaName(name.trim())),
    ...(rounds !== undefined && { rounds: toCount('rounds', rounds) }),
    ...(milliseconds !== undefined && { milliseconds: toCount('milliseconds', milliseconds) }),
    ...(json !== undefined && { json }),
    ...(markdown !== undefined && { markdown }),
  }
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: 'string', multiple: true },
        rounds: { type: 'string' },
        // The usual length of a measurement. Not in the help: short ones only show that everything works.
        milliseconds: { type: 'string' },
        json: { type: 'string' },
        markdown: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw error instanceof TypeError ? new UserError(error.message) : error
  }
}

/** @param {string} text */
function toAreaName(text) {
  const name = names.find((each) => each === text)
  if (!name) throw new UserError(`--only: There is no area ${text}. Choose from: ${names.join(', ')}.`)
  return name
}

/** @param {string} name @param {string} text */
function toCount(name, text) {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1)
    throw new UserError(`--${name}: must be a whole number from 1, not ${text}.`)
  return count
}
