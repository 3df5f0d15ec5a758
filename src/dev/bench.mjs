// `npm run bench`: measures the application on this machine, without judging it. Fails only if an area cannot be measured.
import { parseArgs } from 'node:util'
import { areaNames, measureAreas, usage, writeReport } from './bench/report.mjs'
import { buildApplication } from './build-application.mjs'
import { readArguments, readCount, runCommand, selectNames } from './command.mjs'
import { install } from './install.mjs'

await runCommand(async () => {
  const text = /** @type {const} */ ({ type: 'string' })
  const help = /** @type {const} */ ({ type: 'boolean' })
  const described = { only: text, rounds: text, markdown: text, help }
  const { values: options } = parseArgs({ args: readArguments(), options: described })
  if (options.help) {
    console.log(usage)
    return 0
  }
  const names = selectNames(options.only, areaNames)
  const rounds = readCount('rounds', options.rounds) ?? 5
  await install('start')
  await buildApplication()
  const results = await measureAreas(names, rounds)
  if (options.markdown) writeReport(results, options.markdown)
  return results.failed.length > 0 ? 1 : 0
})
