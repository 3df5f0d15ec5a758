// `npm run e2e`: tests the built application. Arguments are passed to Playwright.
import { buildApplication } from './build-application.mjs'
import { readArguments, runCommand } from './command.mjs'
import { runEndToEnd } from './end-to-end.mjs'
import { install } from './install.mjs'
import { formatRuns, isFailed } from './test-runs.mjs'

await runCommand(async () => {
  await install('test')
  await buildApplication()
  const args = readArguments()
  // A test that is named runs, even one that `npm test` leaves out.
  if (args.length > 0) process.env.GEN_PLAYGROUND_TESTS = 'all'
  const runs = await runEndToEnd(args)
  console.log(`\n${formatRuns(runs)}`)
  return runs.some(isFailed) ? 1 : 0
})
