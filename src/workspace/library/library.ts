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
import { createCollections } from './collections'
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

type Ports = Omit<BinPorts & ExportPorts & EmptyPorts, keyof LibraryPorts> & {
  /** The list of conversations shows their tags. */
  readonly changes: Pick<Changes, 'emit'>
}

/** Only for an export: the application's start needs none of it. */
const loadExport = () => import('./export/export-items')

export type Library = ReturnType<typeof createLibrary>

export function createLibrary(indexer: LibraryIndexer, others: Ports) {
  const ports = { ...indexer.ports, ...others }
  const { connection } = ports
  const { lock, closing } = indexer
  return {
    list({ query, ...page }: { query: LibraryQuery; offset: number; limit: number }): LibraryPage {
      const { total, ids } = findPage(connection, query, page)
      return { total, items: readItems(connection, ids) }
    },
    /** Every id that matches the query, in its order. */
    ids: (query: LibraryQuery): string[] => findIds(connection, query),
    /** The dates and aspect ratios of all items that match, in order. */
    shape: (query: LibraryQuery): LibraryShape => findShape(connection, query),
    /** Without a query, of everything outside the trash. */
    facets: (query = LibraryQuery.parse({})): LibraryFacets => countFacets(connection, query),
    /** In the given order, without missing ones. */
    read: ({ ids }: Items): Promise<LibraryItem[]> => lock.shared(() => readAllItems(connection, ids)),
    generationMetadata: ({ id }: { id: string }): Promise<AnyMetadata | null> =>
      lock.shared(() => findItemMetadata(ports, id)),
    /** By the hash of an image, even if it is not listed: a copy may contain its metadata. */
    readMetadataOfFile: ({ media }: { media: string }): Promise<GenerationMetadata | null> =>
      lock.shared(() => findImageMetadata(ports, media)),
    ...createCollections(ports),
    async star(input: Items & { starred: boolean }): Promise<void> {
      await lock.shared(() => starItems(ports, input))
      void indexer.writeSidecars()
    },
    /** Resolves to the items that have changed. */
    async tag(
      input: Items & { add: readonly string[]; remove: readonly string[] },
    ): Promise<{ ids: string[] }> {
      const changed = await lock.shared(() => tagItems(ports, input))
      others.changes.emit('conversations')
      void indexer.writeSidecars()
      return changed
    },
    delete: ({ ids }: Items): Promise<void> => lock.shared(() => deleteItems(ports, ids)),
    restore: ({ ids }: Items): Promise<void> => lock.shared(() => restoreItems(ports, ids)),
    location: ({ id }: { id: string }): ItemLocation => findLocation(connection, id),
    imagesOf: ({ conversationId }: { conversationId: string }): GeneratedImage[] =>
      listConversationImages(connection, conversationId),
    /** Deletes the images of one answer; returns no ids if the Library lists none. */
    async deleteGenerated({ conversationId, turnId }: { conversationId: string; turnId: string }) {
      const ids = listItemsOfTurn(connection, conversationId, turnId)
      await lock.shared(() => deleteItems(ports, ids))
      return { ids }
    },
    /** Describes what emptying would do: for these items, or for the whole trash. */
    previewEmptying: (selection?: TrashSelection): Promise<TrashPreview> =>
      lock.shared(() => previewEmptying(ports, selection?.ids)),
    /** Deletes these items in the trash, or all, for good. Those that something else needs stay in it. */
    async emptyTrash(selection?: TrashSelection): Promise<{ items: number; bytes: number }> {
      const emptied = await indexer.runExclusive(() => emptyTrash(ports, selection?.ids))
      await indexer.writeSidecars()
      return emptied
    },
    /** The extension has no dot. */
    suggestName: async ({ ids }: Items) => (await loadExport()).suggestName(ports, ids),
    /** If aborted, it ends without `done` and without a file. */
    export: ({
      signal: callerSignal,
      ...options
    }: Items & { path: string; signal?: AbortSignal | undefined }) =>
      streamProgress<FileProgress>(
        ({ report, signal }) =>
          lock.shared(async () => (await loadExport()).exportItems(ports, { ...options, signal }, report)),
        [callerSignal, closing],
      ),
    async reconcile(): Promise<Reconciliation> {
      const counts = await indexer.reconcile()
      await indexer.writeSidecars()
      return counts
    },
    async locate(input: { id: string; path: string }): Promise<LibraryItem> {
      await lock.shared(() => locateFile(ports, input))
      await indexer.writeSidecars()
      return findItem(connection, input.id)
    },
  }
}
