// Embeddings in a small window, and for assistive technology.
import { expect } from '@playwright/test'
import { expectNoViolations } from './accessibility'
import { test } from './application'
import {
  actOnSet,
  addTexts,
  beginSet,
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
} from './embeddings-steps'
import { dropFiles } from './provide-files'
import { resize } from './window-size'

// axe looks at whole panels, many times over.
test.setTimeout(180_000)

/** Of no encoding that it says, and with rows that are shorter and longer than the first. */
const oddFile = {
  name: 'odd.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('name;words;lang\nA;caf\xe9 au lait;fr\nB;tea;en;surplus\nC;water\n', 'latin1'),
}

test('at 900 × 600 everything is in reach, in every view', async ({ application, embedder }) => {
  const { page } = application
  embedder.answer = (call) => call.give(toThemedVector(call.text))
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await openEmbeddings(page)
  await expect(page.getByRole('button', { name: /^Type or paste texts/ })).toBeInViewport()
  await runNewSet(page, tenTexts)
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  await expect(newTexts(page)).toBeInViewport({ ratio: 1 })
  await expect(run(page)).toBeInViewport({ ratio: 1 })
  await expect(table(page)).toBeInViewport()
  const inSight = {
    Table: rows(page).nth(3),
    Vector: page.getByLabel('Statistics'),
    Matrix: page.getByRole('grid', { name: 'Similarity matrix' }),
    Neighbors: page.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem').nth(2),
    Map: page.getByRole('application', { name: 'Map of 10 texts' }),
    Compare: page.getByRole('button', { name: 'Duplicate set…' }),
  }
  for (const name of views) {
    await showView(page, name)
    await expect(inSight[name], name).toBeInViewport({ ratio: 0.9 })
    expect(await isTooWide(), name).toBe(false)
  }
  const stage = await (await showView(page, 'Map')).getByRole('application').boundingBox()
  expect(stage?.height).toBeGreaterThan(240)
  await (await showView(page, 'Compare')).getByRole('button', { name: 'Duplicate set…' }).click()
  const twin = page.getByRole('dialog', { name: 'Duplicate with different settings' })
  await twin.getByRole('radio', { name: 'Custom' }).click()
  await twin.getByRole('textbox', { name: 'Number of dimensions' }).fill('64')
  await expect(twin.getByRole('button', { name: 'Duplicate set' })).toBeInViewport({ ratio: 1 })
  // It counts as it is typed, and what cannot be makes no twin.
  await expect(twin.getByRole('button', { name: 'Duplicate set' })).toBeEnabled()
  await twin.getByRole('textbox', { name: 'Number of dimensions' }).fill('64 or so')
  await expect(twin.getByRole('button', { name: 'Duplicate set' })).toBeDisabled()
  await twin.getByRole('button', { name: 'Cancel' }).click()
  await dropFiles(panel(page), oddFile)
  const file = page.getByRole('dialog', { name: 'Import odd.csv' })
  await expect(file.getByRole('button', { name: 'Import 3 rows' })).toBeInViewport({ ratio: 1 })
  await file.getByRole('radio', { name: 'New set' }).click()
  await file.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByRole('heading', { name: 'odd', exact: true })).toBeVisible()
  await openInspector(page)
  expect(await isTooWide()).toBe(false)
})

test('the table in every state is clean for axe in both themes', async ({
  application: { page },
  embedder,
}) => {
  await openEmbeddings(page)
  await openInspector(page)
  await expectNoViolations(page, 'no set is open')
  embedder.answer = (call) => {
    if (call.text === tenTexts[0]) call.refuse(400, 'This text isn’t allowed here.')
    else if (call.text !== tenTexts[1]) call.give(toThemedVector(call.text))
  }
  await beginSet(page)
  await expectNoViolations(page, 'a set without texts')
  await dropFiles(panel(page), oddFile)
  const file = page.getByRole('dialog', { name: 'Import odd.csv' })
  await expect(file.getByRole('button', { name: 'Import 3 rows' })).toBeVisible()
  await expectNoViolations(page, 'a file with oddities', '[role=dialog]')
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
  await expectNoViolations(page, 'rows that are chosen')
  await rows(page).nth(5).dblclick()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  await expectNoViolations(page, 'a row that is written')
  await page.keyboard.press('Escape')
  await page
    .getByRole('main')
    .locator('header')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoViolations(page, 'what can be done with a set', '[role=menu]')
  await page.keyboard.press('Escape')
  await writeDimensions(await openInspector(page), '12345')
  await expectNoViolations(page, 'dimensions that cannot be')
})

test('every view of vectors is clean for axe in both themes', async ({ application, embedder }) => {
  const { page } = application
  embedder.answer = (call) => call.give(toThemedVector(call.text))
  await runNewSet(page, tenTexts)
  await showView(page, 'Compare')
  await expectNoViolations(page, 'nothing to compare with')
  await page.getByRole('button', { name: 'Duplicate set…' }).click()
  const dialog = page.getByRole('dialog')
  await expectNoViolations(page, 'the settings of a twin', '[role=dialog]')
  await dialog.getByRole('radio', { name: '768' }).click()
  await dialog.getByRole('button', { name: 'Duplicate set' }).click()
  await expect(tally(page)).toHaveText('10 rows · 10 not run')
  await showView(page, 'Map')
  await expectNoViolations(page, 'a set without vectors')
  await run(page).click()

  const map = page.getByRole('tabpanel', { name: 'Map' })
  await map.getByRole('combobox', { name: 'Color by' }).click()
  await page.getByRole('option', { name: 'Clusters' }).click()
  await expect(map.getByRole('region', { name: 'Legend' }).getByRole('button').first()).toBeVisible()
  const stage = map.getByRole('application', { name: 'Map of 10 texts' })
  for (const key of ['ArrowRight', 'Enter', ' ']) await stage.press(key)
  await expect(map.getByRole('region', { name: 'Selected rows' })).toBeVisible()
  await map.getByRole('searchbox').fill('boat')
  await expect(map.getByText('2 found')).toBeVisible()
  await expectNoViolations(page, 'a map with clusters, a picked row and a search')
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
  embedder.answer = (call) => call.refuse(400, 'This text isn’t allowed here.')
  await page.getByRole('textbox', { name: 'Query' }).fill('Something')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText(/isn’t allowed here/)).toBeVisible()
  await expectNoViolations(page, 'a query that was refused')
  await page.getByRole('radio', { name: 'Row' }).click()
  await expect(page.getByRole('list', { name: 'Nearest rows' })).toBeVisible()
  await expectNoViolations(page, 'neighbours')
  await showView(page, 'Compare')
  await expect(page.getByRole('listbox', { name: 'Rows that changed most' })).toBeVisible()
  await expectNoViolations(page, 'a comparison')
  await actOnSet(page, 'Set 1 (SEMANTIC_SIMILARITY, 768)', /^Delete set/)
  // It comes by degrees, a frame after it is there.
  await expect(page.locator('[data-sonner-toast]').first()).toHaveCSS('opacity', '1')
  await expectNoViolations(page, 'a set that was deleted')
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await page.getByRole('button', { name: 'Sets', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Sets' })).toBeVisible()
  await expectNoViolations(page, 'the sets in a small window', '[role=dialog]')
})
