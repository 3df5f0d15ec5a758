// `npm run e2e`: tests the built application. Arguments are passed to Playwright.
import { buildApplication } from './build-application.mjs'
import { readArguments, runCommand } from './command.mjs'
import { runEndToEnd } from './end-to-end.mjs'
import { install } from './install.mjs'
import { formatTotals } from './test-totals.mjs'

await runCommand(async () => {
  await install('test')
  await buildApplication()
  const args = readArguments()
  // A test that is named runs, even one that `npm test` leaves out.
  if (args.length > 0) process.env.GEN_PLAYGROUND_TESTS = 'all'
  const totals = await runEndToEnd(args)
  console.log(`\n${formatTotals(totals)}`)
  return totals.failed > 0 ? 1 : 0
})
