// Recordings in progress: what the microphone has heard is on the disk a moment later, so a crash loses next to nothing.
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { Recording, SavedRecording } from '#shared/schemas/transcription-job'
import { createReadWriteLock, createSerialQueue } from '../concurrency/locks'
import type { Connection } from '../database/connection'
import type { Media } from '../media/media'
import { readChunks } from '../media/media-file'
import { copyPackets } from './copy-packets'
import { openAudio } from './open-audio'
import { repairWebm } from './repair-webm'

interface RecordingPorts {
  /** Created if it is missing. */
  readonly folder: string
  readonly connection: Connection
  readonly media: Media
  readonly now: () => number
  readonly newId: () => string
}

export function createRecordings(ports: RecordingPorts) {
  const { connection, media } = ports
  /** Those that a page of this program is recording. */
  const files = new Map<string, Promise<RecordingFile>>()
  const active = createReadWriteLock()
  /** One that is being finished is neither left over nor finished twice. */
  const enqueue = createSerialQueue()
  let closed = false

  async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (closed) throw new ApiError('FAILED_PRECONDITION', 'The workspace is closed.')
    return await active.shared(task)
  }

  async function stop(id: string): Promise<void> {
    const file = files.get(id)
    files.delete(id)
    await (await file)?.close()
  }

  async function stopAll(): Promise<void> {
    await Promise.all([...files.keys()].map(stop))
  }

  async function remove(id: string): Promise<void> {
    await stop(id)
    const { path } = findRecording(ports, id)
    await Promise.all([path, seekablePath(path)].map((each) => rm(each, { force: true })))
    // Its files are gone: to be stopped by another program's lock here and to begin again would find nothing.
    await connection.lock.whenFree()
    connection.run('DELETE FROM recordings WHERE id = ?', [id])
  }

  async function finish(id: string): Promise<SavedRecording> {
    const { path, startedAt } = findRecording(ports, id)
    await stop(id)
    if ((await fileSize(path)) === 0) {
      await remove(id)
      throw new ApiError('FAILED_PRECONDITION', 'Nothing was recorded.')
    }
    const saved = await storeRecording(path, { name: nameRecording(startedAt), media })
    await remove(id)
    return saved
  }

  async function listOrphaned(): Promise<Recording[]> {
    const orphaned = (await listRecordings(ports)).filter(({ id }) => !files.has(id))
    for (const { id, bytes } of orphaned) if (bytes === 0) await remove(id)
    return orphaned.filter(({ bytes }) => bytes > 0)
  }

  return {
    start: () => run(() => startRecording(ports, files)),
    /** On the disk when this resolves. Refuses a gap; a part that is there already, because its response was lost, does no harm. */
    append: (id: string, offset: number, bytes: Uint8Array) =>
      run(async () => {
        findRecording(ports, id)
        const file = files.get(id)
        if (!file) throw new ApiError('FAILED_PRECONDITION', 'This recording has already ended.')
        await (await file).append(offset, bytes)
      }),
    /** Makes a file of the media folder of it in which one can seek. One without a byte is refused, and gone. */
    finish: (id: string) => run(() => enqueue(() => finish(id))),
    discard: (id: string) => run(() => enqueue(() => remove(id))),
    /** Those that nobody is recording, the newest first. Empty ones are dropped. */
    orphaned: () => run(() => enqueue(listOrphaned)),
    /** The page that recorded is gone: what it has recorded is left over. */
    stopAll: () => run(stopAll),
    /** What is in progress stays on the disk, for the next start. */
    async close() {
      closed = true
      await active.idle()
      await stopAll()
    },
  }
}

async function startRecording(ports: RecordingPorts, files: Map<string, Promise<RecordingFile>>) {
  const { folder, connection, now, newId } = ports
  const id = newId()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  connection.run('INSERT INTO recordings (id, started_at) VALUES (?, ?)', [id, now()])
  const file = openRecordingFile(recordingPath(folder, id))
  // Known before the file is: an empty one that nobody records is dropped.
  files.set(id, file)
  await file.catch((error: unknown) => {
    files.delete(id)
    throw error
  })
  return { id }
}

