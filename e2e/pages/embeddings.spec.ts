// Texts become vectors: which requests are sent, interrupted runs, import and export, editing, and the keyboard.
import { readFile, writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { choosePath, openInspector, promptField } from '../chat-steps'
import {
  actOnSet,
  addSet,
  newTexts,
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
import { nameFocused, tabTo } from '../keyboard-steps'
import { test } from '../page-test'
import { dropFiles, dropPaths } from '../provide-files'

const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '60s' }
const path = '/v1/v1beta/models/gen-embedding-001:embedContent'

test('pasted texts are embedded once, and the nearest found', async ({ application, embeddingService }) => {
  const { page } = application
  const { requests } = embeddingService
  const query = 'How is bread made?'
  // The query gets the same vector as the fifth text.
  embeddingService.answer = (request) =>
    request.embed(toThemedVector(request.text === query ? (tenTexts[4] ?? '') : request.text))
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
  const toError = (code: number, message: string) => ({ error: { code, message, details: [retryInfo] } })
  embeddingService.answer = () => {}
  await addSet(application, themedSet, false)
  await run(page).click()
  await embeddingService.wait(6)
  await expect(rows(page).filter({ hasText: 'Running' })).toHaveCount(6)
  const [limited, ...others] = requests
  limited?.respond(toError(429, 'Wait.'), 429)
  for (const request of others) answer(request)
  await expect(page.getByText(/^5 of 10 · rate limited, resumes at \d/)).toBeVisible()
  expect(requests).toHaveLength(6)
  await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(tally(page)).toHaveText('10 rows · 5 done · 5 not run')

  const missing = tenTexts.filter((text) => !others.some((request) => request.text === text))
  embeddingService.answer = (request) =>
    request.text === missing[1]
      ? request.respond(toError(400, 'This text is not allowed here.'), 400)
      : answer(request)
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

test('exported sets and other vectors are imported without requests', async ({
  application,
  embeddingService,
}, testInfo) => {
  const { page } = application
  embeddingService.answer = (request) => request.embed([0.5, -0.25, request.text.length])
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

  const vectors = testInfo.outputPath('Own.jsonl')
  const lines = ['Boat', 'Bread'].map((name, at) =>
    JSON.stringify({ name, town: 'Oslo', embedding: [at, 1] }),
  )
  await writeFile(vectors, lines.join('\n'))
  await dropPaths(panel(page), vectors)
  const dialog = page.getByRole('dialog', { name: 'Import vectors' })
  await expect(dialog.getByRole('combobox', { name: 'Text column' })).toHaveText('name')
  await expect(dialog.getByRole('row', { name: 'Bread Oslo 1, 1' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Import vectors' }).click()
  await expect(page.getByText('from Own.jsonl · 2 dimensions')).toBeVisible()
  await expect(run(page)).toBeDisabled()
  const neighbors = await showView(page, 'Neighbors')
  await neighbors.getByRole('radio', { name: 'Custom text' }).click()
  await expect(neighbors).toContainText('This set has imported vectors, which can’t be mixed')
  expect(embeddingService.requests).toHaveLength(1)
})

const csvFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text, 'latin1'),
})

test('texts are typed, pasted, and imported with a preview', async ({ application: { page, electron } }) => {
  await startSet(page)
  await newTexts(page).fill('The first text\nThe second text\n\nThe third text')
  await page.getByRole('button', { name: 'Add 3 rows' }).click()
  await expect(rows(page)).toHaveCount(3)
  await dropFiles(
    panel(page),
    csvFile('drinks.csv', 'name;words;lang\nA;caf\xe9 au lait;fr\nB;tea;en;surplus\nC;water\n'),
  )
  const dialog = page.getByRole('dialog', { name: 'Import drinks.csv' })
  await expect(dialog.getByText('This file isn’t UTF-8 and was read as Windows-1252')).toBeVisible()
  await expect(dialog.getByText('1 row has fewer cells than the first row.')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Text column' })).toContainText('words')
  await expect(dialog.getByRole('table')).toContainText('café au lait')
  await expectNoViolations(page, 'a file with irregular rows', '[role=dialog]')
  // A file becomes a set of its own unless the user adds it to the open one.
  await expect(dialog.getByRole('button', { name: 'Import 3 rows into a new set' })).toBeVisible()
  await dialog.getByRole('radio', { name: 'Set 1' }).click()
  await dialog.getByRole('button', { name: 'Import 3 rows into “Set 1”' }).click()
  await expect(rows(page).filter({ hasText: 'café au lait' })).toHaveCount(1)
  await expect(rows(page)).toHaveCount(6)

  const pasted = 'topic;words\nsea;A boat, a harbor\nland;Bread, an oven'
  await electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), pasted)
  await newTexts(page).press('Control+v')
  const paste = page.getByRole('dialog', { name: 'Import pasted text' })
  await paste.getByRole('radio', { name: 'Comma' }).click()
  const preview = paste.getByRole('table')
  await expect(preview.getByRole('row').last().getByRole('cell')).toHaveText(['land;Bread', ' an oven'])
  await paste.getByRole('radio', { name: 'Semicolon' }).click()
  await paste.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(rows(page)).toHaveCount(8)
  // Shortcuts of the panel wait until the dialog has closed.
  await expect(paste).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Control+o')
  await (await chooser).setFiles(csvFile('more.tsv', 'sky\tA cloud'))
  await page.getByRole('button', { name: 'Import 1 row into a new set' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('rows are edited, sorted, searched, deleted and restored, like their set', async ({ application }) => {
  const { page } = application
  const years = { 'A red boat': '1999', Bread: '3', 'The old boat': '20', '': '5' }
  const newRows = Object.entries(years).map(([text, year]) => ({ text, cells: [year] }))
  await addSet(application, { columns: ['year'], rows: newRows }, false)
  const year = page.getByRole('columnheader', { name: 'year' })
  await year.getByRole('button').click()
  await year.getByRole('button').click()
  await expect(year).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page)).toContainText(['A red boat', 'The old boat', 'No text', 'Bread'])
  await rows(page).nth(3).click()
  await table(page).press('Enter')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Something else')
  await text.press('Escape')
  await expect(table(page)).not.toContainText('Something else')
  await table(page).press('Enter')
  await text.fill('Butter')
  await expectNoViolations(page, 'a row that is edited')
  await page.keyboard.press('Enter')
  await expect(rows(page).nth(3)).toContainText(/Butter.*Not run/)
  await expect(table(page)).toBeFocused()
  for (const status of ['No text', 'All statuses']) {
    await page.getByRole('combobox', { name: 'Status', exact: true }).click()
    await page.getByRole('option', { name: status }).click()
    await expect(rows(page)).toHaveCount(status === 'No text' ? 1 : 4)
  }
  await page.keyboard.press('/')
  await page.keyboard.type('BOAT')
  await expect(rows(page)).toContainText(['A red boat', 'The old boat'])
  await expect(tally(page)).toHaveText('2 of 4 rows')
  await rows(page).nth(0).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('heading').getByRole('button', { name: 'Set 1' }).click()
  await page.getByRole('textbox', { name: 'Set name' }).fill('Poems')
  await page.keyboard.press('Enter')
  await actOnSet(page, 'Poems', /^Delete set/)
  await expect(page.getByRole('heading', { name: 'Explore embeddings' })).toBeVisible()
  const toast = page.getByRole('listitem').filter({ hasText: 'Poems' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Poems' })).toBeVisible()
})

/** Works wherever the focus is within a view. */
async function goToView(page: Page, from: string, to: string) {
  await tabTo(page, from, 'Shift+Tab')
  while ((await nameFocused(page)) !== to) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: to, exact: true })).toHaveAttribute('aria-selected', 'true')
}

test('texts are entered, embedded and inspected by keyboard alone', async ({ application: { page } }) => {
  const { keyboard } = page
  await promptField(page).waitFor()
  await keyboard.press('Control+5')
  await tabTo(page, 'Type or paste textsCreate a set with one text per line, then run it.')
  await keyboard.press('Enter')
  await expect(newTexts(page)).toBeFocused()
  await keyboard.type('A boat')
  await keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await keyboard.insertText(tenTexts.slice(0, 2).join('\n'))
  await keyboard.press('Control+Enter')
  await expect(tally(page)).toHaveText('3 rows · 3 done')

  await tabTo(page, 'Texts', 'Shift+Tab')
  await keyboard.press('ArrowDown')
  await keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('2 rows selected')
  await keyboard.press('Escape')
  await keyboard.press('Delete')
  await expect(rows(page)).toHaveCount(2)
  await keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(3)

  await goToView(page, 'Table', 'Vector')
  await tabTo(page, 'Values')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('slider', { name: 'Values' })).toHaveAttribute('aria-valuetext', /^Value 1: /)
  await goToView(page, 'Vector', 'Neighbors')
  await tabTo(page, 'Row')
  // Hold the key, as a finger does: the selection follows only if the focus moves before the key is released.
  await keyboard.down('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Custom text' })).toBeChecked()
  await keyboard.up('ArrowRight')
  await tabTo(page, 'Query')
  await keyboard.type('a boat')
  await keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem')).toHaveCount(3)
  await goToView(page, 'Neighbors', 'Map')
  await tabTo(page, 'Map of 3 texts')
  const announcement = page.getByRole('status', { name: 'Announcements' })
  await keyboard.press('ArrowRight')
  await expect(announcement).toHaveText(/^Row \d: /)
  await keyboard.press(' ')
  await expect(announcement).toHaveText('1 selected')
  await keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Selected rows' })).toHaveCount(0)
})
