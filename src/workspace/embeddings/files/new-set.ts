// Fills a new set from a file, in slices, hidden until it is complete; with helpers for the readers of all formats.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import {
  EmbeddingSettings,
  hasImportedVectors,
  maxRows,
  NewRow,
  toImportedSource,
  type VectorSource,
} from '#shared/schemas/embedding-set'
import { invalidFile } from '#shared/tables/table-reader'
import { createYield } from '../../concurrency/timing'
import type { EmbeddingPorts } from '../embedding-ports'
import { buildSet, type StoredSet, saveSet } from '../set-rows'
import { empty, type InsertedRow, waiting, withoutVector } from '../text-rows'
import { isEmptyText, toFileKey } from '../vector-store'

/** A row of a file. */
export interface ReadRow {
  readonly row: unknown
  readonly vector: Float32Array | null
  /** Why a row without a vector can’t get one. */
  readonly problem?: string
  /** The row's location for error messages: `Line 7`. */
  readonly location: string
}

export interface ReadSet {
  readonly name: string
  readonly settings: unknown
  readonly upstream: VectorSource | null
  /** May grow while the rows are read. */
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<ReadRow>
  /** How much was read, from 0 to 1. */
  readonly share: () => number
}

export interface ImportContext {
  readonly signal?: AbortSignal | undefined
  /** Called after each slice with the share that was read, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

const sliceLength = 100

/** Throws without a set if it is canceled. */
export async function saveNewSet(
  ports: EmbeddingPorts,
  read: ReadSet,
  context: ImportContext = {},
): Promise<StoredSet> {
  const at = ports.now()
  const id = ports.newId()
  const set: StoredSet = {
    id,
    name: [...read.name].slice(0, 200).join('') || 'Embeddings',
    createdAt: at,
    updatedAt: at,
    settings: check(EmbeddingSettings, read.settings, 'Settings'),
    columns: [...read.columns],
    upstream: toFileSource(id, read.upstream),
    duplicateOf: null,
  }
  await buildSet(ports, set, async () => {
    await fill(ports, set, read, context)
    saveSet(ports.connection, { ...set, columns: [...read.columns] })
  })
  return { ...set, columns: [...read.columns] }
}

function toFileSource(setId: string, source: VectorSource | null): VectorSource | null {
  if (source === null) return null
  const { previous: _, ...origin } = source
  return source.kind === 'imported' ? toImportedSource(setId, source.label) : { ...origin, isFile: true }
}

async function fill(
  ports: EmbeddingPorts,
  set: StoredSet,
  read: ReadSet,
  { signal, onProgress }: ImportContext,
): Promise<void> {
  const pause = createYield()
  let slice: ReadRow[] = []
  let written = 0
  const write = () => {
    const before = written
    written += slice.length
    if (written > maxRows) {
      const message = `This file has more than ${maxRows.toLocaleString('en')} rows, the maximum for a set.`
      throw new ApiError('PAYLOAD_TOO_LARGE', message)
    }
    insertSlice(ports, set, slice, before)
    slice = []
    onProgress?.(read.share())
  }
  for await (const row of read.rows) {
    if (ports.closing.aborted) return
    if (signal?.aborted) throw new ApiError('CANCELLED', 'The import was canceled.')
    slice.push(row)
    if (slice.length === sliceLength) {
      await ports.connection.lock.whenFree()
      write()
    }
    await pause()
  }
  write()
}

function insertSlice(ports: EmbeddingPorts, set: StoredSet, slice: readonly ReadRow[], before: number): void {
  ports.connection.transact(() => {
    const inserted = slice.map(({ row, vector, problem, location }, index): InsertedRow => {
      const checked = check(NewRow, row, location)
      if (isEmptyText(checked.text)) return { row: checked, change: empty }
      if (!vector && problem) return { row: checked, change: { ...waiting, state: 'failed', error: problem } }
      if (!vector) return { row: checked, change: hasImportedVectors(set) ? withoutVector : waiting }
      const key = storeVector(ports, { set, row: checked, line: before + index }, vector)
      const { length: dimensions } = vector
      return { row: checked, change: { state: 'done', key, dimensions, error: null, cached: false } }
    })
    ports.rows.insert(set.id, inserted, before + 1)
  })
}

/** Stored under its text, so that changing the settings back restores it; a second vector of one text gets its own key. */
function storeVector(
  { vectors }: EmbeddingPorts,
  { set, row, line }: { set: StoredSet; row: NewRow; line: number },
  vector: Float32Array,
): Buffer {
  const key = toFileKey({ setId: set.id }, set.settings, row)
  const known = vectors.find(key)
  if (known && isSameVector(known, vector)) return key
  const free = known ? toFileKey({ setId: set.id, line }, set.settings, row) : key
  vectors.save(free, vector)
  return free
}

function isSameVector(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at])
}

/** `location` begins the error message: `Line 7`. `subject` names the value there. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  location: string,
  subject = '',
): z.infer<Schema> {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const [issue] = error.issues
  throw invalidFile(
    location,
    `${issue?.path.join('.') || subject} ${issue?.message ?? 'is not valid'}`.trim(),
  )
}

export function parseJsonAt(text: string, location: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidFile(location, `not valid JSON (${error instanceof Error ? error.message : String(error)})`)
  }
}

/** Measures how much of a file was read. */
export async function measureReading(path: string) {
  // A file that is missing fails when it is read.
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  let read = 0
  return {
    onRead(bytes: number) {
      read += bytes
    },
    share: () => Math.min(1, read / Math.max(1, size)),
  }
}

/** Accepts a byte order mark. Throws if the file is not UTF-8 or cannot be read. */
export async function* readTexts(path: string, onRead?: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: 262_144 })) {
      onRead?.(bytes.length)
      yield decoder.decode(bytes, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    // The decoder throws a TypeError, the disk does not.
    if (error instanceof TypeError)
      throw new ApiError('INVALID_ARGUMENT', `${basename(path)} isn’t a valid UTF-8 text file.`, {
        cause: error,
      })
    const reason = error instanceof Error ? error.message : String(error)
    const message = `Couldn’t read ${basename(path)}: ${reason}.`
    throw new ApiError('FAILED_PRECONDITION', message, { cause: error })
  }
}

/** More than any model has: a longer line is more likely a damaged file. */
export const maxDimensions = 65_536
