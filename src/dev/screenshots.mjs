// `npm run screenshots`: pictures of the built application, the README's among them.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApplication } from './build-application.mjs'
import { runCommand } from './command.mjs'
import { openDisplay } from './display.mjs'
import { findElectron } from './electron-runtime.mjs'
import { install } from './install.mjs'
import { openKeyring } from './keyring.mjs'
import { cacheFolder, root } from './paths.mjs'
import { run } from './run.mjs'

const options = /** @type {const} */ ({
  /** where all pictures but the README's go */
  out: { type: 'string', default: join(cacheFolder, 'screenshots') },
  /** the name of one shot */
  only: { type: 'string' },
})

await runCommand(async () => {
  const { values } = parseArgs({ options })
  await install('pictures')
  const electron = await findElectron()
  await buildApplication()
  const display = await openDisplay({ alwaysVirtual: true })
  const keyring = await openKeyring()
  const args = [resolve(values.out), ...(values.only ? [values.only] : [])]
  const env = {
    ...display.env,
    ...keyring.env,
    GEN_PLAYGROUND_ELECTRON: electron,
    ELECTRON_RUN_AS_NODE: undefined,
  }
  const code = await run(process.execPath, [join(root, 'src', 'dev', 'take-screenshots.mjs'), ...args], {
    env,
  })
  await keyring.close()
  display.close()
  return code
})
