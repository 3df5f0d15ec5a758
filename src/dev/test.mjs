// `npm test`: sets up the machine and runs everything; the last line is the tally, even of a crash.
import { writeSync } from 'node:fs'
import { buildApplication } from './build-application.mjs'
import { checks } from './checks.mjs'
import { Obstacle, runCommand } from './command.mjs'
import { runEndToEnd } from './end-to-end.mjs'
import { install } from './install.mjs'
import { runSteps } from './steps.mjs'
import { emptyTally, formatTally, tallyExitCode } from './tally.mjs'

let total = emptyTally
let isBuilt = false

process.on('exit', (code) => {
  const closing = code !== 0 && total.failed === 0 ? { ...total, failed: 1 } : total
  writeSync(1, `\n${formatTally(closing)}\n`)
})

/** @type {import('./steps.mjs').Step[]} */
const steps = [
  { name: 'Installation', run: () => install('test').then(() => emptyTally), isEssential: true },
  { name: 'Build', run: build },
  ...checks,
  { name: 'The application in use', run: useApplication },
]

await runCommand(async () => {
  await runSteps(steps, (progress) => {
    total = progress
  })
  return total.failed > 0 ? 1 : 0
})

async function build() {
  await buildApplication()
  isBuilt = true
  return tallyExitCode(0)
}

async function useApplication() {
  if (!isBuilt) throw new Obstacle('Not run: the build has failed.')
  return runEndToEnd([])
}
