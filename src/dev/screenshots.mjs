// `npm run screenshots`: takes screenshots of the built application, including those of the README.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApplication } from './build-application.mjs'
import { buildTestHost } from './build-test-host.mjs'
import { runCommand } from './command.mjs'
import { openDesktopSession } from './desktop-session.mjs'
import { findElectron } from './electron-runtime.mjs'
import { install } from './install.mjs'
import { cacheFolder } from './paths.mjs'
import { findTool, run } from './run.mjs'

const options = /** @type {const} */ ({
  /** name of a single screenshot */
  only: { type: 'string' },
})

await runCommand(async () => {
  const { values } = parseArgs({ options })
  await install('pictures')
  const electron = await findElectron()
  await buildApplication()
  await buildTestHost()
  const session = await openDesktopSession({ alwaysVirtual: true })
  const tool = findTool('@playwright/test', 'playwright')
  const code = await run(
    process.execPath,
    [tool, 'test', '--config', 'e2e/screenshots/playwright.config.ts'],
    {
      env: {
        ...session.env,
        SCREENSHOTS_FOLDER: join(cacheFolder, 'screenshots'),
        SCREENSHOTS_ONLY: values.only,
        GEN_PLAYGROUND_ELECTRON: electron,
        ELECTRON_RUN_AS_NODE: undefined,
      },
    },
  )
  await session.close()
  return code
})
