// `npm run bench`: measures the application on this machine, without judging it. Fails only if an area cannot be measured.
import { measureAreas, readBenchArguments, usage, writeReport } from './bench/report.mjs'
import { buildApplication } from './build-application.mjs'
import { readArguments, runCommand } from './command.mjs'
import { install } from './install.mjs'

await runCommand(async () => {
  const options = readBenchArguments(readArguments())
  if (!options) {
    console.log(usage)
    return 0
  }
  await install('start')
  await buildApplication()
  const results = await measureAreas(options)
  if (options.markdown) writeReport(results, options.markdown)
  return results.failed.length > 0 ? 1 : 0
})
