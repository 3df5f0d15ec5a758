// The Library: everything generated, searched by words, kinds and tags, deleted, exported, and compared with its folder.

import type { AnyMetadata, GenerationMetadata } from '#shared/schemas/generation-metadata'
import type {
  FileProgress,
  ItemLocation,
  LibraryFacets,
  LibraryItem,
  LibraryPage,
  LibraryQuery,
  Reconciliation,
  TrashedImage,
  TrashPreview,
} from '#shared/schemas/library'
import { streamProgress } from '../concurrency/mailbox'
import { type ExportPorts, exportItems, suggestName } from './export/export-items'
import { countFacets, findIds, findPage, findPlace, listMadeBy, listTrashedImages } from './find-items'
import { findImageMetadata, findItemMetadata } from './generation-metadata'
import { findItem, type LibraryPorts, readAllItems, readItems } from './item-rows'
import type { LibraryIndexer } from './library-indexer'
import { type BinPorts, deleteItems, restoreItems, tagItems } from './mark-items'
import { locateFile } from './reconcile'
import { type EmptyPorts, emptyTrash, previewEmptying } from './trash'

interface Items {
  readonly ids: readonly string[]
}

export interface Library {
  list(input: { query: LibraryQuery; offset: number; limit: number }): LibraryPage
  /** Every id that the query finds, in its order. */
  ids(query: LibraryQuery): string[]
  facets(): LibraryFacets
  /** In the given order; missing ones are left out. */
  read(input: Items): Promise<LibraryItem[]>
  generationMetadata(input: { id: string }): Promise<AnyMetadata | null>
  /** Of a picture by its file's hash, also of one that is no item: a copy may hold it inside. */
  makingOf(input: { media: string }): Promise<GenerationMetadata | null>
  tag(input: Items & { add: readonly string[]; remove: readonly string[] }): Promise<void>
  delete(input: Items): Promise<void>
  restore(input: Items): Promise<void>
  location(input: { id: string }): ItemLocation
  trashed(input: { conversationId: string }): TrashedImage[]
  /** The images of one answer; no ids if it has none in the Library. */
  deleteGenerated(input: { conversationId: string; turnId: string }): Promise<{ ids: string[] }>
  previewEmptying(): Promise<TrashPreview>
  /** For good. What something outside of the trash needs stays in it. */
  emptyTrash(): Promise<{ items: number; bytes: number }>
  /** Without a dot. */
  suggestName(input: Items): { name: string; extension: string }
  /** Aborted, it ends without `done`, and nothing is left of it. */
  export(input: Items & { path: string; signal?: AbortSignal | undefined }): AsyncIterable<FileProgress>
  reconcile(): Promise<Reconciliation>
  locate(input: { id: string; path: string }): Promise<LibraryItem>
}

type Ports = Omit<BinPorts & ExportPorts & EmptyPorts, keyof LibraryPorts>

export function createLibrary(indexer: LibraryIndexer, others: Ports): Library {
  const ports = { ...indexer.ports, ...others }
  const { connection } = ports
  const { gate, closing } = indexer
  return {
    list({ query, ...page }) {
      const { total, ids } = findPage(connection, query, page)
      return { total, items: readItems(connection, ids) }
    },
    ids: (query) => findIds(connection, query),
    facets: () => countFacets(connection),
    read: ({ ids }) => gate.shared(() => readAllItems(connection, ids)),
    generationMetadata: ({ id }) => gate.shared(() => findItemMetadata(ports, id)),
    makingOf: ({ media }) => gate.shared(() => findImageMetadata(ports, media)),
    tag: (input) => gate.shared(() => tagItems(ports, input)),
    delete: ({ ids }) => gate.shared(() => deleteItems(ports, ids)),
    restore: ({ ids }) => gate.shared(() => restoreItems(ports, ids)),
    location: ({ id }) => findPlace(connection, id),
    trashed: ({ conversationId }) => listTrashedImages(connection, conversationId),
    async deleteGenerated({ conversationId, turnId }) {
      const ids = listMadeBy(connection, conversationId, turnId)
      await gate.shared(() => deleteItems(ports, ids))
      return { ids }
    },
    previewEmptying: () => gate.shared(() => previewEmptying(ports)),
    async emptyTrash() {
      const emptied = await indexer.alone(() => emptyTrash(ports))
      await indexer.writeSidecars()
      return emptied
    },
    suggestName: ({ ids }) => suggestName(ports, ids),
    export: ({ signal: leaving, ...options }) =>
      streamProgress<FileProgress>(
        ({ report, signal }) => gate.shared(() => exportItems(ports, { ...options, signal }, report)),
        [leaving, closing],
      ),
    async reconcile() {
      const counts = await indexer.reconcile()
      await indexer.writeSidecars()
      return counts
    },
    async locate(input) {
      await gate.shared(() => locateFile(ports, input))
      await indexer.writeSidecars()
      return findItem(connection, input.id)
    },
  }
}
