// `npm run gateway`: runs the gateway in this process. Prints only one line of JSON to stdout.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildApplication } from './build-application.mjs'
import { exitWithParent, runCommand } from './command.mjs'
import { install } from './install.mjs'
import { outFolder } from './paths.mjs'

await runCommand(async () => {
  exitWithParent()
  await install()
  await buildApplication()
  createRequire(import.meta.url)(join(outFolder, 'main', 'headless.cjs'))
  return 0
})
