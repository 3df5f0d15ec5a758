// Checks the reads in their thread: the same results as in this one, and damage that they find.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { LibraryQuery } from '#shared/schemas/library'
import { bundleProgram } from '#workspace/bundled-program.fixture'
import { insertConversation } from '#workspace/conversations/conversation-rows'
import { insertTurn } from '#workspace/conversations/tree/turn-rows'
import { openDatabase } from '#workspace/database/database'
import { insertItem } from '#workspace/library/item-rows'
import { openReadsHere, type Reads } from '#workspace/reads'
import { makeTurn } from '#workspace/turn.fixture'
import { createReadsThread } from './workspace-threads'

let program = ''
beforeAll(async () => {
  program = await bundleProgram(new URL('./reads-worker.ts', import.meta.url))
})

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'reads-thread-'))
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const errors: Error[] = []
  const damages: string[] = []
  const reads = createReadsThread(program, {
    onError: (error) => errors.push(error),
    onDamaged: () => damages.push('damaged'),
  })(folder)
  onTestFinished(async () => {
    await reads.close()
    connection.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, connection, reads, here: openReadsHere(connection), errors, damages }
}

type Opened = ReturnType<typeof open>

/** Chats and images whose prompts mention their number. */
function fill({ connection }: Pick<Opened, 'connection'>, count: number) {
  connection.transact(() => {
    for (let number = 0; number < count; number += 1) {
      const id = `c${number}`
      const times = { createdAt: number, updatedAt: number, pinnedAt: number % 5 === 0 ? number : null }
      const rest = { headTurnId: null, parameters: { model: 'm' }, folderId: null, tags: [], queued: [] }
      insertConversation(connection, { id, kind: 'chat', title: `Chat ${number}`, ...times, ...rest })
      const text = `An otter of number ${number}, by the ox`
      insertTurn(
        connection,
        makeTurn({ id: `t${number}`, conversationId: id, role: 'user', parts: [{ text }] }),
      )
      const media = number.toString(16).padStart(64, '0')
      const item = {
        id: `i${number}`,
        kind: 'image',
        title: text,
        text,
        model: 'm',
        createdAt: number,
      } as const
      insertItem(connection, {
        ...item,
        file: 'here',
        media,
        deletedAt: number % 7 === 6 ? 9 : null,
        turnId: `t${number}`,
        conversationId: id,
      })
    }
  })
}

const query = LibraryQuery.parse({})
const transcript = {
  sourceName: 'talk.wav',
  seconds: 60,
  settings: { model: 'm' },
  sentAs: [],
  createdAt: 0,
  words: 9,
  cuts: [{ at: 0, from: 0, to: 60_000 }],
}

const calls: Record<string, (reads: Reads) => Promise<unknown>> = {
  'a page of conversations': (reads) => reads.conversations({ offset: 3, limit: 10 }),
  'a search in conversations': (reads) =>
    reads.searchConversations({ query: 'otter', kind: 'chat', limit: 20 }),
  'a search for two letters': (reads) => reads.searchConversations({ query: 'ox', kind: 'chat', limit: 20 }),
  'a page of the Library': (reads) => reads.libraryItems({ query, offset: 10, limit: 20 }),
  'a search in the Library': (reads) =>
    reads.libraryItems({ query: { ...query, text: 'number 7' }, offset: 0, limit: 20 }),
  'all ids': (reads) => reads.libraryIds(query),
  'the shape': (reads) => reads.libraryShape(query),
  'the facets': (reads) => reads.libraryFacets(query),
  'stored files': (reads) => reads.storedFiles({ after: '' }),
  'the rest of the stored files': (reads) =>
    reads.storedFiles({ after: (20).toString(16).padStart(64, '0') }),
  'the plan of emptying the trash': (reads) => reads.trashPlan({}),
  subtitles: (reads) =>
    reads.formatTranscript({
      transcript: { ...transcript, text: 'One two. Three four.' },
      format: 'srt',
      loudness: undefined,
    }),
  paragraphs: (reads) =>
    reads.splitParagraphs({ text: 'One. Two.', cuts: transcript.cuts, loudness: undefined }),
}

test('returns the same as reads in this thread', async () => {
  const opened = open()
  fill(opened, 40)
  for (const [name, call] of Object.entries(calls)) {
    const expected = await call(opened.here)
    expect(await call(opened.reads), name).toEqual(expected)
    // An empty result would equal another one.
    expect(JSON.stringify(expected).length, name).toBeGreaterThan(10)
  }
})

test('a read sees what was written just before', async () => {
  const opened = open()
  for (const count of [1, 2, 3]) {
    opened.connection.run('DELETE FROM conversations')
    opened.connection.run('DELETE FROM items')
    fill(opened, count)
    expect(await opened.reads.conversations({ offset: 0, limit: 10 })).toHaveLength(count)
    expect((await opened.reads.libraryItems({ query, offset: 0, limit: 9 })).total).toBe(count * 2)
  }
})

test('damage that a read finds is reported', async () => {
  const { connection, reads, damages } = open()
  connection.exec("INSERT INTO turn_texts (rowid, text) VALUES (1, 'otter')")
  connection.exec("UPDATE turn_texts_data SET block = x'00ff00ff' WHERE id > 10")
  const search = reads.searchConversations({ query: 'otter', kind: 'chat', limit: 9 })
  await expect(search).rejects.toMatchObject({ code: 'INTERNAL' })
  expect(damages).toEqual(['damaged'])
})
