// Collects the files with chats that the user opens with the application, and the paths of files that were dropped on a page.
import { randomUUID } from 'node:crypto'
import { isAbsolute, resolve } from 'node:path'
import { app } from 'electron'
import { createPageMailboxes, type PageId } from '../page-mailboxes'
import { onPageMessage, type PageSource } from './page-ports'

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

/** Files that were dropped and not opened. */
const maxDropped = 8

/** Returns a function that takes the paths of an id; undefined if they are not known (any longer). */
export function collectDroppedFiles(source: PageSource): (id: string) => readonly string[] | undefined {
  const dropped = new Map<string, readonly string[]>()
  // The paths come from the preload script: the page cannot name any.
  onPageMessage(source, 'dropped-files', ({ ports: [port] }, paths) => {
    if (!port) return
    const isKnown = Array.isArray(paths) && paths.length > 0 && paths.every(isPath)
    const id = isKnown ? randomUUID() : null
    if (id !== null) dropped.set(id, paths as string[])
    for (const oldest of [...dropped.keys()].slice(0, -maxDropped)) dropped.delete(oldest)
    port.postMessage(id)
    port.close()
  })
  return (id) => {
    const paths = dropped.get(id)
    dropped.delete(id)
    return paths
  }
}

function isPath(value: unknown): boolean {
  return typeof value === 'string' && isAbsolute(value)
}
