// Exports sets and imports them again; an invalid file is rejected with the line of its error.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { EmbeddingFormat } from '#shared/schemas/embedding-set'
import { openTestWorkspace, type TestWorkspace } from '../../workspace.fixture'
import {
  exportSet,
  makeSet,
  readNumbers,
  readRows,
  runSet,
  serverSettings,
  settings,
  waitUntilSet,
} from '../embeddings.fixture'
import type { VectorAs } from './write-set'

const third = Math.fround(1 / 3)

/** Two rows with vectors and one without; quotes, commas, line breaks, and a column named like a fixed one. */
async function makeOddSet(workspace: TestWorkspace): Promise<string> {
  const { app, service } = workspace
  const columns = ['topic', 'text', '']
  const changed = { ...settings, taskType: 'RETRIEVAL_DOCUMENT' as const, outputDimensionality: 3 }
  const { id } = app.embeddings.create({ name: 'Odd: “ones”', settings: changed, columns })
  const rows = [
    { text: 'He said "yes",\r\nand left', title: ' Title ', cells: ['a,b', 'c', '"'] },
    { text: 'Zwei — 二', title: null, cells: ['', 'd'] },
    { text: ' ', title: null, cells: ['x', 'y', 'z', 'more'] },
  ]
  await app.embeddings.insertRows({ id, rows })
  service.answerWith((pending) => pending.sendVectors([third, -1e-7, 12345.678]))
  await runSet(workspace, id)
  return id
}

test.each<[EmbeddingFormat, VectorAs]>([
  ['csv', 'json'],
  ['csv', 'columns'],
  ['jsonl', 'json'],
  ['npy', 'json'],
])(
  '%s with vectors as %s is imported with all its texts, cells, settings and numbers',
  async (format, vectorAs) => {
    const workspace = await openTestWorkspace()
    const id = await makeOddSet(workspace)
    const path = await exportSet(workspace, id, [format, vectorAs])
    const set = await workspace.app.embeddings.import({ paths: [path] })
    const isArray = format === 'npy'
    expect({ ...set, counts: { ...set.counts } }).toMatchObject({
      name: isArray ? 'Odd: “ones”' : 'Odd “ones”',
      settings: { model: 'gen-embedding-001', taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 3 },
      columns: ['topic', 'text (2)', 'Column 3', 'Column 4'],
      counts: { rows: 3, done: 2, failed: 0, empty: 1, cached: 0 },
      dimensions: [3],
      running: false,
    })
    const imported = readRows(workspace, set.id).map(({ text, title, cells }) => ({
      text,
      title,
      cells: Array.from({ length: 4 }, (_, at) => cells[at] ?? ''),
    }))
    expect(imported).toEqual([
      { text: 'He said "yes",\r\nand left', title: ' Title ', cells: ['a,b', 'c', '"', ''] },
      { text: 'Zwei — 二', title: null, cells: ['', 'd', '', ''] },
      { text: ' ', title: null, cells: ['x', 'y', 'z', 'more'] },
    ])
    const numbers = [third, Math.fround(-1e-7), Math.fround(12345.678)]
    expect(await readNumbers(workspace, set.id, 3)).toEqual([...numbers, ...numbers])
  },
)

test('an array is byte for byte what NumPy writes', async () => {
  const workspace = await openTestWorkspace()
  const path = await exportSet(workspace, await makeOddSet(workspace), ['npy'])
  const bytes = readFileSync(path)
  const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"
  expect([bytes.length, bytes.toString('latin1', 0, 8), bytes.readUInt16LE(8)]).toEqual([
    152,
    '\x93NUMPY\x01\x00',
    118,
  ])
  expect(bytes.toString('latin1', 10, 128)).toBe(`${header.padEnd(117)}\n`)
  expect(bytes.readFloatLE(128)).toBe(third)
})

test('the export of an array fails if its set changes meanwhile, instead of writing a wrong header', async () => {
  const workspace = await openTestWorkspace()
  const id = await makeOddSet(workspace)
  const options = { id, format: 'npy', vectorAs: 'json', fileName: 'odd.npy' } as const
  const files = workspace.app.embeddings.write(options)
  workspace.app.embeddings.editRow({ id, rowId: 1, row: { text: 'Another', title: null, cells: [] } })
  for (const { content } of files) {
    const reading = async () => {
      for await (const _ of content);
    }
    await expect(reading()).rejects.toThrow('The set changed during export.')
  }
})

