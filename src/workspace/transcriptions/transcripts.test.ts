// Editing, restoring and exporting transcripts, and their files in the Library.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { encodeLoudness } from '#shared/audio/loudness'
import { listComplete } from '../library/library.fixture'
import { openTestWorkspace } from '../workspace.fixture'
import { addAudio, waitForState } from './transcriptions.fixture'

/** Makes a transcript, with a controlled clock. */
async function transcribe(text = 'The first words.', seconds = 3) {
  const clock = { now: 1_000_000 }
  const workspace = await openTestWorkspace({ now: () => clock.now })
  const id = await addAudio(workspace.app, 'talk.wav', seconds)
  await (await workspace.service.next()).sendTranscript(text)
  await waitForState(workspace.app, id, 'succeeded')
  return { ...workspace, id, clock, texts: workspace.app.transcriptions }
}

const origins = (transcript: { versions: { origin: string; words: number }[] }) =>
  transcript.versions.map(({ origin, words }) => `${origin} ${words}`)

test('edits within two minutes of each other are one version, separate from the model’s', async () => {
  const { texts, id, clock } = await transcribe()
  const first = await texts.edit({ id, text: 'The very first words.' })
  clock.now += 119_000
  const text = 'The very first words, edited.'
  const second = await texts.edit({ id, text })
  expect(await texts.edit({ id, text })).toEqual(second)
  expect([origins(second), second.versionId]).toEqual([['edit 5', 'model 3'], first.versionId])
  clock.now += 121_000
  const third = await texts.edit({ id, text: 'Later.' })
  expect([origins(third), third.text]).toEqual([['edit 1', 'edit 5', 'model 3'], 'Later.'])
  expect(texts.version({ id, versionId: first.versionId })).toEqual({ text: 'The very first words, edited.' })
  expect(texts.version({ id, versionId: third.versions[2]?.id ?? '' })).toEqual({ text: 'The first words.' })
  expect(texts.job({ id })).toMatchObject({ words: 1, preview: 'Later.' })
})

test('splitting into paragraphs is a version of its own, also within two minutes of an edit', async () => {
  const { app, texts, id, clock } = await transcribe('One boat leaves. Another comes.', 11)
  // Silent from 2 to 7 s.
  const levels = Uint8Array.from({ length: 550 }, (_, at) => (at >= 100 && at < 350 ? 0 : 200))
  const media = texts.job({ id })?.source.media ?? ''
  await app.loudness.save(media, encodeLoudness({ step: 20, seconds: 11, peaks: levels, levels }))
  const edited = await texts.edit({ id, text: 'A boat leaves. Another comes.' })
  clock.now += 1000
  const split = await texts.splitParagraphs({ id })
  expect([origins(split), split.text]).toEqual([
    ['edit 5', 'edit 5', 'model 5'],
    'A boat leaves.\n\nAnother comes.',
  ])
  expect(texts.version({ id, versionId: edited.versionId })).toEqual({
    text: 'A boat leaves. Another comes.',
  })
  clock.now += 1000
  const later = await texts.edit({ id, text: 'Later.' })
  expect(origins(later)).toEqual(['edit 1', 'edit 5', 'edit 5', 'model 5'])
  expect(texts.version({ id, versionId: split.versionId })).toEqual({ text: split.text })
})

test('restoring a version adds a new one, and a later edit adds another', async () => {
  const { texts, id } = await transcribe()
  const edited = await texts.edit({ id, text: 'Edited.' })
  const [, model] = edited.versions
  const restored = await texts.restoreVersion({ id, versionId: model?.id ?? '' })
  expect([origins(restored), restored.text]).toEqual([
    ['restored 3', 'edit 1', 'model 3'],
    'The first words.',
  ])
  expect(origins(await texts.edit({ id, text: 'Again.' }))).toEqual([
    'edit 1',
    'restored 3',
    'edit 1',
    'model 3',
  ])
})

test('an edit replaces the file in the Library, and it is found by its new words', async () => {
  const { app, texts, id } = await transcribe()
  const pathOf = async () => (await app.media.open((await listComplete(app))[0]?.media ?? '')).path
  const before = await pathOf()
  await texts.edit({ id, text: 'Zebras, edited.' })
  const items = await listComplete(app)
  expect([items.length, readFileSync(await pathOf(), 'utf8')]).toEqual([1, 'Zebras, edited.\n'])
  await expect.poll(() => existsSync(before)).toBe(false)
})

test('saves concurrent edits in order, and rejects a version of another transcript', async () => {
  const { texts, id } = await transcribe()
  const edits = ['a', 'b', 'c', 'd'].map((text) => texts.edit({ id, text }))
  expect((await Promise.all(edits)).map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd'])
  expect(texts.read({ id })?.text).toBe('d')
  expect(() => texts.version({ id, versionId: 'x' })).toThrow('Transcript version not found.')
  await expect(texts.restoreVersion({ id, versionId: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the preview of an ended job is the start of its latest text, however long that is', async () => {
  const long = `Begin ${'and so on '.repeat(500)}end`
  const { texts, id } = await transcribe(long)
  const readPreview = () => texts.job({ id })?.preview ?? ''
  expect([readPreview(), readPreview().length]).toEqual([long.slice(0, 2000), 2000])
  await texts.edit({ id, text: `Edited. ${long}` })
  expect(readPreview().slice(0, 13)).toBe('Edited. Begin')
})

test('exports the current text with the settings of the request', async () => {
  const { texts, id } = await transcribe()
  await texts.edit({ id, text: 'As it is now.' })
  expect(await texts.format({ id, format: 'txt' })).toEqual({ name: 'talk.txt', text: 'As it is now.\n' })
  expect((await texts.format({ id, format: 'srt' })).name).toBe('talk (estimated).srt')
})

test('a transcript survives clearing its job; an edit does not list the job again, but restoring it does', async () => {
  const { app, texts, id } = await transcribe()
  texts.clear({ ids: [id] })
  const other = await addAudio(app, 'other.wav', 5)
  await texts.edit({ id, text: 'Edited.' })
  const listed: string[][] = []
  for await (const event of texts.watch()) {
    const ids = event.jobs.map((job) => job.id)
    listed.push(ids)
    if (ids.includes(id)) break
    if (listed.length === 1) texts.cancel({ ids: [other] })
    if (listed.length === 2) texts.restore({ ids: [id] })
  }
  expect(listed.slice(0, 2)).toEqual([[other], [other]])
  expect([(await listComplete(app)).length, texts.read({ id })?.text]).toEqual([1, 'Edited.'])
})
