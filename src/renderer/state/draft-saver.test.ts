// Saving drafts: none is lost, none is out of order, none is written more often than necessary.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '#shared/schemas/draft'
import { createDraftSaver } from './draft-saver'

const draft = (text: string): Draft => ({ text, attachments: [], parameters: null, columns: null })

/** A disk that responds when the test resolves its promises. */
function setUp() {
  const saved: [string, string | null][] = []
  const events: string[] = []
  let responses: { resolve: () => void; reject: (error: Error) => void }[] = []
  const saver = createDraftSaver<Draft | null>({
    save: (key, one) => {
      saved.push([key, one?.text ?? null])
      return new Promise<void>((resolve, reject) => responses.push({ resolve, reject }))
    },
    onFailure: (error) => events.push(String(error)),
    onSaved: () => events.push('saved'),
  })
  const settle = async (error?: Error) => {
    const open = responses
    responses = []
    for (const { resolve, reject } of open) error ? reject(error) : resolve()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { saver, saved, events, settle }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('saves every keystroke within 300 ms, even while typing continues', async () => {
  const { saver, saved } = setUp()
  for (let typed = 1; typed <= 29; typed += 1) {
    saver.add('a', () => draft('x'.repeat(typed)))
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(saved).toEqual([['a', 'x'.repeat(15)]])
})

test('saves a newer text only after the older one', async () => {
  const { saver, saved, settle } = setUp()
  saver.add('a', () => draft('first'))
  await vi.advanceTimersByTimeAsync(150)
  saver.add('a', () => draft('second'))
  saver.add('a', () => draft('third'))
  saver.add('b', () => null)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saved).toEqual([['a', 'first']])
  await settle()
  await settle()
  expect(saved).toEqual([
    ['a', 'first'],
    ['a', 'third'],
    ['b', null],
  ])
})

test('reports a failure and saves the draft later, unless a newer one is pending', async () => {
  const { saver, saved, events, settle } = setUp()
  saver.add('a', () => draft('old'))
  saver.add('b', () => draft('kept'))
  await vi.advanceTimersByTimeAsync(150)
  await settle(new Error('disk full'))
  saver.add('a', () => draft('new'))
  await vi.advanceTimersByTimeAsync(5_000)
  await settle()
  await settle()
  expect(saved).toEqual([
    ['a', 'old'],
    ['b', 'kept'],
    ['a', 'new'],
  ])
  expect(events).toEqual(['Error: disk full', 'saved', 'saved'])
})

test('saves all pending drafts immediately if the page closes', async () => {
  const { saver, saved } = setUp()
  saver.add('a', () => draft('1'))
  await vi.advanceTimersByTimeAsync(150)
  saver.add('a', () => draft('2'))
  saver.add('b', () => draft('3'))
  saver.flush()
  expect(saved).toEqual([
    ['a', '1'],
    ['a', '2'],
    ['b', '3'],
  ])
})

/** Saving with a longer delay; each call has its own response. */
function openTexts() {
  const calls: { text: string; answer: (isSaved: boolean) => void }[] = []
  const reported: unknown[] = []
  const saver = createDraftSaver<string, string>({
    save: (_key, text) =>
      new Promise((resolve, reject) => {
        const answer = (isSaved: boolean) =>
          isSaved ? resolve(`saved ${text}`) : reject(new Error('disk full'))
        calls.push({ text, answer })
      }),
    onSaved: (saved, isNewest) => reported.push([saved, isNewest]),
    onFailure: (error) => reported.push(String(error)),
    delayMs: 400,
    maxDelayMs: 2000,
  })
  return { calls, reported, saver, listTexts: () => calls.map(({ text }) => text) }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('reads and writes quick edits once, after a pause', async () => {
  const { saver, calls, reported, listTexts } = openTexts()
  let reads = 0
  for (const text of ['a', 'ab', 'abc']) {
    saver.add('one', () => {
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
  expect({ reported, unsaved: saver.readUnsaved('one') }).toEqual({
    reported: [['saved abc', true]],
    unsaved: undefined,
  })
})

test('writes at regular intervals while typing continues', async () => {
  const { saver, listTexts } = openTexts()
  for (let typed = 0; typed < 24; typed += 1) {
    saver.add('one', () => `${typed}`)
    await pass(100)
  }
  expect(listTexts()).toEqual(['19'])
})

test('writes a newer text only after the older one', async () => {
  const { saver, calls, reported, listTexts } = openTexts()
  saver.add('one', () => 'old')
  await pass(400)
  saver.add('one', () => 'new')
  await pass(1000)
  expect({ texts: listTexts(), unsaved: saver.readUnsaved('one') }).toEqual({
    texts: ['old'],
    unsaved: 'new',
  })
  calls[0]?.answer(true)
  await pass(0)
  expect({ texts: listTexts(), reported }).toEqual({
    texts: ['old', 'new'],
    reported: [['saved old', false]],
  })
})

test('reports and retries a failed write, unless there is a newer text', async () => {
  const { saver, calls, reported, listTexts } = openTexts()
  saver.add('one', () => 'a')
  await pass(400)
  calls[0]?.answer(false)
  await pass(0)
  expect({ reported, unsaved: saver.readUnsaved('one') }).toEqual({
    reported: ['Error: disk full'],
    unsaved: 'a',
  })
  await pass(5000)
  expect(listTexts()).toEqual(['a', 'a'])
  saver.add('one', () => 'b')
  calls[1]?.answer(false)
  await pass(5000)
  expect(listTexts()).toEqual(['a', 'a', 'b'])
})

test('settle reads the text before its editor closes, and saves it immediately', async () => {
  const { saver, listTexts } = openTexts()
  let text = 'typed'
  saver.add('one', () => text)
  void saver.settle()
  text = 'gone'
  await pass(0)
  expect(listTexts()).toEqual(['typed'])
  void saver.settle()
  await pass(1000)
  expect(listTexts()).toEqual(['typed'])
})

test('settle writes after a running write, and resolves to whether everything is on disk', async () => {
  const { saver, calls, listTexts } = openTexts()
  expect(await saver.settle()).toBe(true)
  saver.add('one', () => 'a')
  const first = saver.settle()
  saver.add('one', () => 'b')
  const second = saver.settle()
  await pass(0)
  calls[0]?.answer(true)
  await pass(0)
  calls[1]?.answer(true)
  expect(await Promise.all([first, second])).toEqual([true, true])
  saver.add('one', () => 'c')
  const third = saver.settle()
  await pass(0)
  calls[2]?.answer(false)
  expect({ third: await third, texts: listTexts() }).toEqual({ third: false, texts: ['a', 'b', 'c'] })
})

test('flush sends everything immediately', async () => {
  const { saver, listTexts } = openTexts()
  saver.add('one', () => 'a')
  saver.add('two', () => 'b')
  saver.flush()
  expect(listTexts()).toEqual(['a', 'b'])
  await pass(3000)
  expect(listTexts()).toEqual(['a', 'b'])
})
