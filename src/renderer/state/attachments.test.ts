// Uploads of files into drafts, while others are stuck or their prompt is sent.
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { attachFiles, clearSent, rejectFile, useAttachments } from './attachments'
import { useDrafts } from './draft-store'
import { readDraft } from './drafts'

const empty = { text: '', attachments: [], parameters: null, columns: null }
/** By the name of the file: ends its upload. */
const uploads = new Map<string, () => void>()
const started = new Map<string, () => void>()
const untilStarted = (name: string) =>
  new Promise<void>((resolve) => (uploads.has(name) ? resolve() : started.set(name, resolve)))

vi.stubGlobal('fetch', async (url: string) => {
  const name = new URL(url).searchParams.get('name') ?? ''
  await new Promise<void>((resolve) => {
    uploads.set(name, resolve)
    started.get(name)?.()
  })
  return Response.json({ media: name, mimeType: 'text/plain', name, bytes: 1 })
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => useDrafts.setState({ drafts: {} }))

const file = (name: string) => new File(['x'], name)
const namesOf = (key: string) => readDraft(key).attachments.map((one) => one.kind === 'file' && one.name)

test('an upload that is stuck delays the files of its own chat only', async () => {
  void attachFiles('a', [file('stuck'), file('next')])
  const attached = attachFiles('b', [file('other')])
  await untilStarted('other')
  uploads.get('other')?.()
  await attached
  expect([namesOf('a'), namesOf('b'), uploads.has('next')]).toEqual([[], ['other'], false])
})

test('a file added while the first prompt is sent follows it, and old rejections end', async () => {
  rejectFile('new', '“a.docx” is not supported.')
  const attached = attachFiles('new', [file('late')])
  rejectFile('new', '“b.docx” is not supported.')
  await untilStarted('late')
  clearSent('new', empty, 'c')
  uploads.get('late')?.()
  await attached
  expect([namesOf('new'), namesOf('c'), useAttachments.getState().rejections]).toEqual([[], ['late'], {}])
})
