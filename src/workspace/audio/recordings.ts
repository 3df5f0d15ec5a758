// Writes recordings to the disk while they are made, so that a crash loses almost nothing.
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { Recording, SavedRecording } from '#shared/schemas/transcription-job'
import { createReadWriteLock, createSerialQueue } from '../concurrency/locks'
import type { Connection } from '../database/connection'
import { repairRow } from '../database/rows'
import { explainProblem } from '../media/folder-problem'
import type { Media } from '../media/media'
import { readFileChunks } from '../media/media-file'

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
  /** The recordings in progress. */
  const files = new Map<string, Promise<RecordingFile>>()
  const active = createReadWriteLock()
  /** A recording that is being finished is neither orphaned nor finished twice. */
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
    // The files are deleted, so this step must not fail because of another program's lock.
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
    countOpen: () => files.size,
    start: () => run(() => startRecording(ports, files)),
    /** Resolves once the bytes are on the disk. Rejects a gap. Accepts repeated bytes, because a response may be lost. */
    append: (id: string, offset: number, bytes: Uint8Array) =>
      run(async () => {
        findRecording(ports, id)
        const file = files.get(id)
        if (!file) throw new ApiError('FAILED_PRECONDITION', 'This recording has already ended.')
        await (await file).append(offset, bytes)
      }),
    /** Stores the recording as a seekable media file. Rejects an empty one, and deletes it. */
    finish: (id: string) => run(() => enqueue(() => finish(id))),
    discard: (id: string) => run(() => enqueue(() => remove(id))),
    /** Lists recordings that are not in progress, newest first. Deletes empty ones. */
    orphaned: () => run(() => enqueue(listOrphaned)),
    /** Called when the renderer has reloaded or crashed: its recordings become orphaned. */
    stopAll: () => run(stopAll),
    /** Leaves recordings in progress on the disk for the next start. */
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
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw explainProblem(dirname(folder), error)
  })
  connection.run('INSERT INTO recordings (id, started_at) VALUES (?, ?)', [id, now()])
  const file = openRecordingFile(recordingPath(folder, id))
  // Set before the file exists, because `orphaned` deletes empty recordings that are not in progress.
  files.set(id, file)
  await file.catch((error: unknown) => {
    files.delete(id)
    connection.run('DELETE FROM recordings WHERE id = ?', [id])
    throw explainProblem(folder, error)
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
  const repaired = rows.map((row) => repairRow(row, { startedAt: 'number' }))
  return await Promise.all(
    repaired.map(async (row) => ({ ...row, bytes: await fileSize(recordingPath(folder, row.id)) })),
  )
}

/** Must only be called with an id from the database, because it becomes a path. */
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

/** Stores the file unchanged if it cannot be made seekable. */
async function storeRecording(
  path: string,
  { name, media }: { name: string; media: Media },
): Promise<SavedRecording> {
  const seekable = seekablePath(path)
  try {
    const from = await makeSeekable(path, seekable).catch(() => path)
    const bytes = await fileSize(from)
    const { hash } = await media.storeStream({ chunks: readFileChunks(from), name, length: bytes })
    return { media: hash, mimeType: 'audio/webm', name, bytes }
  } finally {
    await rm(seekable, { force: true })
  }
}

/** Adds the duration and the seek index, which a recorder cannot write because it cannot go back in its file. */
async function makeSeekable(path: string, target: string): Promise<string> {
  await repairWebm(path)
  const { openAudio } = await import('./open-audio')
  const { copyPackets } = await import('./copy-packets')
  const audio = await openAudio(path, 'The recording')
  try {
    const span = { from: 0, to: Number.POSITIVE_INFINITY }
    await copyPackets(audio, { ...span, name: 'The recording', extension: 'webm', target })
    return target
  } finally {
    audio.close()
  }
}

/** `Recording 2026-11-21 14.05.12.webm`, in the user's time. There is one microphone, so that a second is unique. */
function nameRecording(startedAt: number): string {
  const time = new Date(startedAt)
  const pad = (number: number) => String(number).padStart(2, '0')
  const day = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(pad).join('.')
  return `Recording ${day} ${clock}.webm`
}

type RecordingFile = Awaited<ReturnType<typeof openRecordingFile>>

/** Opens the file for appending. */
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
      // Removes a partial write, so that the same bytes can be sent again.
      await file.truncate(length).catch(() => undefined)
      throw explainProblem(dirname(path), error)
    }
  }

  async function isWritten(offset: number, bytes: Uint8Array): Promise<boolean> {
    const { buffer } = await file.read(Buffer.alloc(bytes.length), 0, bytes.length, offset)
    return buffer.equals(bytes)
  }

  return {
    append: (offset: number, bytes: Uint8Array) => enqueue(() => write(offset, bytes)),
    /** Closes the file after all earlier writes. */
    close: () => enqueue(() => file.close()),
  }
}

