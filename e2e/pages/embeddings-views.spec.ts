// Views of vectors: value by value, two rows compared, all as a matrix and a map, and two settings compared.
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { PNG } from 'pngjs'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu, choosePath } from '../chat-steps'
import {
  addSet,
  readClipboard,
  rows,
  run,
  showView,
  tally,
  tenTexts,
  themedSet,
  themes,
  writeDimensions,
} from '../embeddings-steps'
import { test } from '../page-test'

test('vectors are inspected and compared, one by one and as a matrix', async ({
  application,
  embeddingService,
}) => {
  const { page } = application
  await addSet(application, themedSet)
  await rows(page).nth(3).click()
  const view = await showView(page, 'Vector')
  await expectNoViolations(page, 'a vector')
  // 3 at index 1, 4 at index 6, and eleven times 0.
  await expect(view.getByLabel('Statistics').locator('dd')).toHaveText(['13', '5', '0', '4', /./, /./])
  await view.getByRole('textbox', { name: 'Go to index' }).fill('6')
  await expect(view.getByRole('slider', { name: 'Values' })).toHaveAttribute('aria-valuetext', 'Value 6: 4')
  await view.getByRole('button', { name: 'Copy normalized' }).click()
  await expect.poll(() => readClipboard(application)).toBe('[0,0.6,0,0,0,0,0.8,0,0,0,0,0,0]')
  const metrics = view.getByLabel('Similarity').locator('dd')
  await expect(metrics).toHaveText(['0.3600', '9.0000', '5.6569'])
  await view.getByRole('button', { name: /^Other row:/ }).click()
  const search = page.getByRole('combobox', { name: 'Search rows' })
  await search.fill('night')
  await expect(page.getByRole('listbox', { name: 'Rows' }).getByRole('option')).toHaveCount(1)
  await search.press('Enter')
  await expect(metrics).toHaveText(['0.0000', '0.0000', '7.0711'])
  await view.getByRole('switch', { name: 'Normalize vectors' }).click()
  await expect(metrics).toHaveText(['0.0000', '0.0000', '1.4142'])

  const matrix = await showView(page, 'Matrix')
  const cells = page.getByRole('grid', { name: 'Similarity matrix' })
  await expectNoViolations(page, 'a matrix')
  await matrix.getByRole('switch', { name: 'Normalize vectors' }).click()
  await matrix.getByRole('button', { name: 'Copy as TSV' }).click()
  await expect.poll(() => readClipboard(application)).toContain('\t')
  const names = (await readClipboard(application)).split('\n')[0]?.split('\t').slice(1) ?? []
  // Sorted by cluster, the themes are beside each other.
  const sorted = names.map((name) => themes[tenTexts.indexOf(name)])
  expect(sorted.filter((theme, at) => theme !== sorted[at - 1])).toHaveLength(3)
  await matrix.getByRole('radio', { name: 'Table order' }).click()
  await matrix.getByRole('radio', { name: 'Dot' }).click()
  await cells.press('Control+End')
  await cells.press('ArrowUp')
  const label = `9 ${tenTexts[8]} × 10 ${tenTexts[9]}: 9.0000`
  await expect(cells.getByRole('gridcell')).toHaveText(label)
  await cells.press('Enter')
  await expect(view.getByRole('button', { name: /^Other row: ?10/ })).toBeVisible()
  // Tab continues from here.
  await expect(view).toBeFocused()
  expect(embeddingService.requests).toHaveLength(10)
})

