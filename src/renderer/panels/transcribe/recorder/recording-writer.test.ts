// Writing the pieces of a recording to disk.
import { expect, test } from 'vitest'
import { createRecordingWriter, type WriteProgress } from './recording-writer'

const bytes = (length: number) => new ArrayBuffer(length)

function set(failures: number) {
  const writes: string[] = []
  const told: WriteProgress[] = []
  const pauses: number[] = []
  let left = failures
  const writer = createRecordingWriter({
    write: async (offset, piece) => {
      if (left-- > 0) throw new Error('disk full')
      writes.push(`${offset}+${piece.byteLength}`)
    },
    wait: async (milliseconds) => void pauses.push(milliseconds),
    onProgress: (progress) => told.push(progress),
  })
  return { writer, writes, told, pauses }
}

test('pieces are written in the order of recording, even if an earlier one resolves later', async () => {
  const { writer, writes, told } = set(0)
  let come = (_: ArrayBuffer) => {}
  writer.add(new Promise((resolve) => (come = resolve)))
  writer.add(Promise.resolve(bytes(5)))
  writer.add(Promise.resolve(bytes(0)))
  writer.add(Promise.resolve(bytes(2)))
  come(bytes(10))
  await writer.flush()
  expect(writes).toEqual(['0+10', '10+5', '15+2'])
  expect(told.at(-1)).toEqual({ written: 17, waiting: 0, problem: null })
})

test('a failed piece is retried at the same offset, and the problem is reported until then', async () => {
  const { writer, writes, told, pauses } = set(5)
  writer.add(Promise.resolve(bytes(10)))
  writer.add(Promise.resolve(bytes(5)))
  await writer.flush()
  expect(writes).toEqual(['0+10', '10+5'])
  expect(pauses).toEqual([500, 1000, 2000, 4000, 5000])
  expect(told.map(({ problem }) => problem !== null)).toEqual([true, true, true, true, true, false, false])
})

test('giveUp stops retrying', async () => {
  const { writer, writes } = set(1)
  writer.add(Promise.resolve(bytes(10)))
  writer.giveUp()
  await writer.flush()
  expect(writes).toEqual([])
})
