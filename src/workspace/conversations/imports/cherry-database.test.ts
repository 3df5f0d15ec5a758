// The database of Cherry Studio 2: its tree of messages, every kind of part, and damaged rows.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openCherryDatabase } from './cherry-database'
import { writeZip } from './export-files.fixture'
import { createImportReader } from './import-reader'

interface Row {
  readonly id: string
  readonly parent?: string | null
  readonly role?: string
  readonly data: unknown
  readonly at?: number
  readonly status?: string
}

const text = (content: string) => ({ parts: [{ type: 'text', text: content, state: 'done' }] })

function makeDatabase(rows: readonly Row[], active = 'a2') {
  const folder = mkdtempSync(join(tmpdir(), 'cherry-database-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'cherrystudio.sqlite')
  const database = new Libsql(file)
  database.exec(`
    CREATE TABLE assistant (id TEXT PRIMARY KEY, name TEXT, prompt TEXT, settings TEXT);
    CREATE TABLE topic (id TEXT PRIMARY KEY, name TEXT, assistant_id TEXT, active_node_id TEXT, order_key TEXT,
      created_at INTEGER, updated_at INTEGER, deleted_at INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, parent_id TEXT, topic_id TEXT, role TEXT, data TEXT, status TEXT,
      siblings_group_id INTEGER, model_id TEXT, stats TEXT, created_at INTEGER, deleted_at INTEGER);
    INSERT INTO assistant VALUES ('ada', 'Ada', 'You are Ada.', '{"temperature":0.4,"enableTemperature":true}');
    INSERT INTO topic VALUES ('gone', 'Deleted', 'ada', NULL, 'a', 1, 1, 2);
  `)
  database
    .prepare("INSERT INTO topic VALUES ('t', 'Otters', 'ada', ?, 'b', 1750000000000, 1750000001000, NULL)")
    .run(active)
  const insert = database.prepare(
    "INSERT INTO message VALUES (?, ?, 't', ?, ?, ?, 0, 'openai::gpt-4o', '{\"promptTokens\":3}', ?, NULL)",
  )
  for (const [
    index,
    { id, parent = null, role = 'assistant', data, at, status = 'success' },
  ] of rows.entries())
    insert.run(
      id,
      parent,
      role,
      typeof data === 'string' ? data : JSON.stringify(data),
      status,
      at ?? 1_750_000_000_000 + index,
    )
  database.close()
  return { folder, file }
}

const files = { find: (name: string) => (name === 'pic 1.png' ? 'Data/Files/pic 1.png' : undefined) }

test('reads the tree of messages, whatever their order, and skips empty ones', () => {
  const { file } = makeDatabase([
    { id: 'root', role: 'system', data: { parts: [] } },
    { id: 'a1', parent: 'u1', data: text('First'), status: 'paused' },
    { id: 'a2', parent: 'u1', data: text('Second') },
    { id: 'u1', parent: 'root', role: 'user', data: text('Prompt') },
    { id: 'loop', parent: 'loop', role: 'user', data: text('In a circle') },
    { id: 'broken', parent: 'a2', data: '{' },
  ])
  const opened = openCherryDatabase(file, { name: 'cherrystudio.sqlite', files })
  onTestFinished(opened.close)
  expect(opened.count).toBe(1)
  const chat = opened.read(0)
  expect(chat.turns.map(({ id, parentId, state }) => [id, parentId, state])).toEqual([
    ['u1', null, 'complete'],
    ['a1', 'u1', 'stopped'],
    ['a2', 'u1', 'complete'],
    ['loop', null, 'complete'],
  ])
  expect(chat).toMatchObject({
    source: 'cherry-studio',
    sourceId: 't',
    title: 'Otters',
    headTurnId: 'a2',
    model: 'gpt-4o',
    parameters: { systemInstruction: 'You are Ada.', temperature: 0.4 },
  })
  expect(chat.turns[1]?.usage).toEqual({ promptTokenCount: 3 })
})

test('converts every kind of part, and the blocks of the first versions', () => {
  const parts = [
    { type: 'step-start' },
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Answer' },
    { type: 'data-code', data: { content: 'x = 1', language: 'python' } },
    { type: 'file', mediaType: 'image/png', url: 'file:///C:/Users/x/Data/Files/pic%201.png' },
    { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
    { type: 'file', mediaType: 'application/pdf', url: 'file:///gone.pdf', filename: 'gone.pdf' },
    {
      type: 'dynamic-tool',
      toolName: 'fetch',
      state: 'output-available',
      input: { url: 'a' },
      output: 'page',
    },
    { type: 'tool-search', input: 'q', errorText: 'failed' },
    { type: 'source-url', url: 'https://otters.example', title: 'Otters' },
    { type: 'data-translation', data: { content: 'Loutres' } },
    { type: 'data-video', data: {} },
    { type: 'data-hologram', data: {} },
  ]
  const { file } = makeDatabase([
    { id: 'u1', role: 'user', data: { blocks: [{ type: 'main_text', content: 'From a block' }] } },
    { id: 'a1', parent: 'u1', data: { parts } },
    { id: 'a2', parent: 'u1', data: { parts: [{ type: 'data-error', data: { message: 'No credit' } }] } },
  ])
  const opened = openCherryDatabase(file, { name: 'x', files })
  onTestFinished(opened.close)
  const { turns, losses } = opened.read(0)
  expect(turns.map((turn) => turn.parts)).toEqual([
    [{ text: 'From a block' }],
    [
      { text: 'Hm.', thought: true },
      { text: 'Answer\n\n```python\nx = 1\n```' },
      { inlineData: { mimeType: 'image/png', media: 'import:0' } },
      { inlineData: { mimeType: 'image/png', media: 'import:1' } },
      {
        text: '**fetch**\n\n```\n{\n  "url": "a"\n}\n\npage\n```\n\n**search**\n\n```\nq\n\nfailed\n```',
        thought: true,
      },
    ],
    [],
  ])
  expect(turns[1]?.metadata).toMatchObject({
    groundingMetadata: { groundingChunks: [{ web: { title: 'Otters' } }] },
  })
  expect(turns[2]).toMatchObject({ state: 'failed', error: { message: 'No credit' } })
  expect(Object.fromEntries(losses.map(({ kind, count }) => [kind, count]))).toEqual({
    'linked-file': 2,
    'tool-call': 2,
    translation: 1,
    unknown: 1,
  })
})

test('reads the database in a backup from a copy, which no other process finds', async () => {
  const { folder, file } = makeDatabase([{ id: 'u1', role: 'user', data: text('Prompt') }])
  const zip = await writeZip(folder, 'backup.zip', {
    'metadata.json': '{"version":7,"appName":"Cherry Studio"}',
    'cache.json': '{}',
    'Data/cherrystudio.sqlite': readFileSync(file),
  })
  // Other programs may be importing at the same time.
  vi.stubEnv('TMPDIR', folder).stubEnv('TEMP', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const before = await listCopies()
  const reader = createImportReader()
  expect(await reader.open({ paths: [zip] })).toMatchObject({
    source: 'cherry-studio',
    total: 1,
    rejected: [],
  })
  expect(reader.summarize({ from: 0 }).chats).toMatchObject([{ title: 'Otters', messages: 1 }])
  // Windows removes only closed files.
  expect((await listCopies()).length).toBe(before.length + (process.platform === 'win32' ? 1 : 0))
  await reader.close(undefined)
  expect(await listCopies()).toEqual(before)

  const other = await writeZip(folder, 'other.zip', { 'Data/cherrystudio.sqlite': 'not a database' })
  expect((await reader.open({ paths: [other] })).rejected).toEqual([
    { name: 'other.zip', problem: expect.stringContaining('database can’t be read') },
  ])
  expect(await listCopies()).toEqual(before)
})

const listCopies = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('gen-playground-import-')).sort()
