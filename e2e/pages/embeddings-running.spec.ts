// Runs that are canceled, killed, partly rejected or rate limited. Received vectors are not billed twice.
import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { choosePath } from '../chat-steps'
import {
  addTexts,
  createSet,
  openEmbeddings,
  openInspector,
  rows,
  run,
  sets,
  showView,
  tally,
  tenTexts,
  toThemedVector,
  writeDimensions,
} from '../embeddings-steps'
import { test } from '../page-test'

test('six texts are embedded at a time; canceling aborts all, and the next run requests all texts', async ({
  application: { page },
  embeddingService,
}) => {
  const { answer } = embeddingService
  embeddingService.answer = () => {}
  await createSet(page)
  await addTexts(page, tenTexts)
  await run(page).click()
  await embeddingService.wait(6)
  await expect(page.getByRole('progressbar', { name: 'Embedding' })).toHaveAttribute('aria-valuenow', '0')
  await expect(rows(page).filter({ hasText: 'Running' })).toHaveCount(6)
  await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(tally(page)).toHaveText('10 rows · 10 not run')
  await expect.poll(() => embeddingService.requests.filter((request) => request.wasAborted()).length).toBe(6)
  expect(embeddingService.requests).toHaveLength(6)

  embeddingService.answer = answer
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  expect(
    embeddingService.requests
      .slice(6)
      .map(({ text }) => text)
      .sort(),
  ).toEqual([...tenTexts].sort())
})

test('after a kill, received vectors are there, no run starts automatically, and only the rest is requested', async ({
  application,
  embeddingService,
}) => {
  const answered = tenTexts.slice(0, 4)
  embeddingService.answer = (request) => {
    if (answered.includes(request.text)) request.respond(toThemedVector(request.text))
  }
  await createSet(application.page)
  await addTexts(application.page, tenTexts)
  await run(application.page).click()
  await embeddingService.wait(10)
  await expect(application.page.getByText('4 of 10').last()).toBeVisible()
  await application.kill()
  await application.launch()
  const { page } = application
  await openEmbeddings(page)
  // The open set is remembered over a restart, but not always a kill.
  await sets(page).getByRole('button').first().click()
  await expect(tally(page)).toHaveText('10 rows · 4 done · 6 not run')
  await expect(rows(page).filter({ hasText: 'Done' })).toContainText(answered)
  await expect(run(page)).toBeEnabled()
  expect(embeddingService.requests).toHaveLength(10)

  embeddingService.answer = (request) => request.respond(toThemedVector(request.text))
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  expect(
    embeddingService.requests
      .slice(10)
      .map(({ text }) => text)
      .sort(),
  ).toEqual(tenTexts.slice(4).sort())
})

test('failed rows show why, do not stop other rows, and are retried alone', async ({
  application: { page },
  embeddingService,
}) => {
  const { answer } = embeddingService
  const rejected = [tenTexts[2] ?? '', tenTexts[7] ?? '']
  embeddingService.answer = (request) =>
    rejected.includes(request.text) ? request.fail(400, 'This text is not allowed here.') : answer(request)
  await createSet(page)
  await addTexts(page, tenTexts)
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 8 done · 2 failed')
  const failed = rows(page).filter({ hasText: 'Failed: ' })
  await expect(failed).toContainText(rejected)
  await expect(failed.first()).toContainText('This text is not allowed here.')
  expect(embeddingService.requests).toHaveLength(10)

  embeddingService.answer = answer
  await page.getByRole('button', { name: 'Retry failed' }).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  expect(
    embeddingService.requests
      .slice(10)
      .map(({ text }) => text)
      .sort(),
  ).toEqual([...rejected].sort())
})

test('an API key without permission stops the run, and the other rows are not requested', async ({
  application: { page },
  embeddingService,
}) => {
  embeddingService.answer = (request) => request.fail(403, 'The key may not embed.')
  await createSet(page)
  await addTexts(page, tenTexts)
  await run(page).click()
  await expect(run(page)).toBeVisible()
  await expect(rows(page).filter({ hasText: 'The key may not embed.' }).first()).toBeVisible()
  await expect(tally(page)).toHaveText(/^10 rows · [1-6] failed · [4-9] not run$/)
  expect(embeddingService.requests.length).toBeLessThanOrEqual(6)
})

