// `npm run e2e`: tests the built application. Arguments are passed to Playwright.
import { buildApplication } from './build-application.mjs'
import { readArguments, runCommand } from './command.mjs'
import { runEndToEnd } from './end-to-end.mjs'
import { install } from './install.mjs'
import { formatTotals } from './test-totals.mjs'

await runCommand(async () => {
  await install('test')
  await buildApplication()
  const totals = await runEndToEnd(readArguments())
  console.log(`\n${formatTotals(totals)}`)
  return totals.failed > 0 ? 1 : 0
})
