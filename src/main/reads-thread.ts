// The main thread's side of the worker that reads the workspace's database.
import { isDatabaseDamaged } from '#workspace/database/connection'
import type { OpenReads, ReadFunctions, Reads } from '#workspace/reads'
import { createWorkerCalls, type WorkerFunctions } from './worker-calls'

/** Worker data of the thread: the data folder of an open workspace. */
export type ReadsThreadFunctions = ReadFunctions & WorkerFunctions

interface ReadsThreadOptions {
  readonly onError: (error: Error) => void
  /** Called whenever a read finds that the file is damaged. */
  readonly onDamaged: () => void
  readonly idleMs?: number
}

/** The next call restarts a thread that has died or ended; calls in progress reject if it dies. */
export function createReadsThread(
  program: string,
  { onError, onDamaged, idleMs }: ReadsThreadOptions,
): OpenReads {
  return (folder) => {
    const { call, close } = createWorkerCalls<ReadsThreadFunctions>({
      program,
      workerData: folder,
      name: 'thread that reads the database',
      onError,
      idleMs,
    })
    const read: typeof call = (...input) =>
      call(...input).catch((error: unknown) => {
        if (isDatabaseDamaged(error)) onDamaged()
        throw error
      })
    return {
      conversations: (page) => read('conversations', page),
      searchConversations: (input) => read('searchConversations', input),
      libraryItems: (input) => read('libraryItems', input),
      libraryIds: (query) => read('libraryIds', query),
      libraryShape: (query) => read('libraryShape', query),
      libraryFacets: (query) => read('libraryFacets', query),
      storedFiles: (input) => read('storedFiles', input),
      trashPlan: (input) => read('trashPlan', input),
      formatTranscript: (input) => read('formatTranscript', input),
      splitParagraphs: (input) => read('splitParagraphs', input),
      close,
    } satisfies Reads
  }
}
