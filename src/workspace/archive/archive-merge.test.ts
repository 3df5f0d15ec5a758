// Imports into workspaces that have the same transcripts, sets, and entries: nothing is doubled, and nothing is lost.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeSet, readRows, untilIdle } from '../embeddings/embeddings.fixture'
import { countRows, listComplete } from '../library/library.fixture'
import { addAudio, readSnapshot, waitForState } from '../transcriptions/transcriptions.fixture'
import { makeVideo, openVideoWorkspace } from '../videos/video.fixture'
import type { Workspace } from '../workspace'
import { makeFolder, openTestWorkspace } from '../workspace.fixture'
import { importArchive, previewImport } from './import-archive'
import { writeArchive } from './write-archive'

const quiet = { signal: new AbortController().signal, report: () => {} }

interface Opened {
  readonly app: Workspace
  readonly folder: string
}

async function exportFrom({ app, folder }: Opened): Promise<string> {
  const path = join(makeFolder(), 'data.zip')
  const mediaFolder = app.media.folder().path
  await writeArchive({ folder, mediaFolder, path, appVersion: '1', now: Date.now() }, quiet)
  return path
}

/** As the application imports: watchers see what is added. */
function importInto({ app, folder }: Opened, path: string) {
  return app.importRows((mediaFolder) => importArchive({ folder, mediaFolder, path }, quiet))
}

async function listDifferent({ app, folder }: Opened, path: string) {
  const { kinds } = await previewImport({ folder, mediaFolder: app.media.folder().path, path }, quiet)
  return kinds
    .filter((kind) => kind.added + kind.different > 0)
    .map(({ kind, added, different }) => [kind, added, different])
}

async function openTranscript() {
  const clock = { now: 1_000_000 }
  const source = await openTestWorkspace({ now: () => clock.now })
  const id = await addAudio(source.app)
  await (await source.service.next()).sendTranscript('The first words.')
  await waitForState(source.app, id, 'succeeded')
  const other = await openTestWorkspace({ now: () => clock.now })
  const versions = async ({ app }: Opened) => {
    const transcript = await app.transcriptions.read({ id })
    const listed = transcript?.versions ?? []
    return listed.map((version) => app.transcriptions.version({ id, versionId: version.id })?.text)
  }
  /** More than two minutes later, so that the edit is a version of its own. */
  const edit = async ({ app }: Opened, text: string, minutes = 3) => {
    clock.now += minutes * 60_000
    await app.transcriptions.edit({ id, text })
  }
  return { source, other, id, versions, edit }
}

test('an import shows its transcripts and their jobs to those who watch them', async () => {
  const { source, other, id, versions } = await openTranscript()
  const watching = other.app.transcriptions.watch()
  expect((await watching.next()).value).toMatchObject({ type: 'snapshot', jobs: [] })
  await importInto(other, await exportFrom(source))
  expect((await watching.next()).value).toMatchObject({
    type: 'snapshot',
    jobs: [{ id, state: 'succeeded' }],
    total: 1,
  })
  expect(await versions(other)).toEqual(['The first words.'])
  expect((await readSnapshot(other.app)).jobs).toHaveLength(1)
})

test('an import shows its videos to those who watch them', async () => {
  const source = await openVideoWorkspace()
  const { id } = await makeVideo(source)
  const other = await openVideoWorkspace()
  const watching = other.app.videos.watch()
  expect((await watching.next()).value).toMatchObject({ type: 'snapshot', jobs: [] })
  await importInto(other, await exportFrom(source))
  expect((await watching.next()).value).toMatchObject({
    type: 'snapshot',
    jobs: [{ id, state: 'succeeded' }],
    total: 1,
  })
  expect((await listComplete(other.app, { kinds: ['video'] })).map(({ jobId }) => jobId)).toEqual([id])
})

test('a transcript that was edited on both computers has all texts, and shows the newer one', async () => {
  const { source, other, versions, edit } = await openTranscript()
  await importInto(other, await exportFrom(source))
  await edit(source, 'Edited here.')
  await edit(other, 'Edited there.')
  const path = await exportFrom(source)
  expect(await listDifferent(other, path)).toEqual([['transcripts', 0, 1]])
  await importInto(other, path)
  expect(await versions(other)).toEqual([
    'Edited there.',
    'Edited here.',
    'Edited there.',
    'The first words.',
  ])
  const [item] = await listComplete(other.app, { text: 'there', kinds: ['transcript'] })
  expect(item).toMatchObject({ kind: 'transcript' })
  expect(await listDifferent(other, path)).toEqual([])
  await importInto(other, path)
  expect(await versions(other)).toHaveLength(4)

  await edit(source, 'Edited here last.')
  await importInto(other, await exportFrom(source))
  expect((await versions(other)).slice(0, 2)).toEqual(['Edited here last.', 'Edited there.'])
  expect(await listComplete(other.app, { text: 'last', kinds: ['transcript'] })).toHaveLength(1)
})

test('an edit that continued after the first import is not lost, although its version is the same', async () => {
  const { source, other, versions, edit } = await openTranscript()
  await edit(source, 'An edit.')
  await importInto(other, await exportFrom(source))
  await edit(source, 'An edit that continues.', 1)
  const path = await exportFrom(source)
  expect(await listDifferent(other, path)).toEqual([['transcripts', 0, 1]])
  await importInto(other, path)
  expect(await versions(other)).toEqual(['An edit that continues.', 'An edit.', 'The first words.'])
  await importInto(other, path)
  expect(await versions(other)).toHaveLength(3)
})

test('an embedding set with other rows becomes a copy with its vectors; the same set is not doubled', async () => {
  const source = await openTestWorkspace()
  source.service.answerWith((request) => request.sendVectors([1, 2, 3]))
  const id = await makeSet(source, ['one', 'two'])
  await source.app.embeddings.run({ id })
  await untilIdle(source, id)
  const other = await openTestWorkspace()
  const first = await exportFrom(source)
  await importInto(other, first)
  expect(await listDifferent(other, first)).toEqual([])
  const describe = ({ app }: Opened) =>
    app.embeddings
      .list()
      .map((set) => [set.name, readRows({ app }, set.id).map(({ text, state }) => `${text} ${state}`)])
  expect(describe(other)).toEqual([['Texts', ['one done', 'two done']]])
  expect(countRows(other.folder, 'embedding_vectors')).toBe(2)

  await makeRow(source, id, 'three')
  await makeRow(other, id, 'four')
  const second = await exportFrom(source)
  expect(await listDifferent(other, second)).toEqual([['sets', 0, 1]])
  for (const _ of ['first', 'again']) {
    await importInto(other, second)
    expect(Object.fromEntries(describe(other))).toEqual({
      Texts: ['one done', 'two done', 'four waiting'],
      'Texts (imported)': ['one done', 'two done', 'three done'],
    })
    expect(countRows(other.folder, 'embedding_vectors')).toBe(3)
  }
  expect(await listComplete(other.app, { kinds: ['embeddings'] })).toHaveLength(2)
  expect(other.service.count()).toBe(0)
})

async function makeRow(workspace: Awaited<ReturnType<typeof openTestWorkspace>>, id: string, text: string) {
  await workspace.app.embeddings.insertRows({ id, rows: [{ text, title: null, cells: [] }] })
  if (text === 'four') return
  await workspace.app.embeddings.run({ id })
  await untilIdle(workspace, id)
}
