// Reads and computations that take long in a large workspace. They need only a connection, so that another thread can run them.
import type { Loudness } from '#shared/audio/loudness'
import type { SearchHit } from '#shared/schemas/chat'
import type { LibraryFacets, LibraryPage, LibraryQuery, LibraryShape } from '#shared/schemas/library'
import type { Cut, TranscriptFormat } from '#shared/schemas/transcription-job'
import { type ListedConversation, listConversationPage, type Page } from './conversations/conversation-rows'
import { type SearchInput, searchConversations } from './conversations/search'
import type { Connection } from './database/connection'
import { countFacets, findIds, findPage, findShape } from './library/find-items'
import { readItems } from './library/item-rows'
import { readStoredFiles, type StoredFile } from './library/stored-files'
import { type PlanInput, planEmptying, type TrashPlan } from './library/trash-plan'
import { createFindSpeech } from './transcriptions/cues'
import { type FormattedTranscript, formatTranscript } from './transcriptions/format-transcript'
import { splitParagraphs } from './transcriptions/paragraphs'

export interface ReadFunctions {
  /** Pinned ones first, then the newest. */
  conversations(page: Page): ListedConversation[]
  searchConversations(input: SearchInput): SearchHit[]
  libraryItems(input: Page & { readonly query: LibraryQuery }): LibraryPage
  /** Every id that matches the query, in its order. */
  libraryIds(query: LibraryQuery): string[]
  /** The dates and aspect ratios of all items that match, in order. */
  libraryShape(query: LibraryQuery): LibraryShape
  libraryFacets(query: LibraryQuery): LibraryFacets
  /** The next files of items by hash, including those in the trash. */
  storedFiles(input: { readonly after: string }): StoredFile[]
  trashPlan(input: PlanInput): TrashPlan
  /** The suggested file name and the content of an export. */
  formatTranscript(input: {
    readonly transcript: FormattedTranscript
    readonly format: TranscriptFormat
    readonly loudness: Loudness | undefined
  }): { readonly name: string; readonly text: string }
  splitParagraphs(input: {
    readonly text: string
    readonly cuts: readonly Cut[]
    readonly loudness: Loudness | undefined
  }): string
}

export function createReads(connection: Connection): ReadFunctions {
  return {
    conversations: (page) => listConversationPage(connection, page),
    searchConversations: (input) => searchConversations(connection, input),
    libraryItems({ query, ...page }) {
      const { total, ids } = findPage(connection, query, page)
      return { total, items: readItems(connection, ids) }
    },
    libraryIds: (query) => findIds(connection, query),
    libraryShape: (query) => findShape(connection, query),
    libraryFacets: (query) => countFacets(connection, query),
    storedFiles: (input) => readStoredFiles(connection, input),
    trashPlan: (input) => planEmptying(connection, input),
    formatTranscript: ({ transcript, format, loudness }) =>
      formatTranscript(transcript, format, createFindSpeech(loudness)),
    splitParagraphs: ({ text, cuts, loudness }) => splitParagraphs(text, cuts, createFindSpeech(loudness)),
  }
}

/** The reads in another thread, or in this one. They see everything that was written before the call. */
export type Reads = {
  readonly [Name in keyof ReadFunctions]: (
    input: Parameters<ReadFunctions[Name]>[0],
  ) => Promise<ReturnType<ReadFunctions[Name]>>
} & { close(): Promise<void> }

/** Gets the data folder of an open workspace. */
export type OpenReads = (folder: string) => Reads

/** Without another thread, such as in tests. */
export function openReadsHere(connection: Connection): Reads {
  const reads = createReads(connection)
  return {
    conversations: async (page) => reads.conversations(page),
    searchConversations: async (input) => reads.searchConversations(input),
    libraryItems: async (input) => reads.libraryItems(input),
    libraryIds: async (query) => reads.libraryIds(query),
    libraryShape: async (query) => reads.libraryShape(query),
    libraryFacets: async (query) => reads.libraryFacets(query),
    storedFiles: async (input) => reads.storedFiles(input),
    trashPlan: async (input) => reads.trashPlan(input),
    formatTranscript: async (input) => reads.formatTranscript(input),
    splitParagraphs: async (input) => reads.splitParagraphs(input),
    close: async () => {},
  }
}
