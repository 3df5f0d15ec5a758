// `npm run build`: builds the application, even if nothing has changed.
import { buildApplication } from './build-application.mjs'
import { runCommand } from './command.mjs'
import { install } from './install.mjs'

await runCommand(async () => {
  await install()
  await buildApplication({ always: true })
  return 0
})
