// Runs that do not simply end: cancelled, killed, refused in part, asked for patience; what has come stays, and is never paid for twice.
import { expect } from '@playwright/test'
import { test } from './application'
import {
  addTexts,
  beginSet,
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
} from './embeddings-steps'

test('six are asked for at once; cancelled, all are cut off, and the next run asks for all', async ({
  application: { page },
  embedder,
}) => {
  const { answer } = embedder
  embedder.answer = () => {}
  await beginSet(page)
  await addTexts(page, tenTexts)
  await run(page).click()
  await embedder.wait(6)
  await expect(page.getByRole('progressbar', { name: 'Embedding' })).toHaveAttribute('aria-valuenow', '0')
  await expect(rows(page).filter({ hasText: 'Running' })).toHaveCount(6)
  await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(tally(page)).toHaveText('10 rows · 10 not run')
  await expect.poll(() => embedder.calls.filter((call) => call.isCut()).length).toBe(6)
  expect(embedder.calls).toHaveLength(6)

  embedder.answer = answer
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  expect(
    embedder.calls
      .slice(6)
      .map(({ text }) => text)
      .sort(),
  ).toEqual([...tenTexts].sort())
})

test('killed during a run, what has come is there, nothing runs by itself, and the rest is asked for once', async ({
  application,
  embedder,
}) => {
  const come = tenTexts.slice(0, 4)
  embedder.answer = (call) => {
    if (come.includes(call.text)) call.give(toThemedVector(call.text))
  }
  await beginSet(application.page)
  await addTexts(application.page, tenTexts)
  await run(application.page).click()
  await embedder.wait(10)
  await expect(application.page.getByText('4 of 10').last()).toBeVisible()
  await application.kill()
  await application.launch()
  const { page } = application
  await openEmbeddings(page)
  // Which one is open outlives a restart, but not always a kill.
  await sets(page).getByRole('button').first().click()
  await expect(tally(page)).toHaveText('10 rows · 4 done · 6 not run')
  await expect(rows(page).filter({ hasText: 'Done' })).toContainText(come)
  await expect(run(page)).toBeEnabled()
  expect(embedder.calls).toHaveLength(10)

  embedder.answer = (call) => call.give(toThemedVector(call.text))
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  expect(
    embedder.calls
      .slice(10)
      .map(({ text }) => text)
      .sort(),
  ).toEqual(tenTexts.slice(4).sort())
})

test('rows that fail say why, stop no other, and are the only ones that are asked for again', async ({
  application: { page },
  embedder,
}) => {
  const { answer } = embedder
  const bad = [tenTexts[2] ?? '', tenTexts[7] ?? '']
  embedder.answer = (call) =>
    bad.includes(call.text) ? call.refuse(400, 'This text is not allowed here.') : answer(call)
  await beginSet(page)
  await addTexts(page, tenTexts)
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 8 done · 2 failed')
  const failed = rows(page).filter({ hasText: 'Failed: ' })
  await expect(failed).toContainText(bad)
  await expect(failed.first()).toContainText('This text is not allowed here.')
  expect(embedder.calls).toHaveLength(10)

  embedder.answer = answer
  await page.getByRole('button', { name: 'Retry failed' }).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  expect(
    embedder.calls
      .slice(10)
      .map(({ text }) => text)
      .sort(),
  ).toEqual([...bad].sort())
})

test('a key that may not stops the run: what was not asked for waits', async ({
  application: { page },
  embedder,
}) => {
  embedder.answer = (call) => call.refuse(403, 'The key may not embed.')
  await beginSet(page)
  await addTexts(page, tenTexts)
  await run(page).click()
  await expect(run(page)).toBeVisible()
  await expect(rows(page).filter({ hasText: 'The key may not embed.' }).first()).toBeVisible()
  await expect(tally(page)).toHaveText(/^10 rows · [1-6] failed · [4-9] not run$/)
  expect(embedder.calls.length).toBeLessThanOrEqual(6)
})

test('asked for patience, the run waits, says until when, and goes on by itself', async ({
  application: { page },
  embedder,
}) => {
  const { answer } = embedder
  embedder.answer = () => {}
  await beginSet(page)
  await addTexts(page, tenTexts)
  await run(page).click()
  await embedder.wait(6)
  const [first, ...others] = embedder.calls
  first?.refuse(429, 'Too many requests.', { 'retry-after': '5' })
  await expect(page.getByText(/^0 of 10 · rate limited, resumes at \d/)).toBeVisible()
  for (const call of others) answer(call)
  await expect(page.getByText(/^5 of 10 · rate limited/)).toBeVisible()
  expect(embedder.calls).toHaveLength(6)
  embedder.answer = answer
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  expect(embedder.calls.map(({ text }) => text).sort()).toEqual([...tenTexts, first?.text ?? ''].sort())
})

test('a service that answers with several lengths: those of one are compared, the others are left out', async ({
  application: { page },
  embedder,
}) => {
  embedder.answer = (call) => call.give(call.text === 'Short' ? [3, 4] : [1, 2, 2])
  await beginSet(page)
  await addTexts(page, ['One', 'Two', 'Short'])
  await writeDimensions(await openInspector(page), '')
  await run(page).click()
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
  const neighbours = await showView(page, 'Neighbors')
  await neighbours.getByRole('radio', { name: 'Custom text' }).click()
  await neighbours.getByRole('textbox', { name: 'Query' }).fill('Something')
  await neighbours.getByRole('button', { name: 'Find' }).click()
  await expect(
    neighbours.getByText('The query has 3 dimensions, but the set has 2. They can’t be compared.'),
  ).toBeVisible()
})
