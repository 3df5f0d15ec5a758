// What is typed is loaded, saved, and the same in all windows.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { desktop } from '../api/desktop'

type Store = typeof import('./draft-store')

const disk = vi.hoisted(() => ({
  drafts: {} as Record<string, unknown>,
  forms: {} as Record<string, unknown>,
  /** `key: text` of each write. */
  writes: [] as string[],
}))
vi.mock('../api/desktop', () => ({
  desktop: {
    drafts: {
      read: vi.fn(async () => disk.drafts),
      write: async ({ key, draft }: { key: string; draft: { text: string } | null }) => {
        if (draft?.text === 'too long') throw new Error('too long')
        disk.writes.push(`${key}: ${draft?.text}`)
      },
    },
    forms: {
      read: async () => disk.forms,
      write: async ({ name, form }: { name: string; form: { prompt: string } }) =>
        void disk.writes.push(`${name}: ${form.prompt}`),
    },
  },
}))

/** Each window has its own page, and so its own store. */
async function openWindow() {
  vi.resetModules()
  const store: Store = await import('./draft-store')
  const type = (key: string, text: string) =>
    store.setDraft(key, { text, attachments: [], parameters: null, columns: null })
  const textOf = (key: string) => store.useDrafts.getState().drafts[key]?.text
  const form = store.createForm('video', (saved) => ({ prompt: 'default', ...(saved as object) }))
  return { ...store, type, textOf, form }
}

const draft = (text: string) => ({ text, attachments: [], parameters: null, columns: null })
const pass = () => vi.advanceTimersByTimeAsync(150)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  Object.assign(disk, {
    drafts: { a: draft('saved a'), b: draft('saved b') },
    forms: { video: { prompt: 'saved' } },
    writes: [],
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('saves what is typed or removed, and never what was only loaded', async () => {
  const { openDrafts, type, setDraft, form } = await openWindow()
  await openDrafts()
  expect(form.read()).toEqual({ prompt: 'saved' })
  await pass()
  expect(disk.writes).toEqual([])
  type('b', 'typed')
  setDraft('a', null)
  form.change({ prompt: 'A boat' })
  await pass()
  expect(disk.writes.sort()).toEqual(['a: undefined', 'b: typed', 'video: A boat'])
})

test('a prompt typed before loading has finished is saved and stays; a form is replaced by the saved one', async () => {
  const { openDrafts, type, textOf, form } = await openWindow()
  vi.mocked(desktop.drafts.read).mockImplementationOnce(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return disk.drafts as never
  })
  const opened = openDrafts()
  type('a', 'typed')
  form.change({ prompt: 'too early' })
  await pass()
  await vi.advanceTimersByTimeAsync(1_000)
  await opened
  expect([textOf('a'), textOf('b'), form.read().prompt]).toEqual(['typed', 'saved b', 'saved'])
  await pass()
  expect(disk.writes).toEqual(['a: typed'])
})

test('shows what another window types, saves it only there, and saves nothing older over it', async () => {
  const here = await openWindow()
  await here.openDrafts()
  const there = await openWindow()
  await there.openDrafts()
  there.type('a', 'typed there')
  there.form.change({ prompt: 'changed there' })
  await vi.waitFor(() => expect(here.form.read().prompt).toBe('changed there'))
  expect(here.textOf('a')).toBe('typed there')
  await pass()
  expect(disk.writes).toEqual(['a: typed there', 'video: changed there'])
  // Not saved yet when the newer text arrives.
  here.type('a', 'older')
  new BroadcastChannel('drafts').postMessage({ kind: 'draft', key: 'a', draft: draft('newer') })
  await vi.waitFor(() => expect(here.textOf('a')).toBe('newer'))
  await pass()
  expect(disk.writes.slice(2)).toEqual(['a: newer'])
})

test('saves pending texts if the page closes', async () => {
  const { openDrafts, type } = await openWindow()
  void openDrafts()
  type('a', 'typed')
  window.dispatchEvent(new Event('pagehide'))
  expect(disk.writes).toEqual(['a: typed'])
})

test('reports that loading failed, continues to save, and can be opened again', async () => {
  const { openDrafts, type, useDrafts } = await openWindow()
  vi.mocked(desktop.drafts.read).mockRejectedValueOnce(new Error('disk broken'))
  await openDrafts()
  expect(useDrafts.getState()).toMatchObject({ isLoaded: false, failure: 'disk broken' })
  type('a', 'typed')
  await pass()
  expect(disk.writes).toEqual(['a: typed'])
  await openDrafts()
  expect(useDrafts.getState()).toMatchObject({ isLoaded: true, failure: null })
})

test('says why a draft is not saved until it is, whatever else is saved meanwhile', async () => {
  const { openDrafts, type, form, useDrafts } = await openWindow()
  await openDrafts()
  type('a', 'too long')
  form.change({ prompt: 'A boat' })
  await pass()
  expect(disk.writes).toEqual(['video: A boat'])
  expect(useDrafts.getState().failure).toBe('too long')
  type('a', 'shorter')
  await pass()
  expect(useDrafts.getState().failure).toBeNull()
})

test('a form keeps its identity until it changes, whoever changes it', async () => {
  const { openDrafts, form } = await openWindow()
  await openDrafts()
  expect(form.read()).toBe(form.read())
  const written = { prompt: 'A boat' }
  form.write(written)
  expect(form.read()).toBe(written)
})
