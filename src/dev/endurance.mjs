// `npm run endurance`: kills, faults and load on the built application. `--only PART[,PART]`, `--ci`, `--amount N` and
// `--seed N` choose what and how much.
import { parseArgs } from 'node:util'
import { buildApplication } from './build-application.mjs'
import { readArguments, runCommand, UserError } from './command.mjs'
import { runParts } from './endurance/run-parts.mjs'
import { install } from './install.mjs'
import { formatTotals } from './test-totals.mjs'

await runCommand(async () => {
  const options = readOptions()
  await install('test')
  await buildApplication()
  const totals = await runParts(options)
  console.log(`\n${formatTotals(totals)}`)
  return totals.failed > 0 ? 1 : 0
})

function readOptions() {
  const text = /** @type {const} */ ({ type: 'string' })
  const options = /** @type {const} */ ({ only: text, amount: text, seed: text, ci: { type: 'boolean' } })
  try {
    const { amount, seed, ...others } = parseArgs({ args: readArguments(), options }).values
    return { ...others, amount: readCount('amount', amount), seed: readCount('seed', seed) }
  } catch (error) {
    throw error instanceof TypeError ? new UserError(error.message) : error
  }
}

/** @param {string} name @param {string | undefined} text */
function readCount(name, text) {
  if (text === undefined || /^[0-9]+$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new UserError(`--${name}: must be a whole number, but is ${text}.`)
}
