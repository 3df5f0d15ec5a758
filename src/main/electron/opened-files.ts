// Collects the exports that the user opens with the application, until a page imports them.
import { resolve } from 'node:path'
import { app } from 'electron'
import { createMailbox, type Mailbox } from '#workspace/concurrency/mailbox'
import { exportExtension } from '#workspace/conversations/exports/export-extension'

/** Must be called before the application is ready: macOS reports the first file early. */
export function collectOpenedFiles(): Mailbox<string>['read'] {
  const paths = createMailbox<string>((waiting, path) => void waiting.push(path))
  const add = (args: readonly string[], folder: string) => {
    for (const path of findExports(args, folder)) paths.put(path)
  }
  add(process.argv.slice(1), process.cwd())
  app.on('second-instance', (_event, args, folder) => add(args.slice(1), folder))
  app.on('open-file', (event, path) => {
    event.preventDefault()
    paths.put(path)
  })
  return paths.read
}

/** Absolute paths of exports among command-line arguments. */
function findExports(args: readonly string[], folder: string): string[] {
  const isExport = (arg: string) => !arg.startsWith('-') && arg.toLowerCase().endsWith(`.${exportExtension}`)
  return args.filter(isExport).map((path) => resolve(folder, path))
}
