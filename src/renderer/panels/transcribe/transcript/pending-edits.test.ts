// Saving edits: none lost, none out of order, none written more often than necessary.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEditWriter } from './pending-edits'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const calls: { text: string; answer: (kept: boolean) => void }[] = []
  const told: unknown[] = []
  const writer = createEditWriter<string>({
    write: (_key, text) =>
      new Promise((resolve, reject) => {
        calls.push({
          text,
          answer: (kept) => (kept ? resolve(`kept ${text}`) : reject(new Error('disk full'))),
        })
      }),
    onSaved: (_key, kept, isNewest) => told.push([kept, isNewest]),
    onFailure: (_key, error) => told.push(String(error)),
  })
  return { calls, told, writer, listTexts: () => calls.map(({ text }) => text) }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('edits in quick succession are written once, after a pause, and read only then', async () => {
  const { writer, calls, told, listTexts } = open()
  let reads = 0
  for (const text of ['a', 'ab', 'abc']) {
    writer.note('one', () => {
      reads += 1
      return text
    })
    await pass(100)
  }
  expect(listTexts()).toEqual([])
  await pass(400)
  expect({ reads, texts: listTexts() }).toEqual({ reads: 1, texts: ['abc'] })
  calls[0]?.answer(true)
  await pass(0)
  expect({ told, unkept: writer.readUnkept('one') }).toEqual({
    told: [['kept abc', true]],
    unkept: undefined,
  })
})

test('typing without a pause is written at regular intervals', async () => {
  const { writer, listTexts } = open()
  for (let typed = 0; typed < 24; typed += 1) {
    writer.note('one', () => `${typed}`)
    await pass(100)
  }
  expect(listTexts()).toEqual(['19'])
})

test('a newer text waits until the older one is written', async () => {
  const { writer, calls, told, listTexts } = open()
  writer.note('one', () => 'old')
  await pass(400)
  writer.note('one', () => 'new')
  await pass(1000)
  expect({ texts: listTexts(), unkept: writer.readUnkept('one') }).toEqual({ texts: ['old'], unkept: 'new' })
  calls[0]?.answer(true)
  await pass(0)
  expect({ texts: listTexts(), told }).toEqual({ texts: ['old', 'new'], told: [['kept old', false]] })
})

test('a failed write is reported and retried, unless there is a newer text', async () => {
  const { writer, calls, told, listTexts } = open()
  writer.note('one', () => 'a')
  await pass(400)
  calls[0]?.answer(false)
  await pass(0)
  expect({ told, unkept: writer.readUnkept('one') }).toEqual({ told: ['Error: disk full'], unkept: 'a' })
  await pass(5000)
  expect(listTexts()).toEqual(['a', 'a'])
  writer.note('one', () => 'b')
  calls[1]?.answer(false)
  await pass(5000)
  expect(listTexts()).toEqual(['a', 'a', 'b'])
})

test('release reads the text before its editor is closed, and writes it immediately', async () => {
  const { writer, listTexts } = open()
  let text = 'typed'
  writer.note('one', () => text)
  writer.release('one')
  text = 'gone'
  await pass(0)
  expect(listTexts()).toEqual(['typed'])
  writer.release('two')
  await pass(1000)
  expect(listTexts()).toEqual(['typed'])
})

test('settle writes after a running write, and resolves to whether everything is on disk', async () => {
  const { writer, calls, listTexts } = open()
  expect(await writer.settle('one')).toBe(true)
  writer.note('one', () => 'a')
  const first = writer.settle('one')
  writer.note('one', () => 'b')
  const second = writer.settle('one')
  await pass(0)
  calls[0]?.answer(true)
  await pass(0)
  calls[1]?.answer(true)
  expect(await Promise.all([first, second])).toEqual([true, true])
  writer.note('one', () => 'c')
  const third = writer.settle('one')
  await pass(0)
  calls[2]?.answer(false)
  expect({ third: await third, texts: listTexts() }).toEqual({ third: false, texts: ['a', 'b', 'c'] })
})

test('flush sends everything immediately', async () => {
  const { writer, listTexts } = open()
  writer.note('one', () => 'a')
  writer.note('two', () => 'b')
  writer.flush()
  expect(listTexts()).toEqual(['a', 'b'])
  await pass(3000)
  expect(listTexts()).toEqual(['a', 'b'])
})
