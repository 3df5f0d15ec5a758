import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPersistedDrafts } from './persisted-drafts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store of texts by key; the test decides when they are loaded. */
function openTexts({
  name = `texts ${Math.random()}`,
  ...options
}: {
  readonly savesOnlyAfterLoading?: boolean
  readonly name?: string
} = {}) {
  vi.stubGlobal('window', new EventTarget())
  const saved: [string, string | null][] = []
  type Texts = { readonly texts: Readonly<Record<string, string>> }
  let load = (_: Texts['texts']) => {}
  let fail = (_: Error) => {}
  const loading = new Promise<Texts['texts']>((resolve, reject) => {
    load = resolve
    fail = reject
  })
  const { useStore, open } = createPersistedDrafts<Texts, string>({
    initial: { texts: {} },
    load: async () => {
      const loaded = await loading
      return ({ texts }) => ({ texts: { ...loaded, ...texts } })
    },
    listChanges: (before, after) =>
      Object.entries(after.texts).filter(([key, text]) => before.texts[key] !== text),
    save: async (key, text) => void saved.push([key, text]),
    share: {
      name,
      apply: ({ texts }, key, text) => ({ texts: { ...texts, [key]: text ?? '' } }),
    },
    ...options,
  })
  const type = (key: string, text: string) =>
    useStore.setState(({ texts }) => ({ texts: { ...texts, [key]: text } }))
  return { useStore, open, type, saved, load, fail }
}

describe('persisted drafts', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test('saves changed texts, and never texts that were only loaded', async () => {
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

  test('shows what another window types, saves it only there, and saves nothing older over it', async () => {
    const [here, other] = [openTexts({ name: 'shared' }), openTexts({ name: 'shared' })]
    for (const { open, load } of [here, other]) {
      load({ a: 'loaded' })
      await open()
    }
    const receive = (text: string) => vi.waitFor(() => expect(here.useStore.getState().texts.a).toBe(text))
    other.type('a', 'typed there')
    await receive('typed there')
    await vi.advanceTimersByTimeAsync(150)
    expect([here.saved, other.saved]).toEqual([[], [['a', 'typed there']]])
    // Not saved yet when the newer text arrives.
    here.type('a', 'older')
    other.type('a', 'newer')
    await receive('newer')
    await vi.advanceTimersByTimeAsync(150)
    expect(here.saved).toEqual([['a', 'newer']])
    here.type('a', 'typed here')
    await vi.waitFor(() => expect(other.useStore.getState().texts.a).toBe('typed here'))
  })

  test('saves text typed before loading has finished, which replaces the saved text', async () => {
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

  test('saves pending texts if the page closes', async () => {
    const { open, type, saved } = openTexts()
    void open()
    type('a', 'typed')
    window.dispatchEvent(new Event('pagehide'))
    expect(saved).toEqual([['a', 'typed']])
  })

  test('reports that loading failed, and continues to save', async () => {
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
