// Export and import of sets, in each format and without new requests. A faulty file is rejected by line.
import { readFile, writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import type { Application } from '../application'
import { choosePath } from '../chat-steps'
import {
  actOnSet,
  chooseTask,
  openEmbeddings,
  openInspector,
  readClipboard,
  rows,
  run,
  sets,
  showView,
  table,
  tally,
  writeDimensions,
} from '../embeddings-steps'
import { test } from '../page-test'
import { dropFiles, dropPaths } from '../provide-files'
import type { ScriptedEmbeddingService } from '../scripted-embedding-service'

const vectors: Readonly<Record<string, readonly number[]>> = {
  'A boat, at "rest".': [0.5, -0.25, 3],
  'Bread, still warm.': [0.125, 2, -0.5],
  'Two\nlines.': [0, 0, 1],
}

/** Creates a set with titles, a column, and texts that need quotes in CSV. */
async function createSet(page: Page, embeddingService: ScriptedEmbeddingService): Promise<void> {
  embeddingService.answer = (request) => request.respond(vectors[request.text] ?? [])
  await openEmbeddings(page)
  const [one, two, three] = Object.keys(vectors)
  const lines = [
    { text: one, title: 'Boats', town: 'Oslo' },
    { text: two, title: '', town: '' },
    { text: three, title: 'Lines', town: 'Rome' },
    { text: '', title: 'Nothing', town: 'Bern' },
  ]
  await dropFiles(page.getByRole('region', { name: 'Embeddings', exact: true }), {
    name: 'Words.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(lines.map((row) => JSON.stringify(row)).join('\n')),
  })
  await page.getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(rows(page)).toHaveCount(4)
  const inspector = await openInspector(page)
  await chooseTask(inspector, 'Retrieval document')
  await writeDimensions(inspector, '3')
  await run(page).click()
  await expect(tally(page)).toHaveText('4 rows · 3 done · 1 without text, skipped')
}

async function exportAs(application: Application, action: string, path: string): Promise<void> {
  await choosePath(application, path)
  await actOnSet(application.page, 'Words', action)
  await expect(application.page.getByText(`Exported to ${path}`)).toBeVisible()
}

async function importFrom(application: Application, path: string): Promise<void> {
  await choosePath(application, path)
  await application.page.getByRole('button', { name: 'Import set or vectors…' }).click()
}

/** Reads everything the page shows of the set: texts, cells and vectors. */
async function readSet(application: Application, count = 3): Promise<unknown[]> {
  const { page } = application
  await showView(page, 'Table')
  const result: unknown[] = []
  for (let at = 0; at < count; at += 1) {
    const cells = await rows(page).nth(at).getByRole('gridcell').allTextContents()
    await rows(page).nth(at).click()
    await application.electron.evaluate(({ clipboard }) => clipboard.writeText(''))
    await (await showView(page, 'Vector')).getByRole('button', { name: 'Copy as JSON' }).click()
    await expect.poll(() => readClipboard(application)).not.toBe('')
    result.push([...cells.slice(0, -1), JSON.parse(await readClipboard(application))])
    await showView(page, 'Table')
  }
  return result
}

const formats = [
  { action: 'Export as CSV…', file: 'Words.csv' },
  { action: 'Export as CSV, one column per dimension…', file: 'Words.csv' },
  { action: 'Export as JSONL…', file: 'Words.jsonl' },
  { action: 'Export as NPY with labels…', file: 'Words.npy' },
]

for (const { action, file } of formats) {
  test(`${action} and import: the same texts, columns, settings and vectors, without new requests`, async ({
    application,
    embeddingService,
  }, testInfo) => {
    const { page } = application
    await createSet(page, embeddingService)
    const before = await readSet(application)
    expect(before.map((row) => (row as unknown[]).at(-1))).toEqual(Object.values(vectors))
    const path = testInfo.outputPath(file)
    await exportAs(application, action, path)
    await actOnSet(page, 'Words', /^Delete set/)
    await expect(page.getByRole('heading', { name: 'Explore embeddings' })).toBeVisible()
    await importFrom(application, path)
    await expect(page.getByText('“Words” imported: 4 rows')).toBeVisible()
    await expect(tally(page)).toHaveText('4 rows · 3 done · 1 without text, skipped')
    await expect(page.getByText('gen-embedding-001 · retrieval document · 3 dimensions')).toBeVisible()
    expect(await readSet(application)).toEqual(before)
    expect(embeddingService.requests).toHaveLength(3)
  })
}

test('the exported files are readable for other programs: CSV, JSONL, and NPY with labels', async ({
  application,
  embeddingService,
}, testInfo) => {
  await createSet(application.page, embeddingService)
  const csv = testInfo.outputPath('Words.csv')
  await exportAs(application, 'Export as CSV…', csv)
  const settings = 'gen-embedding-001,RETRIEVAL_DOCUMENT,3'
  expect(await readFile(csv, 'utf8')).toBe(
    [
      'text,title,town,embedding_model,embedding_task_type,embedding_dimensions,embedding',
      `"A boat, at ""rest"".",Boats,Oslo,${settings},"[0.5,-0.25,3]"`,
      `"Bread, still warm.",,,${settings},"[0.125,2,-0.5]"`,
      `"Two\nlines.",Lines,Rome,${settings},"[0,0,1]"`,
      `,Nothing,Bern,${settings},`,
      '',
    ].join('\n'),
  )
  const jsonl = testInfo.outputPath('Words.jsonl')
  await exportAs(application, 'Export as JSONL…', jsonl)
  const [first = ''] = (await readFile(jsonl, 'utf8')).split('\n')
  expect(JSON.parse(first)).toEqual({
    text: 'A boat, at "rest".',
    title: 'Boats',
    cells: { town: 'Oslo' },
    model: 'gen-embedding-001',
    taskType: 'RETRIEVAL_DOCUMENT',
    outputDimensionality: 3,
    upstream: {
      kind: 'service',
      id: expect.any(String),
      label: expect.stringContaining('Scripted'),
      address: expect.stringContaining('http://127.0.0.1:'),
    },
    embedding: [0.5, -0.25, 3],
  })
  const npy = testInfo.outputPath('Words.npy')
  await exportAs(application, 'Export as NPY with labels…', npy)
  const bytes = await readFile(npy)
  const headerLength = 10 + bytes.readUInt16LE(8)
  expect(bytes.toString('latin1', 0, 8)).toBe('\x93NUMPY\x01\x00')
  expect(bytes.toString('latin1', 10, headerLength)).toContain(
    "'descr': '<f4', 'fortran_order': False, 'shape': (3, 3)",
  )
  const values = Array.from({ length: 9 }, (_, at) => bytes.readFloatLE(headerLength + at * 4))
  expect(values).toEqual([...new Float32Array(Object.values(vectors).flat())])
  expect(bytes).toHaveLength(headerLength + 36)
  const labels = JSON.parse(await readFile(testInfo.outputPath('Words.json'), 'utf8'))
  expect(labels.rows.map((row: { text: string; vector: number | null }) => [row.text, row.vector])).toEqual([
    ...Object.keys(vectors).map((text, at) => [text, at]),
    ['', null],
  ])
})

test('a faulty file is rejected with its line, and creates no set', async ({ application }, testInfo) => {
  const { page } = application
  await openEmbeddings(page)
  const ragged = testInfo.outputPath('ragged.csv')
  const header = 'text,embedding_model,embedding'
  await writeFile(ragged, `${header}\nOne,gen-embedding-001,"[1,2]"\nTwo,gen-embedding-001\n`)
  await importFrom(application, ragged)
  await expect(page.getByText(/Line 3: has 2 fields, but the header has 3\./)).toBeVisible()
  const plain = testInfo.outputPath('plain.csv')
  await writeFile(plain, 'words\nOne\n')
  await importFrom(application, plain)
  await expect(page.getByText(/plain\.csv has no vectors: no column holds arrays of numbers/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Embedding sets' }).getByRole('listitem')).toHaveCount(0)
})

/** Two vectors of three dimensions, as NumPy writes them. */
function makeNpy(): Buffer {
  const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }".padEnd(117)
  const head = Buffer.from('\x93NUMPY\x01\x00\x76\x00', 'latin1')
  const values = Buffer.from(new Float32Array([1, 0, 0, 0.5, 0.5, 0]).buffer)
  return Buffer.concat([head, Buffer.from(`${header}\n`), values])
}

test('own vectors are imported with their labels, marked, and never mixed with those of a provider', async ({
  application,
  embeddingService,
}, testInfo) => {
  const { page } = application
  await openEmbeddings(page)
  const path = testInfo.outputPath('Own.npy')
  await writeFile(path, makeNpy())
  await writeFile(testInfo.outputPath('Own_labels.tsv'), 'name\ttown\nBoat\tOslo\nBread\tRome\n')
  await choosePath(application, path)
  await page.getByRole('button', { name: /^Import vectors/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Import vectors' })
  await expect(dialog.getByText('Own.npy + Own_labels.tsv · 2 vectors · 3 dimensions')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Text column' })).toHaveText('name')
  await expect(dialog.getByRole('row', { name: 'Bread Rome 0.5, 0.5, 0' })).toBeVisible()
  await expectNoViolations(page, 'import of vectors')
  await page.screenshot({ path: testInfo.outputPath('import-vectors.png') })
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('“Own” imported: 2 rows')).toBeVisible()
  await expect(page.getByText('from Own.npy · 3 dimensions')).toBeVisible()
  await expect(sets(page).getByText('Imported')).toBeVisible()
  await expect(run(page)).toBeDisabled()
  expect((await readSet(application, 2)).map((row) => (row as unknown[]).at(-1))).toEqual([
    [1, 0, 0],
    [0.5, 0.5, 0],
  ])
  const neighbors = await showView(page, 'Neighbors')
  await neighbors.getByRole('radio', { name: 'Custom text' }).click()
  await expect(neighbors.getByText(/^This set has imported vectors, which can’t be mixed/)).toBeVisible()
  const inspector = await openInspector(page)
  await expect(inspector.getByText('Imported from Own.npy')).toBeVisible()
  await expect(inspector.getByRole('combobox', { name: 'Model' })).toHaveCount(0)
  await expectNoViolations(page, 'imported vectors')
  await page.screenshot({ path: testInfo.outputPath('imported-set.png') })
  expect(embeddingService.requests).toHaveLength(0)
})

test('dropped vectors are imported like chosen ones, a dropped table of texts as texts', async ({
  application: { page },
}, testInfo) => {
  await openEmbeddings(page)
  const panel = page.getByRole('region', { name: 'Embeddings', exact: true })
  const vectors = page.getByRole('dialog', { name: 'Import vectors' })
  const write = async (name: string, content: string | Buffer) => {
    await writeFile(testInfo.outputPath(name), content)
    return testInfo.outputPath(name)
  }
  const lines = ['Boat', 'Bread'].map((text, at) => JSON.stringify({ text, embedding: [at, 1] }))
  await dropPaths(panel, await write('With vectors.jsonl', lines.join('\n')))
  await expect(vectors.getByText('With vectors.jsonl · 2 dimensions')).toBeVisible()
  await expectNoViolations(page, 'dropped vectors', '[role=dialog]')
  await vectors.getByRole('button', { name: 'Import texts only' }).click()
  await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeVisible()
  await expect(vectors).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await dropPaths(panel, await write('Texts.csv', 'text,year\nBoat,2020\nBread,2021\nTea,2022\n'))
  await expect(page.getByRole('button', { name: 'Import 3 rows' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  const names = await write('Names.tsv', 'name\ttown\nBoat\tOslo\nBread\tRome\n')
  await dropPaths(panel, names, await write('Own.npy', makeNpy()))
  await expect(vectors.getByText('Own.npy + Names.tsv · 2 vectors · 3 dimensions')).toBeVisible()
  await vectors.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('“Own” imported: 2 rows')).toBeVisible()
  await expect(tally(page)).toHaveText('2 rows · 2 done')
  // A file without a path is not on a disk.
  await dropFiles(panel, { name: 'Own.npy', mimeType: '', buffer: makeNpy() })
  await expect(page.getByText(/This file isn’t on a disk/)).toBeVisible()
})

test('in the Library a set is found by its texts, opens in context, and is deleted and restored', async ({
  application: { page },
  embeddingService,
}) => {
  await createSet(page, embeddingService)
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  const search = page.getByRole('searchbox', { name: 'Search Library' })
  await search.fill('boat')
  // Without Enter, the search is applied after a delay, and would clear a later selection.
  await search.press('Enter')
  const item = page.getByRole('listbox', { name: 'Items' }).getByRole('option', { name: /Words, Embeddings/ })
  await item.click()
  await page
    .getByRole('complementary', { name: 'Inspector' })
    .getByRole('button', { name: 'Open set', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'Words' })).toBeVisible()
  await expect(table(page)).toBeVisible()
  await actOnSet(page, 'Words', /^Delete set/)
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await expect(item).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(item).toHaveCount(1)
})
