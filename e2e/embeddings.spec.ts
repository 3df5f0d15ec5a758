// Texts that become vectors: what is sent and how often, what is seen of them, what is asked of them, and that it lasts.
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Application, test } from './application'
import { choosePath } from './chat-steps'
import {
  actOnSet,
  addTexts,
  areOfOneTheme,
  beginSet,
  chooseTask,
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
} from './embeddings-steps'
import { dropFiles } from './provide-files'
import type { EmbedRequest } from './scripted-embedding-service'

const path = '/v1/v1beta/models/gen-embedding-001:embedContent'

/** In the order of these texts: several are under way at once, and come in any order. */
const listSent = (calls: readonly EmbedRequest[], texts: readonly string[]) =>
  [...calls]
    .sort((one, other) => texts.indexOf(one.text) - texts.indexOf(other.text))
    .map((call) => ({ path: call.path, body: call.body }))

const toSent = (text: string, settings: object) => ({
  path,
  body: { content: { parts: [{ text }] }, ...settings },
})

/** As it was copied: the names in their order, and the numbers of each row. */
async function copyMatrix(application: Application, view: Locator) {
  await application.electron.evaluate(({ clipboard }) => clipboard.writeText(''))
  await view.getByRole('button', { name: 'Copy as TSV' }).click()
  await expect.poll(() => readClipboard(application)).not.toBe('')
  const [head = '', ...lines] = (await readClipboard(application)).trimEnd().split('\n')
  const names = head.split('\t').slice(1)
  const values = lines.map((line) => line.split('\t').slice(1).map(Number))
  expect(lines.map((line) => line.split('\t')[0])).toEqual(names)
  return { names, values }
}

const near = (page: Page) => page.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem')

test('ten pasted texts run, are seen as a matrix and a map, searched by a typed query, exported, and there after a restart', async ({
  application,
  embedder,
}, testInfo) => {
  test.setTimeout(120_000)
  const { page } = application
  const query = 'How is bread made?'
  // What is asked for stands in the very place of the fifth text.
  embedder.answer = (call) => call.give(toThemedVector(call.text === query ? (tenTexts[4] ?? '') : call.text))
  await beginSet(page)
  await application.electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), tenTexts.join('\n'))
  await newTexts(page).press('ControlOrMeta+v')
  await expect(newTexts(page)).toHaveValue(tenTexts.join('\n'))
  await page.getByRole('button', { name: 'Add 10 rows' }).click()
  await expect(rows(page)).toHaveCount(10)
  await writeDimensions(await openInspector(page), '13')
  await expect(page.getByText('gen-embedding-001 · semantic similarity · 13 dimensions')).toBeVisible()
  expect(embedder.calls).toEqual([])
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  await expect(run(page)).toBeDisabled()
  const settings = { taskType: 'SEMANTIC_SIMILARITY', outputDimensionality: 13 }
  expect(listSent(embedder.calls, tenTexts)).toEqual(tenTexts.map((text) => toSent(text, settings)))

  const matrix = await showView(page, 'Matrix')
  const byCluster = await copyMatrix(application, matrix)
  expect([...byCluster.names].sort()).toEqual([...tenTexts].sort())
  const borders = byCluster.names.filter(
    (name, at) => at > 0 && !areOfOneTheme(name, byCluster.names[at - 1] ?? ''),
  )
  expect(borders).toHaveLength(2)
  await matrix.getByRole('radio', { name: 'Table order' }).click()
  await expect.poll(async () => (await copyMatrix(application, matrix)).names).toEqual(tenTexts)
  for (const [row, values] of (await copyMatrix(application, matrix)).values.entries())
    for (const [column, value] of values.entries()) {
      const isNear = areOfOneTheme(tenTexts[row] ?? '', tenTexts[column] ?? '')
      expect(value, `${row} × ${column}`).toBeCloseTo(row === column ? 1 : isNear ? 0.36 : 0, 6)
    }
  const grid = matrix.getByRole('grid', { name: 'Similarity matrix' })
  await grid.press('Control+Home')
  await grid.press('ArrowRight')
  const spoken = (measure: string) => `1 ${tenTexts[0]} × 2 ${tenTexts[1]}: ${measure}`
  await expect(grid.getByRole('gridcell')).toHaveText(spoken('0.3600'))
  await matrix.getByRole('radio', { name: 'Dot' }).click()
  await expect(grid.getByRole('gridcell')).toHaveText(spoken('9.0000'))
  await matrix.getByRole('radio', { name: 'Euclidean' }).click()
  await expect(grid.getByRole('gridcell')).toHaveText(spoken('5.6569'))
  await matrix.getByRole('switch', { name: 'Normalize vectors' }).click()
  await expect(grid.getByRole('gridcell')).toHaveText(spoken('1.1314'))
  await matrix.getByRole('radio', { name: 'Cosine' }).click()
  await matrix.getByRole('switch', { name: 'Normalize vectors' }).click()
  await expect(grid.getByRole('gridcell')).toHaveText(spoken('0.3600'))

  const map = await showView(page, 'Map')
  await expect(map.getByText(/^PCA of 10 texts, [\d.]+% \+ [\d.]+% of variance$/)).toBeVisible()
  await expect(map.getByRole('application', { name: 'Map of 10 texts' })).toBeVisible()
  await map.getByRole('radio', { name: 'UMAP' }).click()
  await expect(map.getByText(/^UMAP of 10 texts, seed 1,/)).toBeVisible()

  const neighbours = await showView(page, 'Neighbors')
  await expect(near(page)).toHaveCount(9)
  await neighbours.getByRole('radio', { name: 'Custom text' }).click()
  await neighbours.getByRole('textbox', { name: 'Query' }).fill(query)
  await neighbours.getByRole('textbox', { name: 'Query' }).press('Enter')
  await expect(near(page)).toHaveText([
    /^15Bread bakes in an oven.*1\.0000$/,
    /^2[46].*0\.3600$/,
    /^3[46].*0\.3600$/,
    ...Array.from({ length: 7 }, () => /0\.0000$/),
  ])
  const asked = { taskType: 'RETRIEVAL_QUERY', outputDimensionality: 13 }
  expect(listSent(embedder.calls.slice(10), [query])).toEqual([toSent(query, asked)])
  await neighbours.getByRole('button', { name: 'Find' }).click()
  await expect(neighbours.getByText('From cache. No request was sent.')).toBeVisible()

  const file = testInfo.outputPath('Set 1.csv')
  await choosePath(application, file)
  await actOnSet(page, 'Set 1', 'Export as CSV…')
  await expect(page.getByText(`Exported to ${file}`)).toBeVisible()
  const [head, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(head).toBe('text,title,embedding_model,embedding_task_type,embedding_dimensions,embedding')
  expect(lines.map((line) => JSON.parse(line.slice(line.indexOf('['), -1)))).toEqual(
    tenTexts.map(toThemedVector),
  )

  await application.relaunch()
  const again = application.page
  await openEmbeddings(again)
  const kept = await showView(again, 'Neighbors')
  await expect(kept.getByRole('textbox', { name: 'Query' })).toHaveValue(query)
  await kept.getByRole('button', { name: 'Find' }).click()
  await expect(near(again).first()).toHaveText(/^15Bread bakes in an oven.*1\.0000$/)
  await showView(again, 'Table')
  await expect(tally(again)).toHaveText('10 rows · 10 done')
  await expect(rows(again)).toContainText(tenTexts)
  expect(embedder.calls).toHaveLength(11)
})

