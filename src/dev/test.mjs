// `npm test`: installs what is missing and runs the tests that every change needs. `npm run test:all` also runs those that
// rarely break (`*.release.*`) and all of the endurance, before a release. The last line has the totals, even after a crash.
import { writeSync } from 'node:fs'
import { buildApplication } from './build-application.mjs'
import { checks, runSteps } from './checks.mjs'
import { runCommand, UserError } from './command.mjs'
import { runEndToEnd } from './end-to-end.mjs'
import { runParts } from './endurance/run-parts.mjs'
import { install } from './install.mjs'
import { emptyTotals, formatTotals, totalsOfExitCode } from './test-totals.mjs'

const isComplete = process.argv.includes('--all')
if (isComplete) process.env.GEN_PLAYGROUND_TESTS = 'all'
let total = emptyTotals
let isBuilt = false

process.on('exit', (code) => {
  const closing = code !== 0 && total.failed === 0 ? { ...total, failed: 1 } : total
  writeSync(1, `\n${formatTotals(closing)}\n`)
})

/** @type {import('./checks.mjs').Step[]} */
const steps = [
  { name: 'Installation', run: () => install('test').then(() => emptyTotals), isEssential: true },
  { name: 'Build', run: build },
  ...checks,
  { name: isComplete ? 'Endurance' : 'Endurance, a share of it', run: endure },
  { name: 'Page tests and journeys', run: useApplication },
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
  return totalsOfExitCode(0)
}

async function endure() {
  if (!isBuilt) throw new UserError('Skipped: the build failed.')
  return runParts({ ci: !isComplete })
}

async function useApplication() {
  if (!isBuilt) throw new UserError('Skipped: the build failed.')
  return runEndToEnd([])
}
