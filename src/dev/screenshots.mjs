// `npm run screenshots`: takes screenshots of the built application, including those of the README.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApplication } from './build-application.mjs'
import { buildTestHost } from './build-test-host.mjs'
import { readArguments, runCommand } from './command.mjs'
import { openDesktopSession } from './desktop-session.mjs'
import { findElectron } from './electron-runtime.mjs'
import { install } from './install.mjs'
import { cacheFolder } from './paths.mjs'
import { runTool } from './run.mjs'

await runCommand(async () => {
  // The name of a single screenshot.
  const { values } = parseArgs({ args: readArguments(), options: { only: { type: 'string' } } })
  await install('pictures')
  const electron = await findElectron()
  await buildApplication()
  await buildTestHost()
  const session = await openDesktopSession({ alwaysVirtual: true })
  const env = {
    ...session.env,
    SCREENSHOTS_FOLDER: join(cacheFolder, 'screenshots'),
    SCREENSHOTS_ONLY: values.only,
    GEN_PLAYGROUND_ELECTRON: electron,
    ELECTRON_RUN_AS_NODE: undefined,
  }
  const args = ['test', '--config', 'e2e/screenshots/playwright.config.ts']
  const code = await runTool('@playwright/test', args, { env })
  await session.close()
  return code
})
