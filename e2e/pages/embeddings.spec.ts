// Texts become vectors: which requests are sent and how often, runs that are interrupted, and exported sets.
import { readFile, writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { choosePath } from '../chat-steps'
import {
  actOnSet,
  addSet,
  chooseTask,
  createSet,
  newTexts,
  openEmbeddings,
  openInspector,
  panel,
  readClipboard,
  rows,
  run,
  showView,
  table,
  tally,
  tenTexts,
  themedSet,
  toThemedVector,
  writeDimensions,
} from '../embeddings-steps'
import { test } from '../page-test'
import { dropPaths } from '../provide-files'
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

test('pasted texts are embedded with the chosen settings, a query finds the nearest, and nothing is sent twice', async ({
  application,
  embeddingService,
}) => {
  const { page } = application
  const query = 'How is bread made?'
  // The query gets the same vector as the fifth text.
  embeddingService.answer = (request) =>
    request.respond(toThemedVector(request.text === query ? (tenTexts[4] ?? '') : request.text))
  await createSet(page)
  await application.electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), tenTexts.join('\n'))
  await newTexts(page).press('ControlOrMeta+v')
  await page.getByRole('button', { name: 'Add 10 rows' }).click()
  await expect(rows(page)).toHaveCount(10)
  const inspector = await openInspector(page)
  await writeDimensions(inspector, '13')
  await expect(page.getByText('gen-embedding-001 · semantic similarity · 13 dimensions')).toBeVisible()
  expect(embeddingService.requests).toEqual([])
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  await expect(run(page)).toBeDisabled()
  const settings = { taskType: 'SEMANTIC_SIMILARITY', outputDimensionality: 13 }
  expect(listSent(embeddingService.requests, tenTexts)).toEqual(
    tenTexts.map((text) => toSent(text, settings)),
  )

  const neighbors = await showView(page, 'Neighbors')
  const nearest = neighbors.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem')
  await expect(nearest).toHaveCount(9)
  await neighbors.getByRole('radio', { name: 'Custom text' }).click()
  const field = neighbors.getByRole('textbox', { name: 'Query' })
  await field.fill(query)
  await field.press('Enter')
  await expect(nearest).toHaveText([
    /^15Bread bakes in an oven.*1\.0000$/,
    /^2[46].*0\.3600$/,
    /^3[46].*0\.3600$/,
    ...Array.from({ length: 7 }, () => /0\.0000$/),
  ])
  await neighbors.getByRole('button', { name: 'Find' }).click()
  await expect(neighbors.getByText('From cache. No request was sent.')).toBeVisible()
  await embeddingService.wait(11)
  expect(listSent(embeddingService.requests.slice(10), [])).toEqual([toSent(query, settings)])

  // Other settings need other vectors; those of the first settings are still there.
  await chooseTask(inspector, 'None')
  await writeDimensions(inspector, '')
  await showView(page, 'Table')
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  expect(listSent(embeddingService.requests.slice(11), tenTexts)).toEqual(
    tenTexts.map((text) => toSent(text, {})),
  )
  await chooseTask(inspector, 'Semantic similarity')
  await writeDimensions(inspector, '13')
  await expect(tally(page)).toHaveText('10 rows · 10 done · 10 cached')
  expect(embeddingService.requests).toHaveLength(21)
})

test('a run is canceled, limited, closed and partly rejected, and only missing vectors are requested', async ({
  application,
  embeddingService,
}) => {
  const { answer, requests } = embeddingService
  embeddingService.answer = () => {}
  await addSet(application, themedSet, false)
  await run(application.page).click()
  await embeddingService.wait(6)
  await expect(rows(application.page).filter({ hasText: 'Running' })).toHaveCount(6)
  const cancel = application.page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true })
  await cancel.click()
  await expect(tally(application.page)).toHaveText('10 rows · 10 not run')
  await expect.poll(() => requests.filter((request) => request.wasAborted()).length).toBe(6)

  await run(application.page).click()
  await embeddingService.wait(12)
  const [limited, ...others] = requests.slice(6)
  limited?.fail(429, 'Too many requests.', { 'retry-after': '60' })
  for (const request of others) answer(request)
  await expect(application.page.getByText(/^5 of 10 · rate limited, resumes at \d/)).toBeVisible()
  expect(requests).toHaveLength(12)
  await application.relaunch()
  const { page } = application
  await openEmbeddings(page)
  await expect(tally(page)).toHaveText('10 rows · 5 done · 5 not run')

  const missing = tenTexts.filter((text) => !others.some((request) => request.text === text))
  embeddingService.answer = (request) =>
    request.text === missing[1] ? request.fail(400, 'This text is not allowed here.') : answer(request)
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 9 done · 1 failed')
  await table(page).focus()
  await page.getByRole('button', { name: 'Next failed' }).click()
  const failed = rows(page).filter({ hasText: 'Failed: ' })
  await expect(failed).toHaveAttribute('aria-selected', 'true')
  await expect(failed).toContainText(/This text is not allowed here\./)
  expect(
    requests
      .slice(12)
      .map(({ text }) => text)
      .sort(),
  ).toEqual([...missing].sort())
  embeddingService.answer = answer
  await page.getByRole('button', { name: 'Retry failed' }).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  expect(requests.slice(17).map(({ text }) => text)).toEqual([missing[1]])
})

