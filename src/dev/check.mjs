// `npm run check`: runs all checks that need no window.
import { checks, runSteps } from './checks.mjs'
import { runCommand } from './command.mjs'
import { install } from './install.mjs'
import { formatTotals } from './test-totals.mjs'

await runCommand(async () => {
  await install()
  const total = await runSteps(checks)
  console.log(`\n${formatTotals(total)}`)
  return total.failed > 0 ? 1 : 0
})
