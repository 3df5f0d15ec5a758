// Checks range requests of players and download managers, and canceled streams.
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { readFileChunks } from '#workspace/media/media-file'
import { readRange, toPulledStream } from './file-response'

test.each([
  [null, undefined],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=20-10', undefined],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
])('parses the range %s of 100 bytes as %o', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected)
})

const folder = mkdtempSync(join(tmpdir(), 'gen-playground-stream-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Large enough for two chunks of 64 KiB. */
const path = join(folder, 'file')
const bytes = Buffer.alloc(100_000, 7)
writeFileSync(path, bytes)

const open = () => toPulledStream(readFileChunks(path, { start: 0, end: bytes.length - 1 }))

function countOpenFiles(): number {
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path
    } catch {
      return false
    }
  }).length
}

test('streams the bytes of the range and ends', async () => {
  expect(Buffer.from(await new Response(open()).arrayBuffer())).toEqual(bytes)
  const range = toPulledStream(readFileChunks(path, { start: 65_530, end: 65_541 }))
  expect((await new Response(range).arrayBuffer()).byteLength).toBe(12)
})

test('a missing file fails its reader, without an unhandled error', async () => {
  const reader = toPulledStream(readFileChunks(join(folder, 'gone'))).getReader()
  await expect(reader.read()).rejects.toMatchObject({ code: 'ENOENT' })
})

test('canceling the stream of a missing file raises no error', async () => {
  const reader = toPulledStream(readFileChunks(join(folder, 'gone'))).getReader()
  const reading = reader.read()
  await reader.cancel()
  expect((await reading).done).toBe(true)
})

const reads = [0, 1, 2, 3]
const turns = [0, 1, 2, 3, 5, 8, 13]

test.runIf(process.platform === 'linux')(
  'canceling a stream at any time, even twice, raises no error and closes the file',
  async () => {
    const raised: unknown[] = []
    const note = (error: unknown) => raised.push(error)
    process.on('uncaughtException', note)
    process.on('unhandledRejection', note)
    for (const awaited of [true, false]) {
      for (const count of reads) {
        for (const wait of turns) {
          const reader = open().getReader()
          for (let at = 0; at < count; at += 1) {
            const reading = reader.read()
            if (awaited) await reading
          }
          for (let at = 0; at < wait; at += 1) await nextTurn()
          await Promise.all([reader.cancel(), reader.cancel()])
        }
      }
    }
    await expect.poll(countOpenFiles).toBe(0)
    process.off('uncaughtException', note)
    process.off('unhandledRejection', note)
    expect(raised).toEqual([])
  },
)
