// `npm run check`: everything that can be checked without a window.
import { checks } from './checks.mjs'
import { runCommand } from './command.mjs'
import { install } from './install.mjs'
import { runSteps } from './steps.mjs'
import { formatTally } from './tally.mjs'

await runCommand(async () => {
  await install()
  const total = await runSteps(checks)
  console.log(`\n${formatTally(total)}`)
  return total.failed > 0 ? 1 : 0
})
