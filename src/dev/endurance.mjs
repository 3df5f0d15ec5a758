// `npm run endurance`: lets the application work for long, under load, and with faults. `--only NAME[,NAME]`, `--ci`,
// `--share X`, `--minutes N` and `--seed N` choose what and how much.
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
  try {
    const { values } = parseArgs({
      args: readArguments(),
      options: {
        only: { type: 'string' },
        ci: { type: 'boolean' },
        share: { type: 'string' },
        minutes: { type: 'string' },
        seed: { type: 'string' },
      },
    })
    const { only, ci = false, share, minutes, seed } = values
    return {
      only,
      ci,
      share: readNumber('share', share),
      minutes: readNumber('minutes', minutes),
      seed: readNumber('seed', seed),
    }
  } catch (error) {
    throw error instanceof TypeError ? new UserError(error.message) : error
  }
}

/** @param {string} name @param {string | undefined} text */
function readNumber(name, text) {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!(number >= 0)) throw new UserError(`--${name}: must be a number, but is ${text}.`)
  return number
}
