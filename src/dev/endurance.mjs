// `npm run endurance`: kills, faults and load on the built application. `--only PART[,PART]`, `--ci`, `--amount N` and
// `--seed N` choose what and how much.
import { parseArgs } from 'node:util'
import { buildApplication } from './build-application.mjs'
import { readArguments, readCount, runCommand } from './command.mjs'
import { runParts } from './endurance/run-parts.mjs'
import { install } from './install.mjs'
import { formatRuns, isFailed } from './test-runs.mjs'

await runCommand(async () => {
  const text = /** @type {const} */ ({ type: 'string' })
  const ci = /** @type {const} */ ({ type: 'boolean' })
  const described = { only: text, amount: text, seed: text, ci }
  const { amount, seed, ...others } = parseArgs({ args: readArguments(), options: described }).values
  const options = { ...others, amount: readCount('amount', amount), seed: readCount('seed', seed) }
  await install('test')
  await buildApplication()
  const runs = await runParts(options)
  console.log(`\n${formatRuns(runs)}`)
  return runs.some(isFailed) ? 1 : 0
})
