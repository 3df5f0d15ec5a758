// Writing the pieces of a recording to disk.
import { expect, test } from 'vitest'
import { createRecordingWriter, type WriteProgress } from './recording-writer'

const bytes = (length: number) => new ArrayBuffer(length)

function set(failures: number) {
  const writes: string[] = []
  const reported: WriteProgress[] = []
  const pauses: number[] = []
  let left = failures
  const writer = createRecordingWriter({
    write: async (offset, piece) => {
      if (left-- > 0) throw new Error('disk full')
      writes.push(`${offset}+${piece.byteLength}`)
    },
    wait: async (milliseconds) => void pauses.push(milliseconds),
    onProgress: (progress) => reported.push(progress),
  })
  return { writer, writes, reported, pauses }
}

test('pieces are written in the order of recording, even if an earlier one resolves later', async () => {
  const { writer, writes, reported } = set(0)
  let resolveFirst = (_: ArrayBuffer) => {}
  writer.add(new Promise((resolve) => (resolveFirst = resolve)))
  writer.add(Promise.resolve(bytes(5)))
  writer.add(Promise.resolve(bytes(0)))
  writer.add(Promise.resolve(bytes(2)))
  resolveFirst(bytes(10))
  await writer.flush()
  expect(writes).toEqual(['0+10', '10+5', '15+2'])
  expect(reported.at(-1)).toEqual({ written: 17, problem: null })
})

test('a failed piece is retried at the same offset, and the problem is reported until then', async () => {
  const { writer, writes, reported, pauses } = set(5)
  writer.add(Promise.resolve(bytes(10)))
  writer.add(Promise.resolve(bytes(5)))
  await writer.flush()
  expect(writes).toEqual(['0+10', '10+5'])
  expect(pauses).toEqual([500, 1000, 2000, 4000, 5000])
  expect(reported.map(({ problem }) => problem !== null)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})

test('giveUp stops retrying', async () => {
  const { writer, writes } = set(1)
  writer.add(Promise.resolve(bytes(10)))
  writer.giveUp()
  await writer.flush()
  expect(writes).toEqual([])
})