test('a set is exported, deleted, imported again without requests, and found in the Library', async ({
  application,
  embeddingService,
}, testInfo) => {
  const { page } = application
  embeddingService.answer = (request) => request.respond([0.5, -0.25, request.text.length])
  await addSet(application, {
    name: 'Words',
    settings: { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 3 },
    columns: ['town'],
    rows: [
      { text: 'A boat, at "rest".', title: 'Boats', cells: ['Oslo'] },
      { text: 'Two\nlines.', cells: ['Rome'] },
    ],
  })
  const file = testInfo.outputPath('Words.csv')
  await choosePath(application, file)
  await actOnSet(page, 'Words', 'Export as CSV…')
  await expect(page.getByText(`Exported to ${file}`)).toBeVisible()
  expect(await readFile(file, 'utf8')).toMatch(
    /^text,title,town,embedding_model,.*,embedding\n"A boat, at ""rest""/,
  )
  await actOnSet(page, 'Words', /^Delete set/)
  await expect(page.getByRole('heading', { name: 'Explore embeddings' })).toBeVisible()
  await page.getByRole('button', { name: 'Import set or vectors…' }).click()
  await expect(page.getByText('“Words” imported: 2 rows')).toBeVisible()
  await expect(page.getByText('gen-embedding-001 · retrieval document · 3 dimensions')).toBeVisible()
  await expect(rows(page).first()).toContainText(/A boat, at "rest"\..*Boats.*Oslo.*Done/)
  await rows(page).first().click()
  await (await showView(page, 'Vector')).getByRole('button', { name: 'Copy as JSON' }).click()
  await expect.poll(() => readClipboard(application)).toBe('[0.5,-0.25,18]')
  expect(embeddingService.requests).toHaveLength(2)

  await page.getByRole('button', { name: 'Library', exact: true }).click()
  const search = page.getByRole('searchbox', { name: 'Search Library' })
  await search.fill('boat')
  // Without Enter, the search is applied after a delay, and would clear a later selection.
  await search.press('Enter')
  const item = page.getByRole('listbox', { name: 'Items' }).getByRole('option', { name: /Words, Embeddings/ })
  await item.click()
  await page.getByRole('button', { name: 'Open set', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Words' })).toBeVisible()
})

/** Two vectors of three dimensions, as NumPy writes them. */
function makeNpy(): Buffer {
  const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }".padEnd(117)
  const head = Buffer.from('\x93NUMPY\x01\x00\x76\x00', 'latin1')
  const values = Buffer.from(new Float32Array([1, 0, 0, 0.5, 0.5, 0]).buffer)
  return Buffer.concat([head, Buffer.from(`${header}\n`), values])
}

test('vectors of other programs are chosen or dropped, marked, and never mixed with those of a provider', async ({
  application,
  embeddingService,
}, testInfo) => {
  const { page } = application
  const write = async (name: string, content: string | Buffer) => {
    await writeFile(testInfo.outputPath(name), content)
    return testInfo.outputPath(name)
  }
  const dialog = page.getByRole('dialog', { name: 'Import vectors' })
  await choosePath(
    application,
    await write('faulty.csv', 'text,embedding_model,embedding\nOne,m,"[1,2]"\nTwo,m\n'),
  )
  await page.getByRole('button', { name: /^Import vectors/ }).click()
  await expect(page.getByText(/Line 3: has 2 fields, but the header has 3\./)).toBeVisible()
  const labels = await write('Own_labels.tsv', 'name\ttown\nBoat\tOslo\nBread\tRome\n')
  const own = await write('Own.npy', makeNpy())
  await dropPaths(panel(page), labels, own)
  await expect(dialog.getByText('Own.npy + Own_labels.tsv · 2 vectors · 3 dimensions')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Text column' })).toHaveText('name')
  await expect(dialog.getByRole('row', { name: 'Bread Rome 0.5, 0.5, 0' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('from Own.npy · 3 dimensions')).toBeVisible()
  await expect(run(page)).toBeDisabled()
  const neighbors = await showView(page, 'Neighbors')
  await neighbors.getByRole('radio', { name: 'Custom text' }).click()
  await expect(neighbors.getByText(/^This set has imported vectors, which can’t be mixed/)).toBeVisible()

  const lines = ['Boat', 'Bread'].map((text, at) => JSON.stringify({ text, embedding: [at, 1] }))
  await dropPaths(panel(page), await write('With vectors.jsonl', lines.join('\n')))
  await expect(dialog.getByText('With vectors.jsonl · 2 dimensions')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import texts only' }).click()
  await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeVisible()
  expect(embeddingService.requests).toHaveLength(0)
})
