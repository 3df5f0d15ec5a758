// `npm start`: installs what is missing, builds what has changed, and opens the application.
import { buildApplication } from './build-application.mjs'
import { exitWithParent, readArguments, runCommand } from './command.mjs'
import { openDisplay } from './desktop-session.mjs'
import { findElectron, warnOfFallback } from './electron-runtime.mjs'
import { install } from './install.mjs'
import { root } from './paths.mjs'
import { run } from './run.mjs'
import { toSandboxArguments } from './sandbox.mjs'

await runCommand(async () => {
  exitWithParent()
  await install('start')
  const electron = await findElectron()
  await warnOfFallback(electron)
  await buildApplication()
  const display = await openDisplay()
  const args = [...toSandboxArguments(), root, ...readArguments()]
  // Terminals of Electron applications set ELECTRON_RUN_AS_NODE, which would prevent the window.
  const code = await run(electron, args, { env: { ...display.env, ELECTRON_RUN_AS_NODE: undefined } })
  display.close()
  return code
})
