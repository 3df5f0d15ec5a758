// Collects the files with chats that the user opens with the application, until a page imports them.
import { resolve } from 'node:path'
import { app } from 'electron'
import { createPageMailboxes, type PageId } from '../page-mailboxes'

export type ReadOpenedFiles = (page: PageId, signal?: AbortSignal) => AsyncIterable<string>

/** Must be called before the application is ready: macOS reports the first file early. */
export function collectOpenedFiles(): ReadOpenedFiles {
  const paths = createPageMailboxes<string>()
  const add = (args: readonly string[], folder: string) => {
    for (const path of findChatFiles(args, folder)) paths.put(path)
  }
  add(process.argv.slice(1), process.cwd())
  app.on('second-instance', (_event, args, folder) => add(args.slice(1), folder))
  app.on('open-file', (event, path) => {
    event.preventDefault()
    paths.put(path)
  })
  return paths.read
}

/** Absolute paths of exports among command-line arguments, also of other applications. */
function findChatFiles(args: readonly string[], folder: string): string[] {
  const isChatFile = (arg: string) => !arg.startsWith('-') && /\.(json|zip)$/i.test(arg)
  return args.filter(isChatFile).map((path) => resolve(folder, path))
}
