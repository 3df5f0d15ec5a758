// Makes items of a file that only its sidecar knows.
import { ApiError } from '#shared/schemas/api-error'
import type { AnyMaking, JobMaking, Making } from '#shared/schemas/making'
import { type Connection, isDatabaseBusy } from '../database/connection'
import type { ListedFile } from '../media/media-file'
import { typeOfExtension } from '../media/media-type'
import type { CollectionPorts } from './collection-ports'
import { insertItem } from './item-rows'
import { type ItemWords, toWords } from './item-words'
import { readSidecar } from './sidecars'

/** 1 where it was adopted, 0 where its sidecar tells nothing. Bytes and pixels are added once they are read. */
export async function adoptFile(ports: CollectionPorts, file: ListedFile): Promise<0 | 1> {
  const { connection, media, tell, isClosed } = ports
  const makings = await readSidecar(media, file.hash)
  if (isClosed() || makings.length === 0) return 0
  const worded = await Promise.all(
    makings.map(async (making) => ({ making, words: await readWords(ports, file, making) })),
  )
  if (isClosed()) return 0
  try {
    const added = connection.transact(() => worded.filter((made) => adopt(ports, file, made)))
    if (added.length === 0) return 0
    tell()
    return 1
  } catch (error) {
    // A sidecar that the database does not take blocks nothing else.
    if (error instanceof ApiError && !isDatabaseBusy(error)) return 0
    throw error
  }
}

/** The last one that a calendar knows. */
const lastMoment = 8_640_000_000_000_000

/** What stands in a file may be any number. */
function toMoment(stated: number): number {
  return Math.round(Math.min(Math.max(stated, 0), lastMoment))
}

interface Made {
  readonly making: AnyMaking
  readonly words: ItemWords
}

/** A transcript is found by what its file holds. */
async function readWords({ media }: CollectionPorts, { hash }: ListedFile, making: AnyMaking) {
  const isText = 'kind' in making && making.kind === 'transcript'
  const bytes = isText ? await media.read(hash).catch(() => undefined) : undefined
  return toWords(making, Buffer.from(bytes ?? []).toString())
}

function adopt({ connection, newId }: CollectionPorts, { hash, name }: ListedFile, made: Made): boolean {
  const { making, words } = made
  const mimeType = typeOfExtension(name.slice(name.lastIndexOf('.') + 1))
  const from = 'kind' in making ? fromJob(making) : fromTurn(making, mimeType)
  // An earlier version of a transcript that is here already.
  if (from.kind === 'transcript' && isListed(connection, from.job_id)) return false
  return insertItem(connection, {
    id: newId(),
    ...words,
    ...from,
    model: making.model,
    created_at: toMoment(making.createdAt),
    deleted_at: null,
    file: 'here',
    media: hash,
    mime_type: mimeType,
    making: JSON.stringify(making),
  })
}

function fromTurn({ conversationId, turnId }: Making, mimeType: string) {
  const kind = mimeType.startsWith('video/') ? ('video' as const) : ('image' as const)
  return { kind, conversation_id: conversationId, turn_id: turnId, job_id: null, seconds: null }
}

function fromJob(making: JobMaking) {
  const seconds = making.kind === 'transcript' ? making.source.seconds : null
  return { kind: making.kind, conversation_id: null, turn_id: null, job_id: making.jobId, seconds }
}

function isListed(connection: Connection, jobId: string | null): boolean {
  const sql = "SELECT 1 AS yes FROM items WHERE job_id = ? AND kind = 'transcript'"
  return connection.get<{ yes: number }>(sql, [jobId]) !== undefined
}
