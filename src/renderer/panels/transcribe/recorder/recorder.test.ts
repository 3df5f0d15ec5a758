// The microphone, and writing the pieces of a recording to disk.
import { expect, test } from 'vitest'
import { createRecordingWriter, toMeterLevel, toMicrophones, type WriteProgress } from './recorder'

test('the level of the microphone is proportional to decibels', () => {
  const square = (amplitude: number) =>
    Array.from({ length: 64 }, (_, at) => (at % 2 ? amplitude : -amplitude))
  const levels = [0, 0.001, 10 ** -1.5, 1, 4].map((amplitude) => toMeterLevel(square(amplitude)))
  expect(levels).toEqual([0, expect.closeTo(0, 6), expect.closeTo(0.5, 6), 1, 1])
})

test('each microphone is listed once, also before its name may be read', () => {
  const device = (kind: MediaDeviceKind, deviceId: string, label: string) => ({ kind, deviceId, label })
  expect(
    toMicrophones([
      device('audioinput', 'default', 'Default - Desk'),
      device('audioinput', 'a', 'Desk'),
      device('audioinput', 'b', ''),
      device('videoinput', 'c', 'Camera'),
    ]),
  ).toEqual([
    { deviceId: 'a', name: 'Desk' },
    { deviceId: 'b', name: 'Microphone 2' },
  ])
})

const bytes = (length: number) => new ArrayBuffer(length)

function openWriter(failures: number) {
  const writes: string[] = []
  const reported: WriteProgress[] = []
  let left = failures
  const writer = createRecordingWriter({
    write: async (offset, piece) => {
      if (left-- > 0) throw new Error('disk full')
      writes.push(`${offset}+${piece.byteLength}`)
    },
    wait: async () => {},
    onProgress: (progress) => reported.push(progress),
  })
  return { writer, writes, reported }
}

test('pieces are written in the order of recording, even if one cannot be read at first', async () => {
  const { writer, writes, reported } = openWriter(0)
  let failures = 2
  writer.add(async () => {
    if (failures-- > 0) throw new Error('NotReadableError')
    return bytes(10)
  })
  for (const length of [5, 0, 2]) writer.add(async () => bytes(length))
  await writer.flush()
  expect(writes).toEqual(['0+10', '10+5', '15+2'])
  expect(reported.map(({ problem }) => problem !== null)).toEqual([true, true, false, false, false])
})

test('a failed piece is retried at the same offset, and the problem is reported until then', async () => {
  const { writer, writes, reported } = openWriter(5)
  for (const length of [10, 5]) writer.add(async () => bytes(length))
  await writer.flush()
  expect(writes).toEqual(['0+10', '10+5'])
  expect(reported.map(({ problem }) => problem !== null)).toEqual([...Array(5).fill(true), false, false])
})

test('giveUp stops retrying', async () => {
  const { writer, writes } = openWriter(1)
  writer.add(async () => bytes(10))
  writer.giveUp()
  await writer.flush()
  expect(writes).toEqual([])
})