test('writes numbers with as few digits as possible', async () => {
  const workspace = await openTestWorkspace()
  const path = await exportSet(workspace, await makeOddSet(workspace), ['csv'])
  expect(readFileSync(path, 'utf8')).toContain('[0.33333334,-1e-7,12345.678]')
})

test('vectors imported from a file are never used for other sets', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const path = await exportSet(workspace, await makeOddSet(workspace), ['jsonl'])
  const set = await app.embeddings.import({ paths: [path] })
  const before = service.count()
  const changed = { ...settings, outputDimensionality: 3, taskType: 'CLUSTERING' as const }
  await app.embeddings.setSettings({ id: set.id, settings: changed })
  await app.embeddings.setSettings({ id: set.id, settings: set.settings })
  // The set they were exported from has them in its cache.
  expect([readRows(workspace, set.id).map(({ cached }) => cached), service.count()]).toEqual([
    [true, true, false],
    before,
  ])
})

test('imported vectors return with the settings they came with, even if a text has several', async () => {
  const { app, service, folder, workspace } = await openTestWorkspace()
  const path = join(folder, 'own.jsonl')
  const lines = [
    { text: 'a', embedding: [1, 2] },
    { text: 'a', embedding: [3, 4] },
    { text: 'b', embedding: [5, 6] },
  ]
  writeFileSync(
    path,
    lines.map((line) => JSON.stringify({ ...line, model: 'own-model', taskType: null })).join('\n'),
  )
  const { id, settings: original } = await app.embeddings.import({ paths: [path] })
  const readValues = async () => await readNumbers(workspace, id, 2)
  expect(await readValues()).toEqual([1, 2, 3, 4, 5, 6])
  const cleared = await app.embeddings.setSettings({ id, settings: { ...original, taskType: 'CLUSTERING' } })
  expect(cleared.counts.done).toBe(0)
  await app.embeddings.setSettings({ id, settings: original })
  // The line is no longer known: rows with the same text get the first one's vector.
  expect(await readValues()).toEqual([1, 2, 1, 2, 5, 6])
  // Requested again, they are the service's.
  service.answerWith((pending) => pending.sendVectors([7, 7]))
  await runSet(workspace, id, { force: true })
  expect([await readValues(), service.count()]).toEqual([[7, 7, 7, 7, 7, 7], 2])
})

test('a set without vectors, or with vectors of different lengths, cannot be exported as an array', async () => {
  const workspace = await openTestWorkspace()
  const { id } = workspace.app.embeddings.create({ name: 'None', settings, columns: [] })
  const options = { format: 'npy', vectorAs: 'json', fileName: 'none.npy' } as const
  expect(() => workspace.app.embeddings.write({ id, ...options })).toThrow(
    'This set has no vectors to export.',
  )
  const line = (embedding: number[]) => JSON.stringify({ text: 'a', model: 'm', taskType: null, embedding })
  const path = join(workspace.folder, 'mixed.jsonl')
  writeFileSync(path, `${line([1])}\n${line([1, 2])}\n${line([1, 2])}\n`)
  const mixed = await workspace.app.embeddings.import({ paths: [path] })
  expect(mixed.dimensions).toEqual([2, 1])
  expect(() => workspace.app.embeddings.write({ id: mixed.id, ...options })).toThrow('2 and 1 dimensions')
})

test('columns with the same name or without one get unique names on import', async () => {
  const { app, folder } = await openTestWorkspace()
  const path = join(folder, 'twice.csv')
  writeFileSync(path, 'topic,text,topic,,embedding_model,embedding\na,b,c,d,m,[1]\n')
  const { id, columns } = await app.embeddings.import({ paths: [path] })
  expect([columns, readRows({ app }, id)[0]?.cells]).toEqual([
    ['topic', 'topic (2)', 'Column 3'],
    ['a', 'c', 'd'],
  ])
})

const header = 'text,embedding_model,embedding'

