// Embeddings in a small window, and without axe violations.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import {
  actOnSet,
  addTexts,
  createSet,
  newTexts,
  openEmbeddings,
  openInspector,
  panel,
  rows,
  run,
  runNewSet,
  showView,
  table,
  tally,
  tenTexts,
  toThemedVector,
  views,
  writeDimensions,
} from '../embeddings-steps'
import { test } from '../page-test'
import { dropFiles } from '../provide-files'
import { resize } from '../window-size'

// axe checks whole panels many times.
test.slow()

/** A file without a declared encoding, with rows that are shorter and longer than the header. */
const oddFile = {
  name: 'odd.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('name;words;lang\nA;caf\xe9 au lait;fr\nB;tea;en;surplus\nC;water\n', 'latin1'),
}

test('at 900 × 600 everything is reachable in every view', async ({ application, embeddingService }) => {
  const { page } = application
  embeddingService.answer = (request) => request.respond(toThemedVector(request.text))
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await openEmbeddings(page)
  await expect(page.getByRole('button', { name: /^Type or paste texts/ })).toBeInViewport()
  await runNewSet(page, tenTexts)
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  await expect(newTexts(page)).toBeInViewport({ ratio: 1 })
  await expect(run(page)).toBeInViewport({ ratio: 1 })
  await expect(table(page)).toBeInViewport()
  const visibleParts = {
    Table: rows(page).nth(3),
    Vector: page.getByLabel('Statistics'),
    Matrix: page.getByRole('grid', { name: 'Similarity matrix' }),
    Neighbors: page.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem').nth(2),
    Map: page.getByRole('application', { name: 'Map of 10 texts' }),
    Compare: page.getByRole('button', { name: 'Duplicate set…' }),
  }
  for (const name of views) {
    await showView(page, name)
    await expect(visibleParts[name], name).toBeInViewport({ ratio: 0.9 })
    expect(await isTooWide(), name).toBe(false)
  }
  const stage = await (await showView(page, 'Map')).getByRole('application').boundingBox()
  expect(stage?.height).toBeGreaterThan(240)
  await (await showView(page, 'Compare')).getByRole('button', { name: 'Duplicate set…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicate with different settings' })
  await dialog.getByRole('radio', { name: 'Custom' }).click()
  await dialog.getByRole('textbox', { name: 'Number of dimensions' }).fill('64')
  await expect(dialog.getByRole('button', { name: 'Duplicate set' })).toBeInViewport({ ratio: 1 })
  // The field is validated while typing, and an invalid value disables the button.
  await expect(dialog.getByRole('button', { name: 'Duplicate set' })).toBeEnabled()
  await dialog.getByRole('textbox', { name: 'Number of dimensions' }).fill('64 or so')
  await expect(dialog.getByRole('button', { name: 'Duplicate set' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dropFiles(panel(page), oddFile)
  const file = page.getByRole('dialog', { name: 'Import odd.csv' })
  await expect(file.getByRole('button', { name: 'Import 3 rows' })).toBeInViewport({ ratio: 1 })
  await file.getByRole('radio', { name: 'New set' }).click()
  await file.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByRole('heading', { name: 'odd', exact: true })).toBeVisible()
  await openInspector(page)
  expect(await isTooWide()).toBe(false)
})

test('the table has no axe violations in any state', async ({ application: { page }, embeddingService }) => {
  await openEmbeddings(page)
  await openInspector(page)
  await expectNoViolations(page, 'no set is open')
  embeddingService.answer = (request) => {
    if (request.text === tenTexts[0]) request.fail(400, 'This text isn’t allowed here.')
    else if (request.text !== tenTexts[1]) request.respond(toThemedVector(request.text))
  }
  await createSet(page)
  await expectNoViolations(page, 'a set without texts')
  await dropFiles(panel(page), oddFile)
  const file = page.getByRole('dialog', { name: 'Import odd.csv' })
  await expect(file.getByRole('button', { name: 'Import 3 rows' })).toBeVisible()
  await expectNoViolations(page, 'a file with irregular rows', '[role=dialog]')
  await file.getByRole('radio', { name: 'JSONL' }).click()
  await expect(file.getByText('No rows found in this file.')).toBeVisible()
  await expectNoViolations(page, 'a file without a row', '[role=dialog]')
  await file.getByRole('button', { name: 'Cancel' }).click()
  await addTexts(page, tenTexts)
  await run(page).click()
  await expect(page.getByText('9 of 10').last()).toBeVisible()
  await expectNoViolations(page, 'rows that run, are done and have failed')
  await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(tally(page)).toHaveText('10 rows · 8 done · 1 failed · 1 not run')
  await rows(page).nth(1).click()
  await rows(page)
    .nth(3)
    .click({ modifiers: ['Shift'] })
  await expectNoViolations(page, 'selected rows')
  await rows(page).nth(5).dblclick()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  await expectNoViolations(page, 'a row that is edited')
  await page.keyboard.press('Escape')
  await page
    .getByRole('main')
    .locator('header')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoViolations(page, 'the menu of a set', '[role=menu]')
  await page.keyboard.press('Escape')
  await writeDimensions(await openInspector(page), '12345')
  // Under load, the tooltip of the button below the pointer opens late; it is in no landmark.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectNoViolations(page, 'invalid dimensions')
})

test('no view of vectors has axe violations', async ({ application, embeddingService }) => {
  const { page } = application
  embeddingService.answer = (request) => request.respond(toThemedVector(request.text))
  await runNewSet(page, tenTexts)
  await showView(page, 'Compare')
  await expectNoViolations(page, 'nothing to compare with')
  await page.getByRole('button', { name: 'Duplicate set…' }).click()
  const dialog = page.getByRole('dialog')
  await expectNoViolations(page, 'the settings of a duplicate', '[role=dialog]')
  await dialog.getByRole('radio', { name: '768' }).click()
  await dialog.getByRole('button', { name: 'Duplicate set' }).click()
  await expect(tally(page)).toHaveText('10 rows · 10 not run')
  await showView(page, 'Map')
  await expectNoViolations(page, 'a set without vectors')
  await run(page).click()

  const map = page.getByRole('tabpanel', { name: 'Map' })
  await map.getByRole('combobox', { name: 'Color by' }).click()
  await page.getByRole('option', { name: 'Clusters' }).click()
  await expect(map.getByRole('region', { name: 'Legend' }).getByRole('listitem').first()).toBeVisible()
  const stage = map.getByRole('application', { name: 'Map of 10 texts' })
  for (const key of ['ArrowRight', 'Enter', ' ']) await stage.press(key)
  await expect(map.getByRole('region', { name: 'Selected rows' })).toBeVisible()
  await map.getByRole('searchbox').fill('boat')
  await expect(map.getByText('2 found')).toBeVisible()
  await expectNoViolations(page, 'a map with clusters, a selected row and a search')
  await map.getByRole('button', { name: 'Map options' }).click()
  await page.getByRole('dialog', { name: 'Map options' }).getByRole('textbox', { name: 'Seed' }).fill('-1')
  await expectNoViolations(page, 'the options of the map', '[role=dialog]')
  await page.keyboard.press('Escape')

  await showView(page, 'Vector')
  await expect(page.getByLabel('Similarity').locator('dd').first()).not.toHaveText('…')
  await expectNoViolations(page, 'a vector that is not of unit length')
  await page.getByRole('button', { name: /^Other row:/ }).click()
  await expectNoViolations(page, 'the rows to choose from', '[role=dialog]')
  await page.keyboard.press('Escape')
  await showView(page, 'Matrix')
  await expect(page.getByRole('grid', { name: 'Similarity matrix' })).toBeVisible()
  await expectNoViolations(page, 'a matrix')
  await showView(page, 'Neighbors')
  await page.getByRole('radio', { name: 'Custom text' }).click()
  embeddingService.answer = (request) => request.fail(400, 'This text isn’t allowed here.')
  await page.getByRole('textbox', { name: 'Query' }).fill('Something')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText(/isn’t allowed here/)).toBeVisible()
  await expectNoViolations(page, 'a query that was rejected')
  await page.getByRole('radio', { name: 'Row' }).click()
  await expect(page.getByRole('list', { name: 'Nearest rows' })).toBeVisible()
  await expectNoViolations(page, 'neighbors')
  await showView(page, 'Compare')
  await expect(page.getByRole('listbox', { name: 'Rows that changed most' })).toBeVisible()
  await expectNoViolations(page, 'a comparison')
  await actOnSet(page, 'Set 1 (768 dimensions)', /^Delete set/)
  // The toast fades in, starting a frame after it is added.
  await expect(page.locator('[data-sonner-toast]').first()).toHaveCSS('opacity', '1')
  await expectNoViolations(page, 'a deleted set')
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await page.getByRole('button', { name: 'Sets', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Sets' })).toBeVisible()
  await expectNoViolations(page, 'the sets in a small window', '[role=dialog]')
})
