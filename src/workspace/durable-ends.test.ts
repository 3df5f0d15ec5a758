// The end of every run survives a loss of power: its last commit waits for the disk.
import Libsql from 'libsql'
import { afterEach, expect, test, vi } from 'vitest'
import {
  makeSet,
  openEmbeddingWorkspace,
  untilIdle as untilSetIdle,
  vendor,
} from './embeddings/embeddings.fixture'
import { draw, pictureOf } from './library/library.fixture'
import { makePng } from './library/make-png.fixture'
import { addAudio, openTranscriptionWorkspace, waitForState } from './transcriptions/transcriptions.fixture'
import { openTestWorkspace, parameters, respondNext, waitUntilIdle } from './workspace.fixture'

/** Records the `synchronous` mode of each commit from now on. */
function watchCommits(): string[] {
  const commits: string[] = []
  let synchronous = 'NORMAL'
  const { exec } = Libsql.prototype
  vi.spyOn(Libsql.prototype, 'exec').mockImplementation(function (this: Libsql.Database, sql: string) {
    synchronous = /PRAGMA synchronous = (\w+)/.exec(sql)?.[1] ?? synchronous
    if (sql === 'COMMIT') commits.push(synchronous)
    return exec.call(this, sql)
  })
  return commits
}

afterEach(() => vi.restoreAllMocks())

test('the end of a chat response is durable', async () => {
  const { app, gateway } = await openTestWorkspace()
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const commits = watchCommits()
  await respondNext(gateway, { text: 'Gone.' })
  await waitUntilIdle(app, sent.conversationId)
  expect(commits.at(-1)).toBe('FULL')
})

test('the end of an image is durable', async () => {
  const workspace = await openTestWorkspace()
  const commits = watchCommits()
  await draw(workspace, { prompt: 'A fox', answer: [pictureOf(makePng(64, 48, 10))] })
  // The first one is the prompt's.
  expect(commits.filter((kind) => kind === 'FULL')).toHaveLength(2)
})

test('the end of an embedding run is durable, and every 100 rows of it', async () => {
  const workspace = await openEmbeddingWorkspace({ settings: vendor })
  const { app, service } = workspace
  service.answerWith((request) => {
    const { requests } = request.body as { requests: unknown[] }
    request.sendVectors(...requests.map((_, index) => [index, 1]))
  })
  const id = await makeSet(
    workspace,
    Array.from({ length: 250 }, (_, index) => `Text ${index}`),
  )
  const commits = watchCommits()
  await app.embeddings.run({ id })
  await untilSetIdle(workspace, id)
  expect(commits.filter((kind) => kind === 'FULL')).toHaveLength(3)
})

test('the text of each transcribed piece is durable', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const id = await addAudio(app)
  const sent = await service.next()
  const commits = watchCommits()
  await sent.sendText('Paid for.')
  await waitForState(app, id, 'succeeded')
  // The text of the piece, then the transcript.
  expect(commits.filter((kind) => kind === 'FULL').length).toBeGreaterThanOrEqual(2)
})
