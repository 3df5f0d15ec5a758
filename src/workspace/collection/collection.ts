// The Library: everything made, found again by words, kinds and tags, put away, taken out, and kept in step with its folder.
import type {
  FileProgress,
  LibraryFacets,
  LibraryItem,
  LibraryPage,
  LibraryQuery,
  Reconciliation,
} from '#shared/schemas/library'
import type { AnyMaking, Making } from '#shared/schemas/making'
import { followWork } from '../follow-work'
import type { Gate } from '../storage/gate'
import { countFacets } from './count-facets'
import { type EmptyPorts, emptyBin } from './empty-bin'
import { type ExportPorts, exportItems, suggestName } from './export/export-items'
import { findIds, findPage } from './find-items'
import { findItem, readAllItems, readItems } from './item-rows'
import { locateFile } from './locate-file'
import { type BinPorts, deleteItems, restoreItems, tagItems } from './mark-items'
import { tellMaking, tellMakingOf } from './tell-making'

interface Items {
  readonly ids: readonly string[]
}

export interface Collection {
  list(input: { query: LibraryQuery; offset: number; limit: number }): LibraryPage
  /** Every id that the query finds, in its order. */
  ids(query: LibraryQuery): string[]
  facets(): LibraryFacets
  /** In the order they are asked for; those that are not there are left out. */
  read(input: Items): Promise<LibraryItem[]>
  making(input: { id: string }): Promise<AnyMaking | null>
  /** Of a picture by its file's hash, also of one that is no item: a copy may hold it inside. */
  makingOf(input: { media: string }): Promise<Making | null>
  tag(input: Items & { add: readonly string[]; remove: readonly string[] }): Promise<void>
  delete(input: Items): Promise<void>
  restore(input: Items): Promise<void>
  /** For good. */
  emptyBin(): Promise<{ items: number; bytes: number }>
  /** Without a dot. */
  suggestName(input: Items): { name: string; extension: string }
  /** Aborted, it ends without `done`, and nothing is left of it. */
  export(input: Items & { path: string; signal?: AbortSignal | undefined }): AsyncIterable<FileProgress>
  reconcile(): Promise<Reconciliation>
  locate(input: { id: string; path: string }): Promise<LibraryItem>
}

interface Ports extends BinPorts, ExportPorts, EmptyPorts {
  /** Adds facts and sidecars where they are not there yet. */
  readonly complete: () => Promise<void>
  readonly reconcile: () => Promise<Reconciliation>
  /** What passes it is waited for before the database is closed. */
  readonly gate: Pick<Gate, 'pass'>
  readonly closing: AbortSignal
}

export function createCollection(ports: Ports): Collection {
  const { connection, gate } = ports
  return {
    list({ query, ...page }) {
      const { total, ids } = findPage(connection, query, page)
      return { total, items: readItems(connection, ids) }
    },
    ids: (query) => findIds(connection, query),
    facets: () => countFacets(connection),
    read: ({ ids }) => gate.pass(() => readAllItems(connection, ids)),
    making: ({ id }) => gate.pass(() => tellMaking(ports, id)),
    makingOf: ({ media }) => gate.pass(() => tellMakingOf(ports, media)),
    tag: (input) => gate.pass(() => tagItems(ports, input)),
    delete: ({ ids }) => gate.pass(() => deleteItems(ports, ids)),
    restore: ({ ids }) => gate.pass(() => restoreItems(ports, ids)),
    async emptyBin() {
      const emptied = await gate.pass(() => emptyBin(ports))
      await ports.complete()
      return emptied
    },
    suggestName: ({ ids }) => suggestName(ports, ids),
    export: ({ signal: leaving, ...asked }) =>
      followWork<FileProgress>(
        ({ tell, signal }) =>
          gate.pass(async () => {
            for await (const step of exportItems(ports, { ...asked, signal })) tell(step)
          }),
        [leaving, ports.closing],
      ),
    async reconcile() {
      const counts = await ports.reconcile()
      await ports.complete()
      return counts
    },
    async locate(input) {
      await gate.pass(() => locateFile(ports, input))
      await ports.complete()
      return findItem(connection, input.id)
    },
  }
}