test('a rate limit pauses the run until the given time, then it resumes automatically', async ({
  application: { page },
  embeddingService,
}) => {
  const { answer } = embeddingService
  embeddingService.answer = () => {}
  await createSet(page)
  await addTexts(page, tenTexts)
  await run(page).click()
  await embeddingService.wait(6)
  const [first, ...others] = embeddingService.requests
  first?.fail(429, 'Too many requests.', { 'retry-after': '5' })
  await expect(page.getByText(/^0 of 10 · rate limited, resumes at \d/)).toBeVisible()
  for (const request of others) answer(request)
  await expect(page.getByText(/^5 of 10 · rate limited/)).toBeVisible()
  expect(embeddingService.requests).toHaveLength(6)
  embeddingService.answer = answer
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  expect(embeddingService.requests.map(({ text }) => text).sort()).toEqual(
    [...tenTexts, first?.text ?? ''].sort(),
  )
})

test('a vector of another length fails its row with the reason, and a retry embeds it', async ({
  application: { page },
  embeddingService,
}) => {
  embeddingService.answer = (request) => {
    if (request.text !== 'Short') request.respond([1, 2, 2])
  }
  await createSet(page)
  await addTexts(page, ['One', 'Two', 'Short'])
  await writeDimensions(await openInspector(page), '')
  await run(page).click()
  await expect(tally(page)).toHaveText('3 rows · 2 done · 1 not run')
  embeddingService.requests.find(({ text }) => text === 'Short')?.respond([3, 4])
  await expect(tally(page)).toHaveText('3 rows · 2 done · 1 failed')
  await expect(rows(page).nth(2)).toContainText(
    'Failed: The provider returned 2 dimensions, but the other vectors of this set have 3.',
  )
  embeddingService.answer = (request) => request.respond([2, 1, 2])
  await page.getByRole('button', { name: 'Retry failed' }).click()
  await expect(tally(page)).toHaveText('3 rows · 3 done')
})

test('of imported vectors of several lengths, those of one length are compared', async ({
  application,
  embeddingService,
}, testInfo) => {
  const { page } = application
  embeddingService.answer = (request) => request.respond([1, 2, 2])
  const path = testInfo.outputPath('Lengths.csv')
  const lines = ['One,"[1,2,2]"', 'Two,"[1,2,2]"', 'Short,"[3,4]"']
  await writeFile(
    path,
    `text,embedding,embedding_model\n${lines.map((line) => `${line},gen-embedding-001\n`).join('')}`,
  )
  await choosePath(application, path)
  await page.getByRole('button', { name: 'Import set or vectors…' }).click()
  await expect(tally(page)).toHaveText('3 rows · 3 done')
  await rows(page).nth(2).click()
  const vector = await showView(page, 'Vector')
  const length = page.getByRole('combobox', { name: 'Dimensions' })
  await length.click()
  await page.getByRole('option', { name: '3 dimensions' }).click()
  await expect(
    vector.getByText('This row’s vector doesn’t have 3 dimensions, so it can’t be compared.'),
  ).toBeVisible()
  await length.click()
  await page.getByRole('option', { name: '2 dimensions' }).click()
  await expect(vector.getByLabel('Statistics').locator('dd').nth(1)).toHaveText('5')
  const neighbors = await showView(page, 'Neighbors')
  await neighbors.getByRole('radio', { name: 'Custom text' }).click()
  await neighbors.getByRole('textbox', { name: 'Query' }).fill('Something')
  await neighbors.getByRole('button', { name: 'Find' }).click()
  await expect(
    neighbors.getByText('The query has 3 dimensions, but the set has 2. They can’t be compared.'),
  ).toBeVisible()
})