const segment = 0x18538067
const cluster = 0x1f43b675
/** In bytes. If more would be lost than a block, the file is damaged in another way. */
const maxLost = 2 ** 20

type Element = NonNullable<Awaited<ReturnType<typeof readElement>>>

/** Removes the incomplete block at the end, in place. */
export async function repairWebm(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const { completeEnd, openCluster } = await findCompleteEnd(file, size)
    if (!openCluster || completeEnd === size || size - completeEnd > maxLost) return
    if (openCluster.end !== undefined && openCluster.contentAt < completeEnd)
      await writeSize(file, openCluster, completeEnd - openCluster.contentAt)
    await file.truncate(completeEnd)
  } finally {
    await file.close()
  }
}

/** Returns the offset up to which every element is complete, and the cluster that is open there. */
async function findCompleteEnd(file: FileHandle, size: number) {
  let at = 0
  let completeEnd = 0
  let openCluster: Element | undefined
  while (at < size) {
    const element = await readElement(file, at)
    if (!element) break
    const { id, contentAt, end } = element
    if (id === segment || (id === cluster && (end === undefined || end > size))) {
      if (id === cluster) openCluster = element
      at = contentAt
      continue
    }
    if (end === undefined || end > size) break
    at = end
    completeEnd = end
  }
  return { completeEnd, openCluster }
}

/** RFC 8794: an id of up to four bytes, a size of up to eight. A size with all bits set is unknown. */
async function readElement(file: FileHandle, at: number) {
  const { buffer: head, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, at)
  const idLength = Math.clz32(head[0] ?? 0) - 23
  if (idLength > 4 || idLength + 1 > bytesRead) return undefined
  const sizeLength = Math.clz32(head[idLength] ?? 0) - 23
  if (sizeLength > 8 || idLength + sizeLength > bytesRead) return undefined
  const contentAt = at + idLength + sizeLength
  const size = readSize(head.subarray(idLength, idLength + sizeLength))
  // Undefined if the size is unknown.
  const end = size === undefined ? undefined : contentAt + size
  return { id: head.readUIntBE(0, idLength), sizeAt: at + idLength, contentAt, end }
}

/** Clears the length bit. Eight bytes exceed exact numbers, but no file is that long. */
function readSize(bytes: Uint8Array): number | undefined {
  const lengthBit = 0x80 >> (bytes.length - 1)
  const [first = 0, ...rest] = bytes
  if ((first & (lengthBit - 1)) === lengthBit - 1 && rest.every((byte) => byte === 0xff)) return undefined
  return rest.reduce((number, byte) => number * 256 + byte, first & (lengthBit - 1))
}

/** Uses as many bytes as the old size. */
async function writeSize(file: FileHandle, { sizeAt, contentAt }: Element, size: number): Promise<void> {
  const bytes = Buffer.alloc(contentAt - sizeAt)
  let remaining = size
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    bytes[at] = remaining % 256
    remaining = Math.floor(remaining / 256)
  }
  bytes[0] = (bytes[0] ?? 0) | (0x80 >> (bytes.length - 1))
  await file.write(bytes, 0, bytes.length, sizeAt)
}
