// `npm run e2e`: the tests of the built application; arguments go to Playwright.
import { buildApplication } from './build-application.mjs'
import { readArguments, runCommand } from './command.mjs'
import { runEndToEnd } from './end-to-end.mjs'
import { install } from './install.mjs'
import { formatTally } from './tally.mjs'

await runCommand(async () => {
  await install('test')
  await buildApplication()
  const tally = await runEndToEnd(readArguments())
  console.log(`\n${formatTally(tally)}`)
  return tally.failed > 0 ? 1 : 0
})
