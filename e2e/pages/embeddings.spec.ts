// Texts become vectors: which requests are sent and how often, runs that are interrupted, and exported sets.
import { readFile, writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { choosePath } from '../chat-steps'
import {
  actOnSet,
  addSet,
  newTexts,
  openInspector,
  panel,
  readClipboard,
  rows,
  run,
  showView,
  startSet,
  table,
  tally,
  tenTexts,
  themedSet,
  toThemedVector,
  writeDimensions,
} from '../embeddings-steps'
import { test } from '../page-test'
import { dropPaths } from '../provide-files'

const path = '/v1/v1beta/models/gen-embedding-001:embedContent'

test('pasted texts are embedded once, and the nearest found', async ({ application, embeddingService }) => {
  const { page } = application
  const { requests } = embeddingService
  const query = 'How is bread made?'
  // The query gets the same vector as the fifth text.
  embeddingService.answer = (request) =>
    request.respond(toThemedVector(request.text === query ? (tenTexts[4] ?? '') : request.text))
  await startSet(page)
  await application.electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), tenTexts.join('\n'))
  await newTexts(page).press('ControlOrMeta+v')
  await page.getByRole('button', { name: 'Add 10 rows' }).click()
  await expect(rows(page)).toHaveCount(10)
  const inspector = await openInspector(page)
  await inspector.getByRole('combobox', { name: 'Task type' }).click()
  await page.getByRole('option', { name: 'Classification', exact: true }).click()
  await writeDimensions(inspector, '13')
  await expect(page.getByText('gen-embedding-001 · classification · 13 dimensions')).toBeVisible()
  expect(requests).toEqual([])
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  await expect(run(page)).toBeDisabled()
  const toBody = (text: string) => ({
    content: { parts: [{ text }] },
    taskType: 'CLASSIFICATION',
    outputDimensionality: 13,
  })
  expect(new Set(requests.map((request) => request.path))).toEqual(new Set([path]))
  // Several requests run concurrently, and arrive in any order.
  expect(requests.map(({ body }) => JSON.stringify(body)).sort()).toEqual(
    tenTexts.map((text) => JSON.stringify(toBody(text))).sort(),
  )

  const neighbors = await showView(page, 'Neighbors')
  const nearest = neighbors.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem')
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
  expect(requests[10]?.body).toEqual(toBody(query))
})

test('a run sends only missing texts after each interruption', async ({ application, embeddingService }) => {
  const { page } = application
  const { answer, requests } = embeddingService
  embeddingService.answer = () => {}
  await addSet(application, themedSet, false)
  await run(page).click()
  await embeddingService.wait(6)
  await expect(rows(page).filter({ hasText: 'Running' })).toHaveCount(6)
  const [limited, ...others] = requests
  limited?.limit()
  for (const request of others) answer(request)
  await expect(page.getByText(/^5 of 10 · rate limited, resumes at \d/)).toBeVisible()
  expect(requests).toHaveLength(6)
  await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(tally(page)).toHaveText('10 rows · 5 done · 5 not run')

  const missing = tenTexts.filter((text) => !others.some((request) => request.text === text))
  embeddingService.answer = (request) =>
    request.text === missing[1] ? request.reject('This text is not allowed here.') : answer(request)
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 9 done · 1 failed')
  expect(new Set(requests.slice(6).map(({ text }) => text))).toEqual(new Set(missing))
  await table(page).focus()
  await page.getByRole('button', { name: 'Next failed' }).click()
  const failed = rows(page).filter({ hasText: 'Failed: ' })
  await expect(failed).toHaveAttribute('aria-selected', 'true')
  await expect(failed).toContainText(/This text is not allowed here\./)
  await expectNoViolations(page, 'a set with a failed row')
  embeddingService.answer = answer
  await page.getByRole('button', { name: 'Retry failed' }).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  expect(requests.slice(11).map(({ text }) => text)).toEqual([missing[1]])
})

test('an exported set is imported without requests', async ({ application, embeddingService }, testInfo) => {
  const { page } = application
  embeddingService.answer = (request) => request.respond([0.5, -0.25, request.text.length])
  await addSet(application, {
    name: 'Words',
    settings: { taskType: 'RETRIEVAL_DOCUMENT', outputDimensionality: 3 },
    columns: ['town'],
    rows: [{ text: 'A boat, at "rest".', title: 'Boats', cells: ['Oslo'] }],
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
  await expect(page.getByText('“Words” imported: 1 row')).toBeVisible()
  await expect(page.getByText('gen-embedding-001 · retrieval document · 3 dimensions')).toBeVisible()
  await expect(rows(page)).toContainText(/A boat, at "rest"\..*Boats.*Oslo.*Done/)
  await rows(page).click()
  await (await showView(page, 'Vector')).getByRole('button', { name: 'Copy as JSON' }).click()
  await expect.poll(() => readClipboard(application)).toBe('[0.5,-0.25,18]')
  expect(embeddingService.requests).toHaveLength(1)

  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await page.getByRole('option', { name: /Words, Embeddings/ }).click()
  await page.getByRole('button', { name: 'Open set', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Words' })).toBeVisible()
})

test('imported vectors are marked', async ({ application: { page }, embeddingService }, testInfo) => {
  const file = testInfo.outputPath('Own.jsonl')
  const lines = ['Boat', 'Bread'].map((name, at) =>
    JSON.stringify({ name, town: 'Oslo', embedding: [at, 1] }),
  )
  await writeFile(file, lines.join('\n'))
  await dropPaths(panel(page), file)
  const dialog = page.getByRole('dialog', { name: 'Import vectors' })
  await expect(dialog.getByText('Own.jsonl · 2 dimensions')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Text column' })).toHaveText('name')
  await expect(dialog.getByRole('row', { name: 'Bread Oslo 1, 1' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Import vectors' }).click()
  await expect(page.getByText('from Own.jsonl · 2 dimensions')).toBeVisible()
  await expect(run(page)).toBeDisabled()
  const neighbors = await showView(page, 'Neighbors')
  await neighbors.getByRole('radio', { name: 'Custom text' }).click()
  await expect(neighbors.getByText(/^This set has imported vectors, which can’t be mixed/)).toBeVisible()
  expect(embeddingService.requests).toHaveLength(0)
})