const selectRecordings = 'SELECT id, started_at AS startedAt FROM recordings'

function findRecording({ folder, connection }: RecordingPorts, id: string) {
  const row = connection.get<{ startedAt: number }>(`${selectRecordings} WHERE id = ?`, [id])
  if (!row) throw new ApiError('NOT_FOUND', 'Recording not found.')
  return { path: recordingPath(folder, id), startedAt: row.startedAt }
}

async function listRecordings({ folder, connection }: RecordingPorts): Promise<Recording[]> {
  const rows = connection.all<Omit<Recording, 'bytes'>>(`${selectRecordings} ORDER BY started_at DESC, id`)
  return await Promise.all(
    rows.map(async (row) => ({ ...row, bytes: await fileSize(recordingPath(folder, row.id)) })),
  )
}

/** The id is in the database: it is one of ours. */
function recordingPath(folder: string, id: string): string {
  return join(folder, `${id}.webm`)
}

function seekablePath(path: string): string {
  return `${path}.ordered`
}

async function fileSize(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** As it is if it cannot be put in order: better a sound without a length than none. */
async function storeRecording(
  path: string,
  { name, media }: { name: string; media: Media },
): Promise<SavedRecording> {
  const seekable = seekablePath(path)
  try {
    const from = await makeSeekable(path, seekable).catch(() => path)
    const bytes = await fileSize(from)
    const { hash } = await media.keepStream({ chunks: readChunks(from), name, length: bytes })
    return { media: hash, mimeType: 'audio/webm', name, bytes }
  } finally {
    await rm(seekable, { force: true })
  }
}

/** A recorder cannot go back in its file: the length and the places to seek to are missing from it. */
async function makeSeekable(path: string, target: string): Promise<string> {
  await repairWebm(path)
  const audio = await openAudio(path, 'The recording')
  try {
    const span = { from: 0, to: Number.POSITIVE_INFINITY }
    await copyPackets(audio, { ...span, name: 'The recording', extension: 'webm', target })
    return target
  } finally {
    audio.close()
  }
}

/** `Recording 2026-11-21 14.05.webm`, in the user's time. */
function nameRecording(startedAt: number): string {
  const time = new Date(startedAt)
  const pad = (number: number) => String(number).padStart(2, '0')
  const day = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`
  return `Recording ${day} ${pad(time.getHours())}.${pad(time.getMinutes())}.webm`
}

type RecordingFile = Awaited<ReturnType<typeof openRecordingFile>>

/** What is there already stays. */
async function openRecordingFile(path: string) {
  const file = await open(path, 'a+', 0o600)
  const enqueue = createSerialQueue()
  let length = (await file.stat()).size

  async function write(offset: number, bytes: Uint8Array): Promise<void> {
    if (offset + bytes.length <= length && offset >= 0 && (await isWritten(offset, bytes))) return
    if (offset !== length) {
      const message = `Expected audio at byte ${length}, received it at byte ${offset}.`
      throw new ApiError('FAILED_PRECONDITION', message, { param: 'offset' })
    }
    try {
      await file.appendFile(bytes)
      await file.datasync()
      length += bytes.length
    } catch (error) {
      // Half a part would be where the same part is to come again.
      await file.truncate(length).catch(() => undefined)
      throw error
    }
  }

  async function isWritten(offset: number, bytes: Uint8Array): Promise<boolean> {
    const { buffer } = await file.read(Buffer.alloc(bytes.length), 0, bytes.length, offset)
    return buffer.equals(bytes)
  }

  return {
    append: (offset: number, bytes: Uint8Array) => enqueue(() => write(offset, bytes)),
    /** Once what was asked for before is done. */
    close: () => enqueue(() => file.close()),
  }
}