test('the map is searched, selected from, and saved', async ({ application, embeddingService }, testInfo) => {
  const { page } = application
  await addSet(application, themedSet)
  const map = await showView(page, 'Map')
  const stage = map.getByRole('application', { name: 'Map of 10 texts' })
  await expectNoViolations(page, 'a map')
  const legend = map.getByRole('region', { name: 'Legend' })
  await map.getByRole('combobox', { name: 'Color by' }).click()
  await page.getByRole('option', { name: 'theme' }).click()
  await expect(legend.getByRole('listitem')).toHaveText(['space4', 'food3', 'sea3'])
  await legend.getByRole('button', { name: /^sea/ }).click()
  await map.getByRole('radio', { name: 'Lasso' }).click()
  const box = await stage.boundingBox()
  if (!box) throw new Error('There is no map.')
  const [right, bottom] = [box.x + box.width - 3, box.y + box.height - 3]
  await page.mouse.move(box.x + 3, box.y + 3)
  await page.mouse.down()
  await page.mouse.move(right, box.y + 3, { steps: 3 })
  await page.mouse.move(right, bottom, { steps: 3 })
  await page.mouse.move(box.x + 3, bottom, { steps: 3 })
  await page.mouse.up()
  const selected = map.getByRole('region', { name: 'Selected rows' })
  // The rows of the other themes are dimmed.
  await expect(selected.getByRole('heading')).toHaveText('3 selected')
  await selected.getByRole('button', { name: 'Copy selected rows' }).click()
  await expect.poll(() => readClipboard(application)).toMatch(/^text\ttheme\n(.+\n?){3}$/)
  await stage.press('Escape')
  await expect(selected).toHaveCount(0)
  await stage.press('ArrowRight')
  await stage.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'Actions for point' })
  await menu.getByRole('menuitem', { name: 'Add to selection' }).click()
  await expect(selected.getByRole('heading')).toHaveText('1 selected')
  await map.getByRole('searchbox', { name: 'Search map' }).fill('telescope')
  await expect(map.getByText('3 found')).toBeVisible()
  await map.getByRole('searchbox', { name: 'Search map' }).press('Escape')
  const path = testInfo.outputPath('map.png')
  await choosePath(application, path)
  await chooseFromMenu(map, 'Save map', 'Save as PNG…')
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
  const { width = 0 } = (await stage.boundingBox()) ?? {}
  expect(PNG.sync.read(await readFile(path)).width).toBe(Math.round(width) * 2)
  await map.getByRole('radio', { name: 'UMAP' }).click()
  await expect(map.getByText(/^UMAP of 10 texts, seed 1,/)).toBeVisible()
  await selected.getByRole('button', { name: 'Create set from selected rows' }).click()
  await expect(page.getByRole('heading', { name: 'Set 1 (1 row)' })).toBeVisible()
  // Its vector comes with it, so nothing is requested.
  await expect(tally(page)).toHaveText('1 row · 1 done')
  expect(embeddingService.requests).toHaveLength(10)
})

test('a set is compared with its duplicate', async ({ application, embeddingService }) => {
  const { page } = application
  // Angles from which the neighbors are known, by number of dimensions.
  const angles: Readonly<Record<number, readonly number[]>> = { 3: [0, 10, 25, 60], 2: [0, 10, 90, 60] }
  const texts = ['Alpha', 'Beta', 'Gamma', 'Delta']
  embeddingService.answer = ({ text, body: { outputDimensionality: length = 0 }, embed }) => {
    const angle = ((angles[length]?.[texts.indexOf(text)] ?? 0) * Math.PI) / 180
    embed([Math.cos(angle), Math.sin(angle), 0].slice(0, length))
  }
  await addSet(application, { settings: { outputDimensionality: 3 }, rows: texts.map((text) => ({ text })) })
  const compare = await showView(page, 'Compare')
  await compare.getByRole('button', { name: 'Duplicate set…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicate with different settings' })
  const duplicate = dialog.getByRole('button', { name: 'Duplicate set' })
  await expect(duplicate).toBeDisabled()
  await writeDimensions(dialog, '2')
  await expectNoViolations(page, 'the settings of a duplicate', '[role=dialog]')
  await duplicate.click()
  await expect(page.getByRole('heading', { name: 'Set 1 (2 dimensions)' })).toBeVisible()
  await run(page).click()
  await expect(tally(page)).toHaveText('4 rows · 4 done')
  expect(embeddingService.requests).toHaveLength(8)

  await showView(page, 'Compare')
  await expect(compare.getByRole('combobox', { name: 'Other set' })).toContainText('Set 1')
  await expect(compare.getByLabel('Summary').locator('dd').nth(1)).toHaveText('4')
  const moved = compare.getByRole('listbox', { name: 'Rows that changed most' }).getByRole('option')
  await expect(moved).toHaveCount(4)
  await moved.filter({ hasText: 'Gamma' }).click()
  const here = compare.getByRole('list', { name: 'Neighbors in this set' }).getByRole('listitem')
  const there = compare.getByRole('list', { name: 'Neighbors in “Set 1”' }).getByRole('listitem')
  await expect(here.first()).toHaveText(/Delta.*0\.8660$/)
  await expect(there.first()).toHaveText(/Beta.*0\.9659$/)
  await expectNoViolations(page, 'compared neighbors')
})
