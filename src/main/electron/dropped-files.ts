// The paths of files that were dropped on the page, which has only ids for them.
import { randomUUID } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { onPageMessage, type PageSource } from './page-ports'

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
