// Files are analyzed before they are imported, including malformed ones.
import { expect, test } from 'vitest'
import { analyzeTable, looksLikeHead, readTableRows } from './read-rows'
import { describeAnomalies } from './TableDialog'
import {
  guessChoice,
  guessForm,
  looksLikeTable,
  nameColumns,
  planCells,
  type TableAnalysis,
  type TableForm,
} from './table-options'

function analysis(content: BlobPart, form: TableForm = 'table', delimiter?: string): Promise<TableAnalysis> {
  return analyzeTable(new Blob([content]), { form, delimiter }, () => undefined)
}

/** Imports like the dialog with its default choices. */
async function importRows(content: BlobPart, form: TableForm = 'table', maxRows = 200_000) {
  const found = await analysis(content, form)
  const choice = guessChoice(found)
  const plan = planCells([], found, choice)
  const slices = readTableRows(new Blob([content]), { ...found, ...choice, sources: plan.sources, maxRows })
  const lengths: number[] = []
  const rows = []
  let step = await slices.next()
  for (; !step.done; step = await slices.next()) {
    lengths.push(step.value.rows.length)
    rows.push(...step.value.rows)
  }
  return { rows, lengths, losses: step.value, columns: plan.columns }
}

test('analyzes the columns, the rows and the mean length of each column of a table', async () => {
  expect(await analysis('id,text\n1,one\n22,"two, three"\n')).toEqual({
    form: 'table',
    encoding: 'utf-8',
    delimiter: ',',
    rows: 3,
    width: 2,
    names: [],
    sample: [
      ['id', 'text'],
      ['1', 'one'],
      ['22', 'two, three'],
    ],
    hasHead: true,
    lengths: [5 / 3, 17 / 3],
    shorter: { count: 0, lines: [] },
    longer: { count: 0, lines: [] },
    huge: { count: 0, lines: [] },
    unreadable: [],
  })
})

test('ragged rows are reported, not rejected', async () => {
  const found = await analysis('a;b;c\n1;2\n1;2;3\n1;2;3;4\n')
  expect(found).toMatchObject({
    delimiter: ';',
    width: 4,
    shorter: { count: 1, lines: [2] },
    longer: { count: 1, lines: [4] },
  })
  expect(describeAnomalies(found)).toEqual([
    '1 row has fewer cells than the first row. Missing cells are left empty (line 2).',
    '1 row has more cells than the first row. Extra cells get their own columns (line 4).',
  ])
})

test('rejects an unclosed quote with its line instead of swallowing the rest', async () => {
  await expect(analysis('a,b\n1,"open\n2,3\n4,5\n')).rejects.toThrow(
    'Line 2: missing closing quotation mark. Fix the file, or import it as lines.',
  )
})

test('reports a huge field and reads what follows it', async () => {
  const found = await analysis(`id,text\n1,"${'x'.repeat(600_000)}\nstill the same"\n2,short\n`)
  expect(found).toMatchObject({ rows: 3, huge: { count: 1, lines: [2] } })
  expect(describeAnomalies(found)).toEqual([
    '1 row has a cell over 100,000 characters, which can’t be embedded (line 2).',
  ])
})

test.each([
  [
    'UTF-8 with a byte order mark',
    new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('naïve')]),
    'utf-8',
  ],
  [
    'UTF-16, little-endian',
    new Uint8Array([0xff, 0xfe, 0x6e, 0, 0x61, 0, 0xef, 0, 0x76, 0, 0x65, 0]),
    'utf-16le',
  ],
  [
    'UTF-16, big-endian',
    new Uint8Array([0xfe, 0xff, 0, 0x6e, 0, 0x61, 0, 0xef, 0, 0x76, 0, 0x65]),
    'utf-16be',
  ],
  ['Windows-1252', new Uint8Array([0x6e, 0x61, 0xef, 0x76, 0x65]), 'windows-1252'],
])('detects %s', async (_, bytes, encoding) => {
  expect(await analysis(bytes, 'lines')).toMatchObject({ encoding, sample: [['naïve']] })
})

