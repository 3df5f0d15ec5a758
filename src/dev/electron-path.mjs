// Prints the path of the Electron executable in use.
import { runCommand } from './command.mjs'
import { findElectron } from './electron-runtime.mjs'
import { install } from './install.mjs'

await runCommand(async () => {
  await install()
  process.stdout.write(`${await findElectron()}\n`)
  return 0
})
