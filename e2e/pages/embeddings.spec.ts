// Texts become vectors: which requests are sent and how often, and what each view shows.
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Application } from '../application'
import { choosePath } from '../chat-steps'
import {
  actOnSet,
  addTexts,
  areOfOneTheme,
  chooseTask,
  createSet,
  newTexts,
  openEmbeddings,
  openInspector,
  readClipboard,
  rows,
  run,
  runNewSet,
  showView,
  table,
  tally,
  tenTexts,
  toThemedVector,
  writeDimensions,
} from '../embeddings-steps'
import { test } from '../page-test'
import { dropFiles } from '../provide-files'
import type { EmbedRequest } from '../scripted-embedding-service'

const path = '/v1/v1beta/models/gen-embedding-001:embedContent'

/** The requests sorted in the order of these texts: several run concurrently, and arrive in any order. */
const listSent = (requests: readonly EmbedRequest[], texts: readonly string[]) =>
  [...requests]
    .sort((one, other) => texts.indexOf(one.text) - texts.indexOf(other.text))
    .map((request) => ({ path: request.path, body: request.body }))

const toSent = (text: string, settings: object) => ({
  path,
  body: { content: { parts: [{ text }] }, ...settings },
})

/** Copies the matrix and parses it: the names in their order, and the numbers of each row. */
async function copyMatrix(application: Application, view: Locator) {
  await application.electron.evaluate(({ clipboard }) => clipboard.writeText(''))
  await view.getByRole('button', { name: 'Copy as TSV' }).click()
  await expect.poll(() => readClipboard(application)).not.toBe('')
  const [header = '', ...lines] = (await readClipboard(application)).trimEnd().split('\n')
  const names = header.split('\t').slice(1)
  const values = lines.map((line) => line.split('\t').slice(1).map(Number))
  expect(lines.map((line) => line.split('\t')[0])).toEqual(names)
  return { names, values }
}

const nearestRows = (page: Page) => page.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem')

