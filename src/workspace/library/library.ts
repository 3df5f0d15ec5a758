// The Library: lists and finds everything generated, tags, deletes and exports it, and compares it with its folder.

import type { AnyMetadata, GenerationMetadata } from '#shared/schemas/generation-metadata'
import {
  type FileProgress,
  type GeneratedImage,
  type ItemLocation,
  type LibraryFacets,
  type LibraryItem,
  type LibraryPage,
  LibraryQuery,
  type LibraryShape,
  type Reconciliation,
  type TrashPreview,
} from '#shared/schemas/library'
import type { Changes } from '../changes'
import { streamProgress } from '../concurrency/feed'
import { type Collections, createCollections } from './collections'
import type { ExportPorts } from './export/export-items'
import {
  countFacets,
  findIds,
  findLocation,
  findPage,
  findShape,
  listConversationImages,
  listItemsOfTurn,
} from './find-items'
import { findImageMetadata, findItemMetadata } from './generation-metadata'
import { findItem, type LibraryPorts, readAllItems, readItems } from './item-rows'
import type { LibraryIndexer } from './library-indexer'
import { type BinPorts, deleteItems, restoreItems, starItems, tagItems } from './mark-items'
import { locateFile } from './reconcile'
import { type EmptyPorts, emptyTrash, previewEmptying } from './trash'

interface Items {
  readonly ids: readonly string[]
}

interface TrashSelection {
  /** All, if absent. */
  readonly ids?: readonly string[] | undefined
}

export interface Library extends Collections {
  list(input: { query: LibraryQuery; offset: number; limit: number }): LibraryPage
  /** Every id that matches the query, in its order. */
  ids(query: LibraryQuery): string[]
  /** The dates and aspect ratios of all items that match, in order. */
  shape(query: LibraryQuery): LibraryShape
  /** Without a query, of everything outside the trash. */
  facets(query?: LibraryQuery): LibraryFacets
  /** In the given order, without missing ones. */
  read(input: Items): Promise<LibraryItem[]>
  generationMetadata(input: { id: string }): Promise<AnyMetadata | null>
  /** By the hash of an image, even if it is not listed: a copy may contain its metadata. */
  readMetadataOfFile(input: { media: string }): Promise<GenerationMetadata | null>
  /** Resolves to the items that have changed. */
  tag(input: Items & { add: readonly string[]; remove: readonly string[] }): Promise<{ ids: string[] }>
  star(input: Items & { starred: boolean }): Promise<void>
  delete(input: Items): Promise<void>
  restore(input: Items): Promise<void>
  location(input: { id: string }): ItemLocation
  imagesOf(input: { conversationId: string }): GeneratedImage[]
  /** Deletes the images of one answer; returns no ids if the Library lists none. */
  deleteGenerated(input: { conversationId: string; turnId: string }): Promise<{ ids: string[] }>
  /** Describes what emptying would do: for these items, or for the whole trash. */
  previewEmptying(input?: TrashSelection): Promise<TrashPreview>
  /** Deletes these items in the trash, or all, for good. Those that something else needs stay in it. */
  emptyTrash(input?: TrashSelection): Promise<{ items: number; bytes: number }>
  /** The extension has no dot. */
  suggestName(input: Items): Promise<{ name: string; extension: string }>
  /** If aborted, it ends without `done` and without a file. */
  export(input: Items & { path: string; signal?: AbortSignal | undefined }): AsyncIterable<FileProgress>
  reconcile(): Promise<Reconciliation>
  locate(input: { id: string; path: string }): Promise<LibraryItem>
}

type Ports = Omit<BinPorts & ExportPorts & EmptyPorts, keyof LibraryPorts> & {
  /** The list of conversations shows their tags. */
  readonly changes: Pick<Changes, 'emit'>
}

/** Only for an export: the application's start needs none of it. */
const loadExport = () => import('./export/export-items')

export function createLibrary(indexer: LibraryIndexer, others: Ports): Library {
  const ports = { ...indexer.ports, ...others }
  const { connection } = ports
  const { lock, closing } = indexer
  return {
    list({ query, ...page }) {
      const { total, ids } = findPage(connection, query, page)
      return { total, items: readItems(connection, ids) }
    },
    ids: (query) => findIds(connection, query),
    shape: (query) => findShape(connection, query),
    facets: (query = LibraryQuery.parse({})) => countFacets(connection, query),
    read: ({ ids }) => lock.shared(() => readAllItems(connection, ids)),
    generationMetadata: ({ id }) => lock.shared(() => findItemMetadata(ports, id)),
    readMetadataOfFile: ({ media }) => lock.shared(() => findImageMetadata(ports, media)),
    ...createCollections(ports),
    async star(input) {
      await lock.shared(() => starItems(ports, input))
      void indexer.writeSidecars()
    },
    async tag(input) {
      const changed = await lock.shared(() => tagItems(ports, input))
      others.changes.emit('conversations')
      void indexer.writeSidecars()
      return changed
    },
    delete: ({ ids }) => lock.shared(() => deleteItems(ports, ids)),
    restore: ({ ids }) => lock.shared(() => restoreItems(ports, ids)),
    location: ({ id }) => findLocation(connection, id),
    imagesOf: ({ conversationId }) => listConversationImages(connection, conversationId),
    async deleteGenerated({ conversationId, turnId }) {
      const ids = listItemsOfTurn(connection, conversationId, turnId)
      await lock.shared(() => deleteItems(ports, ids))
      return { ids }
    },
    previewEmptying: (selection) => lock.shared(() => previewEmptying(ports, selection?.ids)),
    async emptyTrash(selection) {
      const emptied = await indexer.runExclusive(() => emptyTrash(ports, selection?.ids))
      await indexer.writeSidecars()
      return emptied
    },
    suggestName: async ({ ids }) => (await loadExport()).suggestName(ports, ids),
    export: ({ signal: callerSignal, ...options }) =>
      streamProgress<FileProgress>(
        ({ report, signal }) =>
          lock.shared(async () => (await loadExport()).exportItems(ports, { ...options, signal }, report)),
        [callerSignal, closing],
      ),
    async reconcile() {
      const counts = await indexer.reconcile()
      await indexer.writeSidecars()
      return counts
    },
    async locate(input) {
      await lock.shared(() => locateFile(ports, input))
      await indexer.writeSidecars()
      return findItem(connection, input.id)
    },
  }
}
