// Drafts on their way to the disk.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '#shared/schemas/draft'
import { createDraftWriter } from './draft-writer'

const draft = (text: string): Draft => ({ text, attachments: [], parameters: null, columns: null })

/** A disk that answers when it is told to. */
function setUp() {
  const written: [string, string | null][] = []
  const told: string[] = []
  let answer: { resolve: () => void; reject: (error: Error) => void }[] = []
  const writer = createDraftWriter({
    write: (key, one) => {
      written.push([key, one?.text ?? null])
      return new Promise<void>((resolve, reject) => answer.push({ resolve, reject }))
    },
    onFailure: (error) => told.push(String(error)),
    onWritten: () => told.push('written'),
  })
  const settle = async (error?: Error) => {
    const open = answer
    answer = []
    for (const { resolve, reject } of open) error ? reject(error) : resolve()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { writer, written, told, settle }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('every keystroke is on its way within 300 ms, also while the typing goes on', async () => {
  const { writer, written } = setUp()
  for (let typed = 1; typed <= 29; typed += 1) {
    writer.note('a', draft('x'.repeat(typed)))
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(written).toEqual([['a', 'x'.repeat(15)]])
})

test('a newer text is never overtaken by an older one: it waits until that is written', async () => {
  const { writer, written, settle } = setUp()
  writer.note('a', draft('first'))
  await vi.advanceTimersByTimeAsync(150)
  writer.note('a', draft('second'))
  writer.note('a', draft('third'))
  writer.note('b', null)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(written).toEqual([['a', 'first']])
  await settle()
  await settle()
  expect(written).toEqual([
    ['a', 'first'],
    ['a', 'third'],
    ['b', null],
  ])
})

test('what could not be written is told and written later, unless something newer is there', async () => {
  const { writer, written, told, settle } = setUp()
  writer.note('a', draft('old'))
  writer.note('b', draft('kept'))
  await vi.advanceTimersByTimeAsync(150)
  await settle(new Error('disk full'))
  writer.note('a', draft('new'))
  await vi.advanceTimersByTimeAsync(5_000)
  await settle()
  await settle()
  expect(written).toEqual([
    ['a', 'old'],
    ['b', 'kept'],
    ['a', 'new'],
  ])
  expect(told).toEqual(['Error: disk full', 'written', 'written'])
})

test('a page that goes sends all that waits at once', async () => {
  const { writer, written } = setUp()
  writer.note('a', draft('1'))
  await vi.advanceTimersByTimeAsync(150)
  writer.note('a', draft('2'))
  writer.note('b', draft('3'))
  writer.flush()
  expect(written).toEqual([
    ['a', '1'],
    ['a', '2'],
    ['b', '3'],
  ])
})