test.describe('with the demo', () => {
  test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

  test('three themes find together: beside each other, around a typed query, and as clusters of the map', async ({
    application,
  }) => {
    const { page } = application
    await runNewSet(page, tenTexts)
    await expect(page.getByRole('main').getByText('Demo').first()).toBeVisible()
    const { names } = await copyMatrix(application, await showView(page, 'Matrix'))
    const borders = names.filter((name, at) => at > 0 && !areOfOneTheme(name, names[at - 1] ?? ''))
    expect(borders).toHaveLength(2)

    const neighbours = await showView(page, 'Neighbors')
    await neighbours.getByRole('radio', { name: 'Custom text' }).click()
    await neighbours.getByRole('textbox', { name: 'Query' }).fill('a telescope for galaxies and planets')
    await neighbours.getByRole('button', { name: 'Find' }).click()
    await expect(near(page)).toHaveCount(10)
    const shown = await near(page).allTextContents()
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
    await expect(legend.getByRole('button')).toHaveText([/4$/, /3$/, /3$/])
  })
})

test('beyond the text only what is set is sent: task, length, and a title with documents alone', async ({
  application: { page },
  embedder,
}) => {
  await openEmbeddings(page)
  await dropFiles(page.getByRole('region', { name: 'Embeddings', exact: true }), {
    name: 'articles.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('title,text\nHarbours,Where ships rest.\n,Where nothing is.\n'),
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
  expect(listSent(embedder.calls, texts)).toEqual(texts.map((text) => toSent(text, {})))

  await chooseTask(inspector, 'Retrieval document')
  await inspector.getByRole('radio', { name: '1536' }).click()
  await expect(tally(page)).toHaveText('2 rows · 2 not run')
  await run(page).click()
  await expect(tally(page)).toHaveText('2 rows · 2 done')
  const settings = { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 1536 }
  expect(listSent(embedder.calls.slice(2), texts)).toEqual([
    toSent('Where ships rest.', { ...settings, title: 'Harbours' }),
    toSent('Where nothing is.', settings),
  ])
  // Nothing is paid for twice: the first settings bring their vectors back.
  await chooseTask(inspector, 'None')
  await writeDimensions(inspector, '')
  await expect(tally(page)).toHaveText('2 rows · 2 done · 2 cached')
  await expect(run(page)).toBeDisabled()
  expect(embedder.calls).toHaveLength(4)
})

test('a text over the model’s limit is told before it is sent, and a row without text is left out', async ({
  application: { page },
  embedder,
}) => {
  const long = 'word '.repeat(2000).trim()
  embedder.answer = (call) =>
    call.path.endsWith(':countTokens') ? call.tell(200, { totalTokens: 3000 }) : call.give([1, 2])
  await beginSet(page)
  await addTexts(page, ['A short one.', long, 'One that goes.'])
  await rows(page).nth(2).dblclick()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('')
  await page.keyboard.press('Control+Enter')
  await expect(tally(page)).toHaveText('3 rows · 1 done · 1 failed · 1 without text, skipped')
  await expect(rows(page).nth(1)).toContainText(
    'Failed: This text has 3,000 tokens. Gen Embedding 001 accepts up to 2,048.',
  )
  await expect(rows(page).nth(2)).toContainText('No text')
  expect(embedder.calls.map((call) => [call.path.split(':')[1], call.text]).sort()).toEqual([
    ['countTokens', long],
    ['embedContent', 'A short one.'],
  ])
  await table(page).focus()
  await page.getByRole('button', { name: 'Next failed' }).click()
  await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true')
})
