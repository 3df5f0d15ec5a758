// `npm run dev`: runs the application from its sources, with hot reload.
import { invalidateBuild } from './build-application.mjs'
import { readArguments, runCommand } from './command.mjs'
import { openDisplay } from './desktop-session.mjs'
import { findElectron, warnOfFallback } from './electron-runtime.mjs'
import { install } from './install.mjs'
import { runTool } from './run.mjs'
import { toSandboxArguments } from './sandbox.mjs'

await runCommand(async () => {
  await install('start')
  const electron = await findElectron()
  await warnOfFallback(electron)
  const display = await openDisplay()
  // electron-vite writes its development build to the same folder.
  await invalidateBuild()
  const sandbox = toSandboxArguments().length > 0 ? ['--noSandbox'] : []
  const args = ['dev', '--watch', ...sandbox, '--', ...readArguments()]
  const code = await runTool('electron-vite', args, {
    env: { ...display.env, ELECTRON_EXEC_PATH: electron, ELECTRON_RUN_AS_NODE: undefined },
  })
  display.close()
  return code
})