test('reports the guessed encoding', async () => {
  expect(describeAnomalies(await analysis(new Uint8Array([0xe9]), 'lines'))).toEqual([
    'This file isn’t UTF-8 and was read as Windows-1252. Check that accented letters look right.',
  ])
})

test('a character or a line break split across two chunks is read correctly', async () => {
  const chunkLength = 256 * 1024
  const start = 'x'.repeat(chunkLength - 1)
  expect(await analysis(`${start}é\r\nnext`, 'lines')).toMatchObject({ encoding: 'utf-8', rows: 2 })
  const { rows, lengths } = await analysis(`${start}\r\nnext`, 'lines')
  expect([rows, lengths]).toEqual([2, [(chunkLength + 3) / 2]])
})

test('rejects an image with a message', async () => {
  await expect(analysis(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'lines')).rejects.toThrow(
    'This file isn’t readable text. Save it as UTF-8 and try again.',
  )
})

test('JSON lines: columns are all keys, and invalid lines are reported', async () => {
  const found = await analysis(
    '{"text":"one","n":1}\n\n{"text":"two","tags":["a"]}\n[1]\nnot json\n"three"\n',
    'jsonl',
  )
  expect(found).toMatchObject({
    names: ['text', 'n', 'tags'],
    rows: 3,
    sample: [['one', '1'], ['two', '', '["a"]'], ['three']],
    unreadable: [
      { count: 1, lines: [4], reason: 'neither an object nor a string' },
      { count: 1, lines: [5], reason: 'not valid JSON' },
    ],
    shorter: { count: 0 },
  })
  expect(describeAnomalies(found)).toEqual([
    '1 row couldn’t be read and will be skipped: line 4, neither an object nor a string.',
    '1 row couldn’t be read and will be skipped: line 5, not valid JSON.',
  ])
})

test('an empty file has no row', async () => {
  expect(await analysis('')).toMatchObject({ rows: 0, width: 0, hasHead: false })
})

test('numbers, sentences and duplicate names are not a header', () => {
  const rows = [['x', 'y']]
  expect(
    [
      ['id', 'text'],
      ['1', 'text'],
      ['A sentence.', 'b'],
      ['a', 'a'],
      ['a', ''],
    ].map((first) => looksLikeHead([first, ...rows])),
  ).toEqual([true, false, false, false, false])
  // A word may be the first row of a single column as well as its name.
  const single = ['text', 'Product_name', 'Lisbon', 'a red boat']
  expect(single.map((first) => looksLikeHead([[first], ['Oslo']]))).toEqual([true, true, false, false])
})

test.each([
  { by: 'a semicolon', content: 'id;text\n1;One, two, three, four\n2;Five, six, seven\n', delimiter: ';' },
  { by: 'a tab, in one row', content: 'Head\tBody, with a comma', delimiter: '\t' },
  { by: 'a tab, not a semicolon', content: 'a\tb\n1\tx; y\n2\tz\n', delimiter: '\t' },
  { by: 'a comma', content: 'id,text\n1,one; two\n2,"three; four, five"\n', delimiter: ',' },
  { by: 'a comma, at an incomplete end', content: 'a,b\n1,2\n3', delimiter: ',' },
])('a table of two columns and few rows is split: by $by', async ({ content, delimiter }) => {
  expect(await analysis(content)).toMatchObject({ delimiter, width: 2 })
})

test('a chosen delimiter replaces the guessed one', async () => {
  const found = await analysis('a,b;c\n1,2;3\n', 'table', ',')
  expect(found).toMatchObject({
    delimiter: ',',
    sample: [
      ['a', 'b;c'],
      ['1', '2;3'],
    ],
  })
})

test('a pasted text is a table if all its rows have the same cells, and otherwise lines', () => {
  const tables = ['a\tb', 'a\tb\n1\t2\n', 'a;b\r\n1;2\r\n', 'a;b\n"1;0";2']
  const lines = ['a;b', 'let a;\nlet b;', 'One; two\nThree', 'Plain, text\nMore, text', 'x\ty\nz', '']
  expect([tables.map(looksLikeTable), lines.map(looksLikeTable)]).toEqual([
    tables.map(() => true),
    lines.map(() => false),
  ])
  expect([guessForm('x.txt', 'a\tb'), guessForm('x.txt', '{"a": 1}'), guessForm('x.md', 'a\tb')]).toEqual([
    ...['table', 'lines', 'lines'],
  ])
})