test('ten pasted texts are embedded, shown as a matrix and a map, searched, exported, and there after a restart', async ({
  application,
  embeddingService,
}, testInfo) => {
  test.slow()
  const { page } = application
  const query = 'How is bread made?'
  // The query gets the same vector as the fifth text.
  embeddingService.answer = (request) =>
    request.respond(toThemedVector(request.text === query ? (tenTexts[4] ?? '') : request.text))
  await createSet(page)
  await application.electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), tenTexts.join('\n'))
  await newTexts(page).press('ControlOrMeta+v')
  await expect(newTexts(page)).toHaveValue(tenTexts.join('\n'))
  await page.getByRole('button', { name: 'Add 10 rows' }).click()
  await expect(rows(page)).toHaveCount(10)
  await writeDimensions(await openInspector(page), '13')
  await expect(page.getByText('gen-embedding-001 · semantic similarity · 13 dimensions')).toBeVisible()
  expect(embeddingService.requests).toEqual([])
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  await expect(run(page)).toBeDisabled()
  const settings = { taskType: 'SEMANTIC_SIMILARITY', outputDimensionality: 13 }
  expect(listSent(embeddingService.requests, tenTexts)).toEqual(
    tenTexts.map((text) => toSent(text, settings)),
  )

  const matrix = await showView(page, 'Matrix')
  const byCluster = await copyMatrix(application, matrix)
  expect([...byCluster.names].sort()).toEqual([...tenTexts].sort())
  const boundaries = byCluster.names.filter(
    (name, at) => at > 0 && !areOfOneTheme(name, byCluster.names[at - 1] ?? ''),
  )
  expect(boundaries).toHaveLength(2)
  await matrix.getByRole('radio', { name: 'Table order' }).click()
  await expect.poll(async () => (await copyMatrix(application, matrix)).names).toEqual(tenTexts)
  for (const [row, values] of (await copyMatrix(application, matrix)).values.entries())
    for (const [column, value] of values.entries()) {
      const areSimilar = areOfOneTheme(tenTexts[row] ?? '', tenTexts[column] ?? '')
      expect(value, `${row} × ${column}`).toBeCloseTo(row === column ? 1 : areSimilar ? 0.36 : 0, 6)
    }
  const grid = matrix.getByRole('grid', { name: 'Similarity matrix' })
  await grid.press('Control+Home')
  await grid.press('ArrowRight')
  const cellLabel = (value: string) => `1 ${tenTexts[0]} × 2 ${tenTexts[1]}: ${value}`
  await expect(grid.getByRole('gridcell')).toHaveText(cellLabel('0.3600'))
  await matrix.getByRole('radio', { name: 'Dot' }).click()
  await expect(grid.getByRole('gridcell')).toHaveText(cellLabel('9.0000'))
  await matrix.getByRole('radio', { name: 'Euclidean' }).click()
  await expect(grid.getByRole('gridcell')).toHaveText(cellLabel('5.6569'))
  await matrix.getByRole('switch', { name: 'Normalize vectors' }).click()
  await expect(grid.getByRole('gridcell')).toHaveText(cellLabel('1.1314'))
  await matrix.getByRole('radio', { name: 'Cosine' }).click()
  await matrix.getByRole('switch', { name: 'Normalize vectors' }).click()
  await expect(grid.getByRole('gridcell')).toHaveText(cellLabel('0.3600'))

  const map = await showView(page, 'Map')
  await expect(map.getByText(/^PCA of 10 texts, [\d.]+% \+ [\d.]+% of variance$/)).toBeVisible()
  await expect(map.getByRole('application', { name: 'Map of 10 texts' })).toBeVisible()
  await map.getByRole('radio', { name: 'UMAP' }).click()
  await expect(map.getByText(/^UMAP of 10 texts, seed 1,/)).toBeVisible()

  const neighbors = await showView(page, 'Neighbors')
  await expect(nearestRows(page)).toHaveCount(9)
  await neighbors.getByRole('radio', { name: 'Custom text' }).click()
  await neighbors.getByRole('textbox', { name: 'Query' }).fill(query)
  await neighbors.getByRole('textbox', { name: 'Query' }).press('Enter')
  await expect(nearestRows(page)).toHaveText([
    /^15Bread bakes in an oven.*1\.0000$/,
    /^2[46].*0\.3600$/,
    /^3[46].*0\.3600$/,
    ...Array.from({ length: 7 }, () => /0\.0000$/),
  ])
  const querySettings = { taskType: 'SEMANTIC_SIMILARITY', outputDimensionality: 13 }
  expect(listSent(embeddingService.requests.slice(10), [query])).toEqual([toSent(query, querySettings)])
  await neighbors.getByRole('button', { name: 'Find' }).click()
  await expect(neighbors.getByText('From cache. No request was sent.')).toBeVisible()

  const task = neighbors.getByRole('combobox', { name: 'Task type' })
  await expect(task).toHaveText('Semantic similarity')
  await chooseTask(neighbors, 'Question answering')
  await expect(neighbors.getByText('“Semantic similarity” fits this set.')).toBeVisible()
  await neighbors.getByRole('button', { name: 'Find' }).click()
  const listRequested = () => listSent(embeddingService.requests.slice(11), [query])
  await expect
    .poll(listRequested)
    .toEqual([toSent(query, { ...querySettings, taskType: 'QUESTION_ANSWERING' })])
  await chooseTask(neighbors, 'Semantic similarity')

  const file = testInfo.outputPath('Set 1.csv')
  await choosePath(application, file)
  await actOnSet(page, 'Set 1', 'Export as CSV…')
  await expect(page.getByText(`Exported to ${file}`)).toBeVisible()
  const [header, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(header).toBe('text,title,embedding_model,embedding_task_type,embedding_dimensions,embedding')
  expect(lines.map((line) => JSON.parse(line.slice(line.indexOf('['), -1)))).toEqual(
    tenTexts.map(toThemedVector),
  )

  await application.relaunch()
  const again = application.page
  await openEmbeddings(again)
  const restored = await showView(again, 'Neighbors')
  await expect(restored.getByRole('textbox', { name: 'Query' })).toHaveValue(query)
  await restored.getByRole('button', { name: 'Find' }).click()
  await expect(nearestRows(again).first()).toHaveText(/^15Bread bakes in an oven.*1\.0000$/)
  await showView(again, 'Table')
  await expect(tally(again)).toHaveText('10 rows · 10 done')
  await expect(rows(again)).toContainText(tenTexts)
  expect(embeddingService.requests).toHaveLength(12)
})

