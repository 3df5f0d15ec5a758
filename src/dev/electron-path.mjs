// Prints the path of the Electron executable in use.
import { runCommand } from './command.mjs'
import { installDependencies } from './dependencies.mjs'
import { findElectron } from './electron-runtime.mjs'

await runCommand(async () => {
  await installDependencies()
  process.stdout.write(`${await findElectron()}\n`)
  return 0
})
