// Fills a new set with what a file holds, in slices; nobody sees it before it is whole.
import { ApiError } from '#shared/schemas/api-error'
import { EmbeddingSettings, mostRows, NewRow, type VectorSource } from '#shared/schemas/embedding-set'
import { createYield } from '../../concurrency/timing'
import { dropSet } from '../drop-sets'
import type { EmbeddingPorts } from '../embedding-ports'
import { insertSet, type KeptSet, showSet } from '../set-rows'
import { empty, type InsertedRow, waiting } from '../text-rows'
import { isEmptyText, toFileKey } from '../vector-key'

/** A row of a file. */
export interface ReadRow {
  readonly row: unknown
  readonly vector: Float32Array | null
  /** Where it stands, in a sentence: `Line 7`. */
  readonly place: string
}

export interface ReadSet {
  readonly name: string
  readonly settings: unknown
  readonly upstream: VectorSource | null
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<ReadRow>
}

const sliceLength = 100

export async function keepNewSet(ports: EmbeddingPorts, read: ReadSet): Promise<KeptSet> {
  const { connection, newId, now, list, closing } = ports
  const at = now()
  const set: KeptSet = {
    id: newId(),
    name: [...read.name].slice(0, 200).join('') || 'Embeddings',
    createdAt: at,
    updatedAt: at,
    settings: check(EmbeddingSettings, read.settings, 'How it was embedded'),
    columns: [...read.columns],
    upstream: read.upstream,
    twinOf: null,
  }
  insertSet(connection, set, false)
  try {
    await fill(ports, set, read.rows)
    if (closing.aborted) throw new ApiError('CANCELLED', 'The program is closing.')
    connection.transactDurably(() => {
      showSet(connection, set.id)
      list(set.id)
    })
  } catch (error) {
    await dropSet(ports, set.id)
    throw error
  }
  ports.feed.tell(set.id)
  return set
}

async function fill(ports: EmbeddingPorts, set: KeptSet, read: AsyncIterable<ReadRow>): Promise<void> {
  const pause = createYield()
  let slice: ReadRow[] = []
  let written = 0
  const write = () => {
    const before = written
    written += slice.length
    if (written > mostRows) throw tooMany()
    keepSlice(ports, set, { slice, before })
    slice = []
  }
  for await (const row of read) {
    if (ports.closing.aborted) return
    slice.push(row)
    if (slice.length === sliceLength) {
      await ports.connection.lock.whenFree()
      write()
    }
    await pause()
  }
  write()
}

function keepSlice(
  ports: EmbeddingPorts,
  set: KeptSet,
  { slice, before }: { slice: readonly ReadRow[]; before: number },
): void {
  ports.connection.transact(() => {
    const inserted = slice.map(({ row, vector, place }, index): InsertedRow => {
      const checked = check(NewRow, row, place)
      if (isEmptyText(checked.text)) return { row: checked, change: empty }
      if (!vector) return { row: checked, change: waiting }
      const key = keepVector(ports, { set, row: checked, line: before + index }, vector)
      const { length: dimensions } = vector
      return { row: checked, change: { state: 'done', key, dimensions, error: null, cached: false } }
    })
    ports.rows.insert(set.id, inserted, { first: before + 1, step: 1 })
  })
}

/** Under its text, by which it comes back where the settings are changed to and fro; another one of the same text keeps its own. */
function keepVector(
  { vectors }: EmbeddingPorts,
  { set, row, line }: { set: KeptSet; row: NewRow; line: number },
  vector: Float32Array,
): Buffer {
  const key = toFileKey({ setId: set.id }, set.settings, row)
  const known = vectors.find(key)
  if (known && isSameVector(known, vector)) return key
  const free = known ? toFileKey({ setId: set.id, line }, set.settings, row) : key
  vectors.keep(free, vector)
  return free
}

function isSameVector(one: Float32Array, other: Float32Array): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at])
}

function check<Value>(
  schema: { safeParse(value: unknown): { data?: Value; error?: { issues: readonly Issue[] } } },
  value: unknown,
  place: string,
): Value {
  const { data, error } = schema.safeParse(value)
  if (data !== undefined) return data
  const [issue] = error?.issues ?? []
  const path = issue?.path.join('.') ?? ''
  const fault = `${path === '' ? '' : `${path} `}${issue?.message ?? 'is not valid'}`
  throw new ApiError('INVALID_ARGUMENT', `${place}: ${fault}.`)
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function tooMany(): ApiError {
  const message = `The file has more than ${mostRows.toLocaleString('en')} rows, which is the most that fit into a set.`
  return new ApiError('PAYLOAD_TOO_LARGE', message)
}
