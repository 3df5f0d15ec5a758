// Recordings are written while they are made, and survive crashes, gaps and repeated calls.
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { makeFolder, openTestWorkspace } from '../workspace.fixture'
import { audioPath } from './audio.fixture'
import { openAudio } from './open-audio'
import { readAudio } from './read-audio'

const startedAt = new Date(2026, 10, 21, 9, 5).getTime()

async function openRecordings(folder = makeFolder()) {
  const { app } = await openTestWorkspace({ folder, now: () => startedAt })
  const files = () => readdirSync(join(folder, 'recordings'))
  return { ...app.recordings, folder, media: app.media, closeAll: app.close, files }
}

type TestRecordings = Awaited<ReturnType<typeof openRecordings>>

/** As a browser's recorder writes it: without a duration and a seek index. */
const recorded = await readFile(audioPath('recorder.webm'))

async function record(
  { append }: TestRecordings,
  { id, bytes = recorded }: { id: string; bytes?: Buffer },
): Promise<void> {
  for (let at = 0; at < bytes.length; at += 1000) await append(id, at, bytes.subarray(at, at + 1000))
}

test('a finished recording is a seekable file with a duration, named by the second it started', async () => {
  const recordings = await openRecordings()
  const { id } = await recordings.start()
  await record(recordings, { id })
  const saved = await recordings.finish(id)
  const { path, length } = await recordings.media.open(saved.media)
  expect(saved).toEqual({
    media: expect.stringMatching(/^[0-9a-f]{64}$/),
    mimeType: 'audio/webm',
    name: 'Recording 2026-11-21 09.05.00.webm',
    bytes: length,
  })
  expect(await readAudio(path, saved.name)).toMatchObject({
    codec: 'opus',
    extension: 'webm',
    canSendAsIs: true,
  })
  const audio = await openAudio(path, saved.name)
  // The recorder's file has no duration.
  expect(Math.round((await audio.track.getDurationFromMetadata()) ?? 0)).toBe(6)
  audio.close()
  expect((await readFile(path)).includes(Buffer.from('1c53bb6b', 'hex'))).toBe(true)
  expect(recordings.files()).toEqual([])
  expect(await recordings.orphaned()).toEqual([])
})

test('appends bytes in order, rejects a gap with its offset, and accepts repeated bytes', async () => {
  const recordings = await openRecordings()
  const { id } = await recordings.start()
  const [first, second] = [recorded.subarray(0, 500), recorded.subarray(500, 900)]
  await recordings.append(id, 0, first)
  await expect(recordings.append(id, 600, second)).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: 'Expected audio at byte 500, received it at byte 600.',
  })
  await recordings.append(id, 0, first)
  await expect(recordings.append(id, 0, second)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' })
  // Concurrent ones are written in order.
  await Promise.all([
    recordings.append(id, 500, second),
    ...[900, 1000].map((at) => recordings.append(id, at, recorded.subarray(at, at + 100))),
  ])
  const path = join(recordings.folder, 'recordings', `${id}.webm`)
  expect((await readFile(path)).equals(recorded.subarray(0, 1100))).toBe(true)
})

test('the recording of a killed program is orphaned, complete, and can be finished', async () => {
  const program = await bundleProgram(new URL('./killed-recording.fixture.ts', import.meta.url))
  const folder = makeFolder()
  const child = startProgram(program, folder, audioPath('recorder.webm'))
  let written = 0
  child.stdout.on('data', (line: Buffer) => {
    written = Number(line.toString().trim().split('\n').at(-1))
    if (written >= 5000) child.kill('SIGKILL')
  })
  await once(child, 'exit')
  const recordings = await openRecordings(folder)
  const [orphaned] = await recordings.orphaned()
  expect(orphaned?.bytes).toBeGreaterThanOrEqual(written)
  const { media } = await recordings.finish(orphaned?.id ?? '')
  const { seconds } = await readAudio((await recordings.media.open(media)).path, 'left over')
  // Everything except the cut block; the complete recording has 6 seconds.
  expect(seconds / 6).toBeGreaterThan((0.9 * written) / recorded.length)
  expect(await recordings.orphaned()).toEqual([])
}, 60_000)

test('an empty recording is rejected and deleted, and is not orphaned after a crash', async () => {
  const recordings = await openRecordings()
  const { id } = await recordings.start()
  await expect(recordings.finish(id)).rejects.toMatchObject({ message: 'Nothing was recorded.' })
  await recordings.start()
  await recordings.stopAll()
  expect(await recordings.orphaned()).toEqual([])
  expect(recordings.files()).toEqual([])
})

test('stores bytes unchanged if they cannot be made seekable', async () => {
  const recordings = await openRecordings()
  const { id } = await recordings.start()
  const broken = Buffer.concat([recorded.subarray(0, 60), Buffer.alloc(500, 7)])
  await record(recordings, { id, bytes: broken })
  const saved = await recordings.finish(id)
  expect(Buffer.from(await recordings.media.read(saved.media)).equals(broken)).toBe(true)
})

test('the recording of a closed renderer is orphaned, and rejects further bytes', async () => {
  const recordings = await openRecordings()
  const { id } = await recordings.start()
  await record(recordings, { id })
  expect(await recordings.orphaned()).toEqual([])
  await recordings.stopAll()
  expect(await recordings.orphaned()).toEqual([{ id, startedAt, bytes: recorded.length }])
  await expect(recordings.append(id, recorded.length, recorded)).rejects.toMatchObject({
    message: 'This recording has already ended.',
  })
  // A finish that was interrupted leaves it.
  await writeFile(join(recordings.folder, 'recordings', `${id}.webm.ordered`), 'half of it')
  await recordings.discard(id)
  expect([await recordings.orphaned(), recordings.files()]).toEqual([[], []])
  await expect(recordings.finish(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // An id is never a path.
  await expect(recordings.append('../workspace', 0, recorded)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(recordings.discard('../workspace')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('closing stops writing, and the recording is orphaned at the next start', async () => {
  const recordings = await openRecordings()
  const { id } = await recordings.start()
  await record(recordings, { id })
  await recordings.closeAll()
  await expect(recordings.append(id, recorded.length, recorded)).rejects.toMatchObject({
    message: 'The workspace is closed.',
  })
  const reopened = await openRecordings(recordings.folder)
  expect(await reopened.orphaned()).toMatchObject([{ id, bytes: recorded.length }])
  const saved = await reopened.finish(id)
  expect(saved.name).toBe('Recording 2026-11-21 09.05.00.webm')
})

test('a recording that is being finished is not orphaned, and is finished once', async () => {
  const recordings = await openRecordings()
  const { id } = await recordings.start()
  await record(recordings, { id })
  const [saved, again, orphaned, discarded] = await Promise.allSettled([
    recordings.finish(id),
    recordings.finish(id),
    recordings.orphaned(),
    recordings.discard(id),
  ])
  expect([saved.status, again, orphaned, discarded]).toMatchObject([
    'fulfilled',
    { reason: { code: 'NOT_FOUND' } },
    { value: [] },
    { reason: { code: 'NOT_FOUND' } },
  ])
  expect(recordings.files()).toEqual([])
})

test('a recording that just started is not deleted as an empty orphaned one', async () => {
  const recordings = await openRecordings()
  const [{ id }, orphaned] = await Promise.all([
    recordings.start(),
    recordings.orphaned(),
    recordings.orphaned(),
  ])
  await record(recordings, { id })
  expect([orphaned, (await recordings.finish(id)).name]).toEqual([[], 'Recording 2026-11-21 09.05.00.webm'])
})
