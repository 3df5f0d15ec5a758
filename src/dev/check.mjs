// `npm run check`: runs all checks that need no window.
import { checks, runSteps } from './checks.mjs'
import { runCommand } from './command.mjs'
import { install } from './install.mjs'
import { formatRuns, isFailed } from './test-runs.mjs'

await runCommand(async () => {
  await install()
  const runs = await runSteps(checks)
  console.log(`\n${formatRuns(runs)}`)
  return runs.some(isFailed) ? 1 : 0
})
