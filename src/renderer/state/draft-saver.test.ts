// Saving drafts: none is lost, none is out of order, none is written more often than necessary.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftSaver } from './draft-saver'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** A disk that responds to each call when the test says so. */
function openSaver() {
  const calls: { key: string; text: string; answer: (isSaved: boolean) => void }[] = []
  const reported: unknown[] = []
  const saver = createDraftSaver<string, string>({
    save: (key, text) =>
      new Promise((resolve, reject) => {
        const answer = (isSaved: boolean) =>
          isSaved ? resolve(`saved ${text}`) : reject(new Error('disk full'))
        calls.push({ key, text, answer })
      }),
    onSaved: (saved, isNewest) => reported.push([saved, isNewest]),
    onFailure: (error) => reported.push(String(error)),
    delayMs: 400,
    maxDelayMs: 2000,
  })
  return { calls, reported, saver, listTexts: () => calls.map(({ text }) => text) }
}

test('reads and writes quick edits once, after a pause', async () => {
  const { saver, calls, reported, listTexts } = openSaver()
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
  expect([reported, saver.readUnsaved('one')]).toEqual([[['saved abc', true]], undefined])
})

test('writes at regular intervals while typing continues', async () => {
  const { saver, listTexts } = openSaver()
  for (let typed = 0; typed < 24; typed += 1) {
    saver.add('one', () => `${typed}`)
    await pass(100)
  }
  expect(listTexts()).toEqual(['19'])
})

test('writes a newer text only after the older one', async () => {
  const { saver, calls, reported, listTexts } = openSaver()
  saver.add('one', () => 'old')
  await pass(400)
  saver.add('one', () => 'newer')
  saver.add('one', () => 'newest')
  await pass(1000)
  expect([listTexts(), saver.readUnsaved('one')]).toEqual([['old'], 'newest'])
  calls[0]?.answer(true)
  await pass(0)
  expect([listTexts(), reported]).toEqual([['old', 'newest'], [['saved old', false]]])
})

test('reports and retries a failed write, unless there is a newer text', async () => {
  const { saver, calls, reported, listTexts } = openSaver()
  saver.add('one', () => 'a')
  await pass(400)
  calls[0]?.answer(false)
  await pass(0)
  expect([reported, saver.readUnsaved('one')]).toEqual([['Error: disk full'], 'a'])
  await pass(5000)
  expect(listTexts()).toEqual(['a', 'a'])
  saver.add('one', () => 'b')
  calls[1]?.answer(false)
  await pass(5000)
  expect(listTexts()).toEqual(['a', 'a', 'b'])
})

test('settle reads the text before its editor closes, and saves it immediately and once', async () => {
  const { saver, listTexts } = openSaver()
  let text = 'typed'
  saver.add('one', () => text)
  void saver.settle()
  text = 'gone'
  await pass(0)
  void saver.settle()
  await pass(1000)
  expect(listTexts()).toEqual(['typed'])
})

test('settle writes after a running write, and resolves to whether everything is on disk', async () => {
  const { saver, calls, listTexts } = openSaver()
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
  expect([await third, listTexts()]).toEqual([false, ['a', 'b', 'c']])
})

test('flush writes everything immediately and once, even during a write', async () => {
  const { saver, calls } = openSaver()
  saver.add('one', () => 'old')
  await pass(400)
  saver.add('one', () => 'new')
  saver.add('two', () => 'b')
  saver.flush()
  const written = ['one old', 'one new', 'two b']
  expect(calls.map(({ key, text }) => `${key} ${text}`)).toEqual(written)
  await pass(3000)
  expect(calls).toHaveLength(written.length)
})

test('writes the newest text of a draft that is changed while another one is written', async () => {
  const { saver, calls, listTexts } = openSaver()
  saver.add('one', () => 'first')
  saver.add('other', () => 'old')
  await pass(400)
  saver.add('other', () => 'newest')
  calls[0]?.answer(true)
  await pass(0)
  expect(saver.readUnsaved('other')).toBe('newest')
  calls[1]?.answer(true)
  await pass(400)
  expect(listTexts()).toEqual(['first', 'newest'])
})

test('a draft that cannot be written does not delay the others', async () => {
  const { saver, calls, listTexts } = openSaver()
  saver.add('one', () => 'invalid')
  saver.add('other', () => 'valid')
  await pass(400)
  calls[0]?.answer(false)
  await pass(0)
  expect(listTexts()).toEqual(['invalid', 'valid'])
  calls[1]?.answer(true)
  await pass(0)
  expect([saver.readUnsaved('one'), saver.readUnsaved('other')]).toEqual(['invalid', undefined])
})
