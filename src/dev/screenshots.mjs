// `npm run screenshots`: takes screenshots of the built application, including those of the README.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApplication } from './build-application.mjs'
import { readArguments, runCommand } from './command.mjs'
import { runEndToEnd } from './end-to-end.mjs'
import { install } from './install.mjs'
import { cacheFolder } from './paths.mjs'
import { isFailed } from './test-runs.mjs'

await runCommand(async () => {
  // The name of a single screenshot.
  const { values } = parseArgs({ args: readArguments(), options: { only: { type: 'string' } } })
  await install('pictures')
  await buildApplication()
  const env = { SCREENSHOTS_FOLDER: join(cacheFolder, 'screenshots'), SCREENSHOTS_ONLY: values.only }
  const runs = await runEndToEnd([], 'e2e/screenshots/playwright.config.ts', env)
  return runs.some(isFailed) ? 1 : 0
})
