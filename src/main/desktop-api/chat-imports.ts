// Reads and imports files with chats that the user has chosen, opened or dropped on the page.
import { randomUUID } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'
import type { ImportReading } from '#shared/schemas/chat-import'
import type { Workspace } from '#workspace/workspace'
import type { Functions } from './bind'
import type { DesktopHost } from './desktop-host'
import { readTextFile } from './user-files'

const extensions = ['json', 'zip']
/** Files that were chosen or opened, and not read. */
const maxRemembered = 16

type Ports = Pick<Workspace, 'database' | 'exports' | 'imports'>
type Host = Pick<DesktopHost, 'openFiles' | 'consumeDropped' | 'watchOpenedFiles'>

export function createChatImports({ database, exports, imports }: Ports, host: Host): Functions['imports'] {
  /** Paths by the ids that the page has: it may read only what the user has chosen, opened or dropped. */
  const remembered = new Map<string, readonly string[]>()

  function remember(paths: readonly string[]): { id: string } {
    const id = randomUUID()
    remembered.set(id, paths)
    for (const oldest of [...remembered.keys()].slice(0, -maxRemembered)) remembered.delete(oldest)
    return { id }
  }

  function consume(id: string): readonly string[] {
    const paths = remembered.get(id) ?? host.consumeDropped(id)
    remembered.delete(id)
    if (!paths) throw new ApiError('NOT_FOUND', 'Choose or drop the files again.')
    return paths
  }

  async function importOwn(paths: readonly string[]): Promise<NonNullable<ImportReading['imported']>> {
    const imported = []
    for (const path of paths) {
      const text = await readTextFile(path)
      const { id, title } = await database.retryWhenWritable(() => exports.import(text))
      imported.push({ id, title })
    }
    return imported
  }

  return {
    async choose() {
      const paths = await host.openFiles(extensions)
      return paths === null ? null : remember(paths)
    },
    async *opened(_, signal, page) {
      for await (const path of host.watchOpenedFiles(page, signal)) yield remember([path])
    },
    async *read({ id }, signal) {
      for await (const { own = [], ...reading } of imports.open(consume(id), signal))
        yield own.length === 0 ? reading : { ...reading, imported: await importOwn(own) }
    },
    start: (input, signal) => imports.start(input, signal),
    cancel: imports.cancel,
    close: imports.close,
  }
}