test('assigns text, title and cells to their columns, even in ragged rows', async () => {
  expect(
    await importRows('id,title,text,topic\n1,First,"a ""quoted"", text",x\n2,,\n3,Third,c,y,surplus\n'),
  ).toEqual({
    columns: ['id', 'topic', 'Column 5'],
    rows: [
      { text: 'a "quoted", text', title: 'First', cells: ['1', 'x', ''] },
      { text: '', title: null, cells: ['2', '', ''] },
      { text: 'c', title: 'Third', cells: ['3', 'y', 'surplus'] },
    ],
    lengths: [3],
    losses: { tooLong: 0, truncatedTitles: 0, overLimit: 0 },
  })
})

test('a row with a line break in quotes stays one row', async () => {
  const { rows } = await importRows('text,n\n"one\r\ntwo",1\r\nthree,2\r\n')
  expect(rows.map(({ text }) => text)).toEqual(['one\ntwo', 'three'])
})

test('reads 100,000 rows in slices, each once and in order', async () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => `${at},"text, number ${at}"`)
  const { rows, lengths } = await importRows(`id,text\n${lines.join('\n')}`)
  expect(rows).toHaveLength(100_000)
  expect(rows.every(({ text, cells }, at) => text === `text, number ${at}` && cells[0] === String(at))).toBe(
    true,
  )
  expect(Math.max(...lengths)).toBe(2000)
})

test('skips and counts texts that are too long, and rows beyond the limit', async () => {
  const { rows, losses } = await importRows(`id,text\n1,${'x'.repeat(100_001)}\n2,b\n3,c\n4,d\n`, 'table', 2)
  expect([rows.map(({ text }) => text), losses]).toEqual([
    ['b', 'c'],
    { tooLong: 1, truncatedTitles: 0, overLimit: 1 },
  ])
})

test('lines and paragraphs need no columns', async () => {
  const text = 'one\n\n  two\nthree\n \n\nfour\n'
  const lines = await importRows(text, 'lines')
  const paragraphs = await importRows(text, 'paragraphs')
  expect(lines.rows.map((row) => row.text)).toEqual(['one', 'two', 'three', 'four'])
  expect(paragraphs.rows.map((row) => row.text)).toEqual(['one', 'two\nthree', 'four'])
  expect([lines.columns, paragraphs.columns]).toEqual([[], []])
})

test('the text column is found by its name, otherwise the column with the longest texts is used', async () => {
  expect(guessChoice(await analysis('a long title indeed,text\nxxxxxxxxxx,y\n'))).toMatchObject({ text: 1 })
  expect(guessChoice(await analysis('id,words\n1,many words here\n'))).toEqual({
    hasHead: true,
    text: 1,
    title: null,
  })
})

test('a row with very many cells is supported', async () => {
  expect(guessChoice(await analysis(`${'1,'.repeat(200_000)}words\n`))).toEqual({
    hasHead: false,
    text: 200_000,
    title: null,
  })
})

test('columns with the same name are numbered, and so are those without one', () => {
  expect(nameColumns({ names: [], sample: [['tag', ' ', 'tag']], width: 4 }, true)).toEqual([
    'tag',
    'Column 2',
    'tag 2',
    'Column 4',
  ])
})

test('columns are matched with those of the set by name, and new ones are appended', async () => {
  const found = await analysis('topic,text,lang\nx,y,z\n')
  expect(planCells(['lang', 'year'], found, { hasHead: true, text: 1, title: null })).toEqual({
    columns: ['lang', 'year', 'topic'],
    sources: [2, null, 0],
    skipped: [],
  })
})

test('reports columns beyond the limit of a set', async () => {
  const names = Array.from({ length: 203 }, (_, at) => `c${at}`)
  const found = await analysis(`${names.join(',')}\n${names.map(() => '1').join(',')}\n`)
  const { columns, skipped } = planCells([], found, { hasHead: true, text: 0, title: null })
  expect([columns.length, skipped]).toEqual([200, ['c201', 'c202']])
})
