import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Draft } from '#shared/schemas/draft'
import { createDraftSaver, createPersistedDrafts } from './persisted-drafts'

const draft = (text: string): Draft => ({ text, attachments: [], parameters: null, columns: null })

/** A disk that responds when the test says so. */
function setUp() {
  const saved: [string, string | null][] = []
  const events: string[] = []
  let responses: { resolve: () => void; reject: (error: Error) => void }[] = []
  const saver = createDraftSaver<Draft>({
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

test('every keystroke is being saved within 300 ms, also while typing continues', async () => {
  const { saver, saved } = setUp()
  for (let typed = 1; typed <= 29; typed += 1) {
    saver.add('a', draft('x'.repeat(typed)))
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(saved).toEqual([['a', 'x'.repeat(15)]])
})

test('an older text never overtakes a newer one, which waits until it is saved', async () => {
  const { saver, saved, settle } = setUp()
  saver.add('a', draft('first'))
  await vi.advanceTimersByTimeAsync(150)
  saver.add('a', draft('second'))
  saver.add('a', draft('third'))
  saver.add('b', null)
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

test('a draft that could not be saved is reported and saved later, unless a newer one is pending', async () => {
  const { saver, saved, events, settle } = setUp()
  saver.add('a', draft('old'))
  saver.add('b', draft('kept'))
  await vi.advanceTimersByTimeAsync(150)
  await settle(new Error('disk full'))
  saver.add('a', draft('new'))
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

test('a page that closes saves all pending drafts at once', async () => {
  const { saver, saved } = setUp()
  saver.add('a', draft('1'))
  await vi.advanceTimersByTimeAsync(150)
  saver.add('a', draft('2'))
  saver.add('b', draft('3'))
  saver.flush()
  expect(saved).toEqual([
    ['a', '1'],
    ['a', '2'],
    ['b', '3'],
  ])
})

/** A store of texts by key; the test decides when they are loaded. */
function openTexts(options: { readonly savesOnlyAfterLoading?: boolean } = {}) {
  vi.stubGlobal('window', new EventTarget())
  const saved: [string, string | null][] = []
  const { promise, resolve, reject } = createPromise<Readonly<Record<string, string>>>()
  type Texts = { readonly texts: Readonly<Record<string, string>> }
  const { useStore, open } = createPersistedDrafts<Texts, string>({
    initial: { texts: {} },
    load: async () => {
      const loaded = await promise
      return ({ texts }) => ({ texts: { ...loaded, ...texts } })
    },
    listChanges: (before, after) =>
      Object.entries(after.texts).filter(([key, text]) => before.texts[key] !== text),
    save: async (key, text) => void saved.push([key, text]),
    ...options,
  })
  const type = (key: string, text: string) =>
    useStore.setState(({ texts }) => ({ texts: { ...texts, [key]: text } }))
  return { useStore, open, type, saved, load: resolve, fail: reject }
}

function createPromise<Value>() {
  let resolve: (value: Value) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}

describe('persisted drafts', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test('save what changes, and never what was only loaded', async () => {
    const { useStore, open, type, saved, load } = openTexts()
    const opened = open()
    load({ a: 'loaded', b: 'loaded' })
    await opened
    expect(useStore.getState()).toEqual({
      texts: { a: 'loaded', b: 'loaded' },
      isLoaded: true,
      failure: null,
    })
    type('b', 'typed')
    await vi.advanceTimersByTimeAsync(150)
    expect(saved).toEqual([['b', 'typed']])
  })

  test('save what is typed before the response comes, which wins over what was saved', async () => {
    const { useStore, open, type, saved, load } = openTexts()
    const opened = open()
    type('a', 'typed')
    await vi.advanceTimersByTimeAsync(150)
    expect(saved).toEqual([['a', 'typed']])
    load({ a: 'loaded', b: 'loaded' })
    await opened
    await vi.advanceTimersByTimeAsync(1_000)
    expect(useStore.getState().texts).toEqual({ a: 'typed', b: 'loaded' })
    expect(saved).toHaveLength(1)
  })

  test('a form saves nothing before it is loaded', async () => {
    const { open, type, saved, load } = openTexts({ savesOnlyAfterLoading: true })
    const opened = open()
    type('a', 'typed')
    await vi.advanceTimersByTimeAsync(1_000)
    load({})
    await opened
    expect(saved).toEqual([])
    type('a', 'again')
    await vi.advanceTimersByTimeAsync(150)
    expect(saved).toEqual([['a', 'again']])
  })

  test('a page that closes saves what is pending', async () => {
    const { open, type, saved } = openTexts()
    void open()
    type('a', 'typed')
    window.dispatchEvent(new Event('pagehide'))
    expect(saved).toEqual([['a', 'typed']])
  })

  test('report that loading failed, and continue to save', async () => {
    const { useStore, open, type, saved, fail } = openTexts()
    const opened = open()
    fail(new Error('disk broken'))
    await opened
    expect(useStore.getState()).toMatchObject({ isLoaded: false, failure: 'disk broken' })
    type('a', 'typed')
    await vi.advanceTimersByTimeAsync(150)
    expect(saved).toEqual([['a', 'typed']])
  })
})