test.describe('with the demo', () => {
  test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

  test('three themes are grouped: in the matrix, around a typed query, and as clusters of the map', async ({
    application,
  }) => {
    const { page } = application
    await runNewSet(page, tenTexts)
    await expect(page.getByRole('main').getByText('Demo').first()).toBeVisible()
    const { names } = await copyMatrix(application, await showView(page, 'Matrix'))
    const boundaries = names.filter((name, at) => at > 0 && !areOfOneTheme(name, names[at - 1] ?? ''))
    expect(boundaries).toHaveLength(2)

    const neighbors = await showView(page, 'Neighbors')
    await neighbors.getByRole('radio', { name: 'Custom text' }).click()
    await neighbors.getByRole('textbox', { name: 'Query' }).fill('a telescope for galaxies and planets')
    await neighbors.getByRole('button', { name: 'Find' }).click()
    await expect(nearestRows(page)).toHaveCount(10)
    const shown = await nearestRows(page).allTextContents()
    const nearest = shown.slice(0, 3).map((line) => tenTexts.find((text) => line.includes(text)) ?? '')
    expect(nearest.map((text) => areOfOneTheme(text, tenTexts[9] ?? ''))).toEqual([true, true, true])

    const map = await showView(page, 'Map')
    await expect(map.getByText(/^PCA of 10 texts/)).toBeVisible()
    await map.getByRole('button', { name: 'Map options' }).click()
    await page
      .getByRole('dialog', { name: 'Map options' })
      .getByRole('textbox', { name: 'Clusters' })
      .fill('3')
    await page.keyboard.press('Escape')
    await map.getByRole('combobox', { name: 'Color by' }).click()
    await page.getByRole('option', { name: 'Clusters' }).click()
    const legend = map.getByRole('region', { name: 'Legend' })
    await expect(legend.getByRole('listitem')).toHaveText([/4$/, /3$/, /3$/])
    // Each cluster is named by words of its theme.
    await expect(legend.getByRole('listitem').first()).toHaveText(/telescope|planets|galaxies/)
    for (const name of [/bread|dough|oven/, /boat|harbour|sail/])
      await expect(legend.getByRole('listitem').filter({ hasText: name })).toHaveCount(1)
  })
})

test('only configured fields are sent besides the text: task, dimensions, and a title with documents only', async ({
  application: { page },
  embeddingService,
}) => {
  await openEmbeddings(page)
  await dropFiles(page.getByRole('region', { name: 'Embeddings', exact: true }), {
    name: 'articles.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('title,text\nHarbors,Where ships rest.\n,Where nothing is.\n'),
  })
  const dialog = page.getByRole('dialog', { name: 'Import articles.csv' })
  await expect(dialog.getByRole('combobox', { name: 'Title column' })).toContainText('title')
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(rows(page)).toHaveCount(2)
  const texts = ['Where ships rest.', 'Where nothing is.']
  const inspector = await openInspector(page)
  await chooseTask(inspector, 'None')
  await writeDimensions(inspector, '')
  await run(page).click()
  await expect(tally(page)).toHaveText('2 rows · 2 done')
  expect(listSent(embeddingService.requests, texts)).toEqual(texts.map((text) => toSent(text, {})))

  await chooseTask(inspector, 'Retrieval document')
  await inspector.getByRole('radio', { name: '1536' }).click()
  await expect(tally(page)).toHaveText('2 rows · 2 not run')
  await run(page).click()
  await expect(tally(page)).toHaveText('2 rows · 2 done')
  const settings = { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 1536 }
  expect(listSent(embeddingService.requests.slice(2), texts)).toEqual([
    toSent('Where ships rest.', { ...settings, title: 'Harbors' }),
    toSent('Where nothing is.', settings),
  ])
  // Nothing is billed twice: the first settings restore their cached vectors.
  await chooseTask(inspector, 'None')
  await writeDimensions(inspector, '')
  await expect(tally(page)).toHaveText('2 rows · 2 done · 2 cached')
  await expect(run(page)).toBeDisabled()
  expect(embeddingService.requests).toHaveLength(4)
})

test('a text over the model’s limit is reported and not sent, and a row without text is skipped', async ({
  application: { page },
  embeddingService,
}) => {
  const long = 'word '.repeat(2000).trim()
  embeddingService.answer = (request) =>
    request.path.endsWith(':countTokens')
      ? request.respondWith(200, { totalTokens: 3000 })
      : request.respond([1, 2])
  await createSet(page)
  await addTexts(page, ['A short one.', long, 'One that goes.'])
  await rows(page).nth(2).dblclick()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('')
  await page.keyboard.press('Control+Enter')
  await expect(tally(page)).toHaveText('3 rows · 1 done · 1 failed · 1 without text, skipped')
  await expect(rows(page).nth(1)).toContainText(
    'Failed: This text has 3,000 tokens. Gen Embedding 001 accepts up to 2,048.',
  )
  await expect(rows(page).nth(2)).toContainText('No text')
  expect(
    embeddingService.requests.map((request) => [request.path.split(':')[1], request.text]).sort(),
  ).toEqual([
    ['countTokens', long],
    ['embedContent', 'A short one.'],
  ])
  await table(page).focus()
  await page.getByRole('button', { name: 'Next failed' }).click()
  await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true')
})
