// Imports vectors that other programs have made, and keeps them apart from those of a provider.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { VectorChoice } from '#shared/schemas/embedding-set'
import { openTestWorkspace, type TestWorkspace } from '../../workspace.fixture'
import { addTexts, exportSet, readNumbers, readRows, settings, untilIdle } from '../embeddings.fixture'

const numbers = [1, -0.5, 2 ** -24, 65504, -2, 6.103515625e-5]

/** Writes a matrix with rows of three numbers as NumPy does. */
function makeNpy(
  descr: string,
  values: readonly number[],
  { shape = '(2, 3)', order = 'False' } = {},
): Buffer {
  const header = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }`.padEnd(117)
  const head = Buffer.alloc(10)
  head.write('\x93NUMPY\x01\x00', 0, 'latin1')
  head.writeUInt16LE(118, 8)
  const size = Number(descr.slice(2))
  const view = new DataView(new ArrayBuffer(values.length * size))
  const isLittle = descr[0] === '<'
  for (const [at, value] of values.entries()) {
    if (/[iu]/.test(descr)) setInteger(view, descr, { at, value, isLittle })
    else if (size === 8) view.setFloat64(at * 8, value, isLittle)
    else if (size === 4) view.setFloat32(at * 4, value, isLittle)
    else view.setUint16(at * 2, toHalf(value), isLittle)
  }
  return Buffer.concat([head, Buffer.from(`${header}\n`), Buffer.from(view.buffer)])
}

interface Integer {
  readonly at: number
  readonly value: number
  readonly isLittle: boolean
}

function setInteger(view: DataView, descr: string, { at, value, isLittle }: Integer): void {
  const size = Number(descr.slice(2))
  if (size === 8) view.setBigInt64(at * 8, BigInt(value), isLittle)
  else if (size === 4) view.setInt32(at * 4, value, isLittle)
  else if (size === 2) view.setInt16(at * 2, value, isLittle)
  else view.setInt8(at, value)
}

/** The bits that numpy.float16 has for these numbers. */
function toHalf(value: number): number {
  const bits = new Map([
    [1, 0x3c00],
    [-0.5, 0xb800],
    [65504, 0x7bff],
    [-2, 0xc000],
    [6.103515625e-5, 0x0400],
    [2 ** -24, 0x0001],
  ])
  return bits.get(value) ?? Number.NaN
}

function write({ folder }: TestWorkspace, name: string, content: string | Buffer): string {
  const path = join(folder, 'own', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

async function importFiles(workspace: TestWorkspace, paths: string[], choice?: VectorChoice) {
  const set = await workspace.app.embeddings.import({ paths, choice })
  const rows = readRows(workspace, set.id)
  const [dimensions = 0] = set.dimensions
  const values = await readNumbers(workspace, set.id, dimensions)
  return { set, texts: rows.map(({ text }) => text), rows, values }
}

test.each(['<f2', '>f2', '<f4', '>f4', '<f8', '>f8'])(
  'an array of %s has the numbers that NumPy wrote, and numbered rows without labels',
  async (descr) => {
    const workspace = await openTestWorkspace()
    const { set, texts, values } = await importFiles(workspace, [
      write(workspace, 'own.npy', makeNpy(descr, numbers)),
    ])
    expect([values, texts]).toEqual([numbers, ['Vector 1', 'Vector 2']])
    expect(set).toMatchObject({
      name: 'own',
      upstream: { kind: 'imported', label: 'own.npy' },
      dimensions: [3],
    })
  },
)

test.each(['|i1', '<i2', '>i4', '<i8', '|u1', '<u2', '>u4', '<u8'])(
  'an array of %s is converted',
  async (descr) => {
    const workspace = await openTestWorkspace()
    const integers = [1, 0, 127, 3, 4, descr.includes('u') ? 5 : -5]
    const { values } = await importFiles(workspace, [write(workspace, 'own.npy', makeNpy(descr, integers))])
    expect(values).toEqual(integers)
  },
)

test('an array in Fortran order is converted, in several reads', async () => {
  const workspace = await openTestWorkspace()
  const [count, dimensions] = [3, 60_000]
  const byDimension = Array.from({ length: count * dimensions }, (_, at) => at)
  const options = { shape: `(${count}, ${dimensions})`, order: 'True' }
  const path = write(workspace, 'own.npy', makeNpy('<f4', byDimension, options))
  const { values } = await importFiles(workspace, [path])
  const expected = Array.from({ length: count }, (_, row) =>
    Array.from({ length: dimensions }, (__, at) => at * count + row),
  )
  expect(values).toEqual(expected.flat())
})

test('a vector with a value that is not a number leaves only its row without one', async () => {
  const workspace = await openTestWorkspace()
  const values = [1, 2, 3, 4, Number.NaN, 6, 7, 1e300, 9, 10, 11, 12]
  const path = write(workspace, 'own.npy', makeNpy('<f8', values, { shape: '(4, 3)' }))
  const { rows, values: imported } = await importFiles(workspace, [path])
  expect(imported).toEqual([1, 2, 3, 10, 11, 12])
  const error = 'The imported vector has a value that isn’t a number, or is too large.'
  expect(rows.map((row) => [row.state, row.error])).toEqual([
    ['done', null],
    ['failed', error],
    ['failed', error],
    ['done', null],
  ])
})

const whole = makeNpy('<f4', numbers)

const invalidFiles: [name: string, content: string | Buffer, fault: string][] = [
  [
    'flat.npy',
    makeNpy('<f4', numbers, { shape: '(6,)' }),
    'must have two axes, vectors and dimensions, but has 1: (6,)',
  ],
  ['deep.npy', makeNpy('<f4', numbers, { shape: '(1, 2, 3)' }), 'but has 3: (1, 2, 3)'],
  ['none.npy', makeNpy('<f4', [], { shape: '(0, 3)' }), 'none.npy: it has no vectors.'],
  ['head.npy', whole.subarray(0, 60), 'head.npy: incomplete: it ends within its header.'],
  ['cut.npy', whole.subarray(0, -5), 'cut.npy: incomplete: it should have 2 vectors, but ends after 1.'],
  [
    'more.npy',
    Buffer.concat([whole, whole]),
    'more.npy: damaged: it has more bytes than its 2 vectors need.',
  ],
  ['complex.npy', makeNpy('<c8', numbers), 'must contain numbers (floats or integers), but contains “c8”.'],
  ['lines.tsv', '1\t2\n3\tx\n', 'lines.tsv, line 2: “x” isn’t a number (column 2).'],
  ['ragged.tsv', '1\t2\n3\n', 'ragged.tsv, line 2: has 1 numbers, but line 1 has 2.'],
  [
    'length.jsonl',
    '{"text":"a","vector":[1,2]}\n{"text":"b","vector":[1]}',
    'Line 2: “vector” has 1 dimensions, but the first vector has 2.',
  ],
  [
    'word.csv',
    'text,vector\na,"[1,2]"\nb,"[1,x]"\n',
    'Line 3: “vector” must be an array of numbers, such as [0.1, -0.2].',
  ],
]

test('an invalid file is rejected with the place of its error, and leaves no set', async () => {
  const workspace = await openTestWorkspace()
  const { embeddings } = workspace.app
  for (const [name, content, fault] of invalidFiles)
    await expect(embeddings.import({ paths: [write(workspace, name, content)] })).rejects.toThrow(fault)
  expect(embeddings.list()).toEqual([])
})

test('a matrix finds its labels beside it, and rejects chosen labels of other vectors', async () => {
  const workspace = await openTestWorkspace()
  const path = write(workspace, 'words.npy', whole)
  write(workspace, 'metadata.tsv', 'of\nanother\nmatrix\n')
  write(workspace, 'words_labels.txt', 'He said "no"\n\n')
  // A label that is empty keeps its vector.
  expect((await importFiles(workspace, [path])).texts).toEqual(['He said "no"', 'Vector 2'])
  const others = write(workspace, 'others.txt', 'a\nb\nc\nd')
  await expect(workspace.app.embeddings.import({ paths: [others, path] })).rejects.toThrow(
    'others.txt has 4 rows, but there are 2 vectors.',
  )
})

test.each([
  ['vectors.json', '["a", "b"]', ['a', 'b']],
  ['labels.jsonl', '{"word":"a","n":1}\n{"word":"b"}', ['a', 'b']],
  ['labels.csv', 'a\nb\n', ['a', 'b']],
  ['labels.csv', 'word\na\nb\n', ['a', 'b']],
])('labels in %s (case %#)', async (name, content, expected) => {
  const workspace = await openTestWorkspace()
  const paths = [write(workspace, 'vectors.npy', whole), write(workspace, name, content)]
  expect((await importFiles(workspace, paths)).texts).toEqual(expected)
})

test('the pair of files of the Projector, with several columns, in any order', async () => {
  const workspace = await openTestWorkspace()
  const vectors = write(workspace, 'v.tsv', '0.5\t-1e-3\n2\t3\n')
  const metadata = write(workspace, 'm.tsv', 'Word\tFreq\n"quoted\t12\nplain\t7\n')
  const { set, rows, values } = await importFiles(workspace, [metadata, vectors])
  expect(values).toEqual([0.5, Math.fround(-1e-3), 2, 3])
  expect(set.columns).toEqual(['Freq'])
  expect(rows.map(({ text, cells }) => [text, ...cells])).toEqual([
    ['"quoted', '12'],
    ['plain', '7'],
  ])
})

test.each([
  ['array.csv', 'id,content,embedding\n1,"Hello, you","[1, 2]"\n2,Bye,"[3,4]"\n', ['id']],
  ['semicolons.csv', 'id;content;vec\n1;Hello, you;[1, 2]\n2;Bye;[3,4]\n', ['id']],
  ['numpy.tsv', 'id\tcontent\tvec\n1\tHello, you\t[1. 2.]\n2\tBye\t[3. 4.]\n', ['id']],
  ['columns.csv', 'content,dim_0,dim_1,id\n"Hello, you",1,2,1\nBye,3,4,2\n', ['id']],
  [
    'nested.jsonl',
    '{"id":1,"values":[1,2],"metadata":{"content":"Hello, you"}}\n{"id":2,"values":[3,4],"metadata":{"content":"Bye"}}\n',
    ['id'],
  ],
])('a table with vectors: %s', async (name, content, columns) => {
  const workspace = await openTestWorkspace()
  const { set, rows, values } = await importFiles(workspace, [write(workspace, name, content)])
  expect([values, set.columns]).toEqual([[1, 2, 3, 4], columns])
  expect(rows.map(({ text, cells }) => [text, ...cells])).toEqual([
    ['Hello, you', '1'],
    ['Bye', '2'],
  ])
})

test('of dropped files, only those with vectors are opened; a damaged array is an error, a damaged table is not', async () => {
  const workspace = await openTestWorkspace()
  const { inspectDropped } = workspace.app.embeddings
  const numbers = Array.from({ length: 8 }, (_, at) => at / 8)
  const vectors = write(workspace, 'vectors.tsv', '1\t2\t3\n4\t5\t6\n')
  const people = write(workspace, 'people.tsv', 'name\ttown\nAda\tOslo\nBob\tRome\n')
  const opened = async (...paths: string[]) => (await inspectDropped(paths))?.files ?? null
  const jsonl = (name: string, value: object) => write(workspace, name, `${JSON.stringify(value)}\n`)
  expect(await opened(people, vectors)).toEqual(['vectors.tsv', 'people.tsv'])
  expect(await opened(jsonl('long.jsonl', { text: 'A', numbers }))).toEqual(['long.jsonl'])
  expect(await opened(jsonl('short.jsonl', { text: 'A', embedding: [1, 2] }))).toEqual(['short.jsonl'])
  const texts = [
    jsonl('places.jsonl', { text: 'A', position: [59.9, 10.7] }),
    write(workspace, 'texts.csv', 'text,year\nA,[2020]\n'),
    write(workspace, 'open quote.csv', 'text,vector\n"A,"[1,2'),
    write(workspace, 'utf16.csv', Buffer.from('\ufefftext\nA', 'utf16le')),
    write(workspace, 'notes.txt', 'One note.\nAnother, with 12 words.\n'),
  ]
  expect(await Promise.all(texts.map((path) => opened(path)))).toEqual(texts.map(() => null))
  expect(await opened(...texts.slice(0, 2))).toBeNull()
  await expect(opened(write(workspace, 'damaged.npy', 'nothing'))).rejects.toThrow('damaged.npy')
})

test('a field that only a later line has becomes a column, and a line without a vector a failed row', async () => {
  const workspace = await openTestWorkspace()
  const lines = Array.from({ length: 150 }, (_, at) => JSON.stringify({ text: `Row ${at}`, vector: [at] }))
  const path = write(
    workspace,
    'late.jsonl',
    [...lines, '{"text":"last","topic":"sea","vector":null}'].join('\n'),
  )
  const { set, rows } = await importFiles(workspace, [path])
  const { columns, counts } = workspace.app.embeddings.list().find(({ id }) => id === set.id) ?? set
  expect([columns, counts.done, counts.failed]).toEqual([['topic'], 150, 1])
  expect(rows.at(-1)).toMatchObject({
    cells: ['sea'],
    state: 'failed',
    error: 'The imported file has no vector for this row.',
  })
})

test('vectors of any length are imported: 20,000 dimensions', async () => {
  const workspace = await openTestWorkspace()
  const long = Array.from({ length: 20_000 }, (_, at) => at / 8)
  const path = write(workspace, 'long.jsonl', JSON.stringify({ text: 'a', vector: long }))
  expect((await importFiles(workspace, [path])).values).toEqual(long)
})

test('imported vectors are never mixed with those of a provider, and stay with edited texts', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const path = write(workspace, 'own.jsonl', '{"text":"a","vector":[1,2]}\n{"text":"b","vector":[3,4]}\n')
  const { set } = await importFiles(workspace, [path])
  const { id } = set
  await addTexts(workspace, id, ['c'])
  const reason = 'can’t be mixed with those of a provider'
  await expect(app.embeddings.run({ id })).rejects.toThrow(reason)
  await expect(app.embeddings.run({ id, force: true })).rejects.toThrow(reason)
  await expect(app.embeddings.query({ id, text: 'a' })).rejects.toThrow(reason)
  await expect(app.embeddings.setSettings({ id, settings })).rejects.toThrow(reason)
  app.embeddings.editRow({ id, rowId: 1, row: { text: 'A name', title: null, cells: [] } })
  expect(await readNumbers(workspace, id, 2)).toEqual([1, 2, 3, 4])
  const extracted = await app.embeddings.extract({ id, rowIds: [2, 1] })
  expect(extracted).toMatchObject({ name: 'own (2 rows)', upstream: { kind: 'imported' } })
  expect(await readNumbers(workspace, extracted.id, 2)).toEqual([3, 4, 1, 2])
  expect(service.count()).toBe(0)
  // Only the texts go to a set of a provider.
  const copy = await app.embeddings.duplicate({ id, settings })
  expect(copy).toMatchObject({ upstream: null, counts: { rows: 3, done: 0 } })
  service.answerWith((pending) => pending.sendVectors([7]))
  await app.embeddings.run({ id: copy.id })
  expect(await untilIdle(workspace, copy.id)).toMatchObject({ counts: { done: 3 }, dimensions: [1] })
})

test('no row of a set with imported vectors waits for a run, which the set cannot have', async () => {
  const { app, workspace } = await openTestWorkspace()
  const lines = ['{"text":"a","vector":[1,2]}', '{"text":"b","vector":null}']
  const { set } = await importFiles(workspace, [write(workspace, 'own.jsonl', lines.join('\n'))])
  const { id } = set
  const [, failed] = readRows(workspace, id)
  const edit = (rowId: number, text: string) =>
    app.embeddings.editRow({ id, rowId, row: { text, title: null, cells: [] } })
  const edited = edit(failed?.id ?? 0, 'Edited')
  expect(edited).toMatchObject({ state: 'failed', error: 'The imported file has no vector for this row.' })
  const added = await addTexts(workspace, id, ['Added', ''])
  const reason = 'This set has imported vectors, so no provider embeds its rows.'
  const statesOf = (setId: string) => readRows(workspace, setId).map(({ state, error }) => [state, error])
  expect(statesOf(id).slice(2)).toEqual([
    ['failed', reason],
    ['empty', null],
  ])
  expect(edit(added[1] ?? 0, 'No longer empty')).toMatchObject({ state: 'failed', error: reason })
  const again = await importFiles(workspace, [await exportSet(workspace, id, ['jsonl'])])
  expect(statesOf(again.set.id).map(([state]) => state)).toEqual(['done', 'failed', 'failed', 'failed'])
})

test('imported vectors stay marked when they are exported and imported again', async () => {
  const workspace = await openTestWorkspace()
  const path = write(workspace, 'own.jsonl', '{"text":"a","vector":[1,2]}\n')
  const { set } = await importFiles(workspace, [path])
  for (const format of ['csv', 'jsonl', 'npy'] as const) {
    const again = await importFiles(workspace, [await exportSet(workspace, set.id, [format])])
    expect([again.set.upstream?.kind, again.texts, again.values]).toEqual(['imported', ['a'], [1, 2]])
  }
})
