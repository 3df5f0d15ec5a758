// `npm test`: installs what is missing and runs the tests that every change needs. `npm run test:all` also runs those that
// rarely break (`*.release.*`) and all of the endurance, before a release. The last line has the totals, even after a crash.
import { writeSync } from 'node:fs'
import { buildApplication } from './build-application.mjs'
import { checks, runSteps } from './checks.mjs'
import { runCommand, UserError } from './command.mjs'
import { runEndToEnd } from './end-to-end.mjs'
import { runParts } from './endurance/run-parts.mjs'
import { install } from './install.mjs'
import { formatRuns, isFailed, runOfExitCode } from './test-runs.mjs'

const isComplete = process.argv.includes('--all')
if (isComplete) process.env.GEN_PLAYGROUND_TESTS = 'all'
/** @type {import('./test-runs.mjs').TestRun[]} */
const runs = []
let isBuilt = false

process.on('exit', (code) => {
  const closing = code !== 0 && !runs.some(isFailed) ? [...runs, runOfExitCode('npm test', code)] : runs
  writeSync(1, `\n${formatRuns(closing)}\n`)
})

/** @type {import('./checks.mjs').Step[]} */
const steps = [
  { name: 'Installation', run: () => install('test').then(() => []), isEssential: true },
  { name: 'Build', run: build },
  ...checks,
  {
    name: isComplete ? 'Endurance' : 'Endurance, a share of it',
    run: afterBuild(() => runParts({ ci: !isComplete })),
  },
  { name: 'Page tests and journeys', run: afterBuild(() => runEndToEnd([])) },
]

await runCommand(async () => {
  await runSteps(steps, runs)
  return runs.some(isFailed) ? 1 : 0
})

async function build() {
  await buildApplication()
  isBuilt = true
  return [runOfExitCode('Build', 0)]
}

/** @param {import('./checks.mjs').Step['run']} run @returns {import('./checks.mjs').Step['run']} */
function afterBuild(run) {
  return async () => {
    if (isBuilt) return await run()
    throw new UserError('Skipped: the build failed.')
  }
}
