// Writes a HAR file of requests: the thread of the log makes its entries, a few at a time; media are read in pieces.

import { findMarks } from '#shared/exchange/body-marks'
import type { ExchangeFilter, ExchangeQuery, ExchangeSelection } from '#shared/schemas/request-log'
import { type MediaFile, readFileChunks } from '../media/media-file'
import { harEnd, measureHarMedia, toHarStart, writeMark } from './har'
import type { LogFunctions } from './log-store'

export interface HarInput {
  readonly selection: ExchangeSelection
  /** The gateway's URL, without a trailing slash. */
  readonly origin: string
  readonly version: string
}

export interface HarChunk {
  readonly text: string
  /** It is a piece of a media file. */
  readonly isMedia?: boolean
  /** Requests in this chunk and those before, and in the whole file. */
  readonly requests: number
  readonly total: number
}

/** The functions of the log, in its thread. */
interface Log {
  readonly list: (query: ExchangeQuery) => Promise<ReturnType<LogFunctions['list']>>
  readonly counts: (filter: ExchangeFilter) => Promise<ReturnType<LogFunctions['counts']>>
  readonly har: (input: Parameters<LogFunctions['har']>[0]) => Promise<string[]>
}

type OpenFile = (hash: string) => Promise<MediaFile>

/** Characters of media in a file: programs read it into memory as a whole. */
const maxMedia = 256 * 1_048_576

/** Two bodies of 256 KB each: a chunk stays below 8 MB. */
const batchSize = 16
const pageSize = 500

export async function* writeHar(
  { log, openFile }: { readonly log: Log; readonly openFile: OpenFile },
  { selection, origin, version }: HarInput,
): AsyncGenerator<HarChunk, void, undefined> {
  const total = 'ids' in selection ? selection.ids.length : (await log.counts(selection.filter)).total
  let requests = 0
  let mediaBudget = maxMedia
  yield { text: toHarStart(version), requests, total }
  for await (const ids of listBatches(log, selection)) {
    const entries = await log.har({ ids, origin, mediaBudget })
    for (const entry of entries) {
      mediaBudget -= measureHarMedia(entry)
      const separator = requests === 0 ? '' : ',\n'
      requests += 1
      for await (const chunk of writeEntry(separator + entry, openFile))
        yield { ...chunk, requests, total: Math.max(total, requests) }
    }
  }
  yield { text: harEnd, requests, total: requests }
}

/** A file that was deleted meanwhile leaves its mark. */
async function* writeEntry(
  entry: string,
  openFile: OpenFile,
): AsyncGenerator<Pick<HarChunk, 'text' | 'isMedia'>, void, undefined> {
  let end = 0
  for (const mark of findMarks(entry)) {
    const file = mark.hash === null ? null : await openFile(mark.hash).catch(() => null)
    if (!file) continue
    yield { text: entry.slice(end, mark.at) }
    for await (const text of writeMark(mark, readFileChunks(file.path))) yield { text, isMedia: true }
    end = mark.at + mark.text.length
  }
  yield { text: entry.slice(end) }
}

async function* listBatches(log: Log, selection: ExchangeSelection): AsyncGenerator<string[]> {
  if ('ids' in selection) return yield* toBatches(selection.ids)
  // Requests that start meanwhile are not exported, or a busy log would never end.
  const to = Math.min(selection.filter.to ?? Number.POSITIVE_INFINITY, Date.now() + 1)
  const filter: ExchangeFilter = { ...selection.filter, to }
  let cursor: string | null = null
  do {
    const query: ExchangeQuery = {
      filter,
      sort: { key: 'startedAt', descending: false },
      cursor,
      limit: pageSize,
    }
    const page: ReturnType<LogFunctions['list']> = await log.list(query)
    yield* toBatches(page.rows.map(({ id }) => id))
    cursor = page.next
  } while (cursor !== null)
}

function* toBatches(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += batchSize) yield ids.slice(start, start + batchSize)
}