const invalidFiles: [name: string, content: string | Buffer, fault: string][] = [
  ['ragged.csv', `${header}\na,m,[1]\nb,m\n`, 'Line 3: has 2 fields, but the header has 3.'],
  ['open.csv', `${header}\n"a,m,[1]\n`, 'Line 2: missing closing quotation mark'],
  ['plain.csv', 'text,topic\na,b\n', 'plain.csv has no vectors: no column holds arrays of numbers.'],
  ['word.csv', `${header}\n"a\nb",m,[1]\nc,m,[x]\n`, 'Line 4: embedding must be an array of numbers'],
  [
    'model.csv',
    `${header}\na,m,[1]\nb,n,[1]\n`,
    'Line 3: its model, provider, or task type differs from earlier lines.',
  ],
  [
    'gap.csv',
    'text,embedding_model,embedding_0,embedding_2\na,m,1,2\n',
    'some of the columns embedding_0, embedding_1, … are missing.',
  ],
  ['hole.csv', 'text,embedding_model,embedding_0,embedding_1\na,m,,2\n', 'Line 2: embedding_0 is empty.'],
  [
    'huge.csv',
    `${header}\n"${'x'.repeat(2_000_001)}",m,[1]\n`,
    'Line 2: a field is longer than 2,000,000 characters',
  ],
  [
    'long.csv',
    `${header}\n${'x'.repeat(100_001)},m,[1]\n`,
    'Line 2: text must be 100,000 characters or fewer.',
  ],
  [
    'latin.csv',
    Buffer.from(`${header}\nGr\xfc\xdfe,m,[1]\n`, 'latin1'),
    'latin.csv isn’t a valid UTF-8 text file.',
  ],
  ['broken.jsonl', '{"text":"a","model":"m","taskType":null,"embedding":[1]}\n{', 'Line 2: not valid JSON'],
  ['alone.json', '{"kind":"gen-playground-embeddings"}', 'alone.json: version'],
  ['array.npz', 'PK', 'array.npz is an archive. Extract it, and choose the NPY file with the vectors.'],
  ['set.parquet', 'PAR1', 'set.parquet has no format that can be imported.'],
]

test('an invalid file is rejected with the location of its error, and no set is created', async () => {
  const { app, folder } = await openTestWorkspace()
  for (const [name, content, fault] of invalidFiles) {
    const path = join(folder, name)
    writeFileSync(path, content)
    await expect(app.embeddings.import({ paths: [path] })).rejects.toThrow(fault)
  }
  expect(app.embeddings.list()).toEqual([])
})

test('rejects an array that does not match its labels', async () => {
  const workspace = await openTestWorkspace()
  const path = await exportSet(workspace, await makeOddSet(workspace), ['npy'])
  writeFileSync(path, readFileSync(path).subarray(0, -4))
  await expect(workspace.app.embeddings.import({ paths: [path] })).rejects.toThrow(
    `${basename(path)}: incomplete: it should have 2 vectors, but ends after 1.`,
  )
})

test.each<[EmbeddingFormat, VectorAs]>([
  ['csv', 'json'],
  ['jsonl', 'json'],
  ['npy', 'json'],
])('%s names the model that was sent and its provider, and is not mixed with another', async (...format) => {
  const server = { model: 'nomic' }
  const workspace = await openTestWorkspace({
    resolveServerModel: async () => server.model,
    settings: serverSettings,
  })
  const { app, service } = workspace
  service.answerWith((pending) =>
    pending.answer(200, { embedding: { values: [1] } }, { 'x-upstream-model': server.model }),
  )
  const path = await exportSet(workspace, await makeOneRow(workspace), format)
  const content = ['.npy', '.json']
    .map((end) => path.replace(/\.npy$/, end))
    .map((each) => readFileSync(each, 'utf8'))
  for (const name of ['gen-embedding-001', 'nomic', 'Mine (one.example)'])
    expect(content.join()).toContain(name)
  const { id, upstream } = await app.embeddings.import({ paths: [path] })
  expect(upstream).toMatchObject({ kind: 'openai', id: 'openai-a', model: 'nomic', isFile: true })
  const rows = [{ text: 'two', title: null, cells: [] }]
  await app.embeddings.insertRows({ id, rows })
  server.model = 'mxbai'
  await expect(app.embeddings.run({ id })).rejects.toThrow(
    'requests now go to gen-embedding-001 → mxbai at Mine',
  )
  expect(await waitUntilSet(workspace, id, ({ otherSource }) => otherSource !== null)).toMatchObject({
    counts: { done: 1 },
  })
  server.model = 'nomic'
  expect((await runSet(workspace, id)).counts).toMatchObject({ rows: 2, done: 2 })
  expect(service.count()).toBe(2)
})

async function makeOneRow(workspace: TestWorkspace): Promise<string> {
  const id = await makeSet(workspace, ['one'])
  await runSet(workspace, id)
  return id
}
