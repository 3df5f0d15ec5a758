// Views of vectors: value by value, two rows compared, all as a map, and two settings compared.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu, choosePath } from '../chat-steps'
import {
  actOnSet,
  addTexts,
  createSet,
  openEmbeddings,
  openInspector,
  panel,
  readClipboard,
  rows,
  run,
  runNewSet,
  showView,
  tally,
  tenTexts,
  toThemedVector,
  writeDimensions,
} from '../embeddings-steps'
import { test } from '../page-test'
import { dropFiles } from '../provide-files'
import type { ScriptedEmbeddingService } from '../scripted-embedding-service'

async function runThemes(page: Page, embeddingService: ScriptedEmbeddingService) {
  embeddingService.answer = (request) => request.respond(toThemedVector(request.text))
  await runNewSet(page, tenTexts)
}

test('a vector’s statistics are correct, its values are shown one by one, and it is copied as is or normalized', async ({
  application,
  embeddingService,
}) => {
  const { page } = application
  await runThemes(page, embeddingService)
  await rows(page).nth(3).click()
  const view = await showView(page, 'Vector')
  // 3 at index 1, 4 at index 6, and eleven times 0.
  const mean = 7 / 13
  const deviation = Math.sqrt(25 / 13 - mean ** 2)
  await expect(view.getByLabel('Statistics').locator('dd')).toHaveText([
    '13',
    '5',
    '0',
    '4',
    mean.toFixed(5),
    deviation.toFixed(4),
  ])
  await expect(view.getByText('Not unit length (L2 norm 5)')).toBeVisible()
  const values = view.getByRole('slider', { name: 'Values' })
  await values.focus()
  await values.press('ArrowRight')
  await expect(values).toHaveAttribute('aria-valuetext', 'Value 1: 3')
  await view.getByRole('textbox', { name: 'Go to index' }).fill('6')
  await expect(values).toHaveAttribute('aria-valuetext', 'Value 6: 4')
  const histogram = view.getByRole('slider', { name: 'Histogram' })
  await expect(histogram).toHaveAttribute('aria-valuetext', /^11 values: 0 to /)
  await histogram.press('End')
  await expect(histogram).toHaveAttribute('aria-valuetext', /^1 values?: .* to 4$/)
  const lastBar = histogram.locator('div > div').last()
  const height = async () => (await lastBar.boundingBox())?.height ?? 0
  const linear = await height()
  await view.getByRole('switch', { name: 'Log scale' }).click()
  // 1 of 11: a share of 1/11, logarithmically log 2 / log 12.
  await expect.poll(async () => (await height()) / linear).toBeGreaterThan(2)
  await expect(view.getByText('All values in range')).toBeVisible()
  await view.getByRole('button', { name: 'Copy as JSON' }).click()
  await expect.poll(() => readClipboard(application)).toBe('[0,3,0,0,0,0,4,0,0,0,0,0,0]')
  await view.getByRole('button', { name: 'Copy normalized' }).click()
  await expect.poll(() => readClipboard(application)).toBe('[0,0.6,0,0,0,0,0.8,0,0,0,0,0,0]')
})

test('a zero vector is marked and has no neighbors; others are shown with title and text', async ({
  application: { page },
  embeddingService,
}) => {
  embeddingService.answer = ({ text, respond }) => respond(text === 'Zero' ? [0, 0] : [1, text.length])
  await openEmbeddings(page)
  const buffer = Buffer.from('title,text\nHarbors,Where ships rest\nNothing,Zero\n,Alone\n')
  await dropFiles(panel(page), { name: 'zero.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('dialog').getByRole('button', { name: 'Import 3 rows' }).click()
  await run(page).click()
  await expect(tally(page)).toHaveText('3 rows · 3 done')
  await rows(page).nth(1).click()
  const vector = await showView(page, 'Vector')
  await expect(
    vector.getByText(/^All values are 0\. .* check the model, then run the row again\.$/),
  ).toBeVisible()
  const neighbors = await showView(page, 'Neighbors')
  const reason = 'All values are 0. This vector has no direction, so it has no neighbors.'
  await expect(neighbors.getByText(reason)).toBeVisible()
  const nearest = neighbors.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem')
  await expect(nearest).toHaveCount(0)
  await neighbors.getByRole('button', { name: /^Row: ?2/ }).click()
  const options = page.getByRole('listbox', { name: 'Rows' }).getByRole('option')
  await expect(options).toHaveText([/Harbors · Where ships rest$/, /Nothing · Zero\s*Zero vector$/, /Alone$/])
  await options.nth(2).click()
  await expect(nearest).toHaveText([/Harbors · Where ships rest.*\d\.\d{4}$/])
  await expect(nearest.getByRole('button')).toHaveAttribute('title', 'Harbors · Where ships rest')
  await expect(neighbors.getByText('1 row with a zero vector left out')).toBeVisible()

  const matrix = await showView(page, 'Matrix')
  await expect(matrix.getByRole('img', { name: /^Color scale from 0\.0000 to / })).toBeVisible()
  await matrix.getByRole('radio', { name: '−1 to 1' }).click()
  await expect(matrix.getByRole('img', { name: 'Color scale from −1.0000 to 1.0000' })).toBeVisible()
  const map = await showView(page, 'Map')
  await map.getByRole('radio', { name: 'UMAP' }).click()
  await expect(map.getByText(/^UMAP of 3 texts, seed 1, too few texts for neighbors,/)).toBeVisible()
})

test('two rows are compared by three metrics, as they are and normalized', async ({
  application: { page },
  embeddingService,
}) => {
  await runThemes(page, embeddingService)
  await rows(page).first().click()
  const view = await showView(page, 'Vector')
  const metrics = view.getByLabel('Similarity').locator('dd')
  await expect(view.getByRole('button', { name: /^Other row: ?2/ })).toBeVisible()
  await expect(metrics).toHaveText(['0.3600', '9.0000', '5.6569'])
  await view.getByRole('switch', { name: 'Normalize vectors' }).click()
  await expect(metrics).toHaveText(['0.3600', '0.3600', '1.1314'])
  await view.getByRole('button', { name: /^Other row:/ }).click()
  const search = page.getByRole('combobox', { name: 'Search rows' })
  await search.fill('pizza')
  await expect(page.getByRole('listbox', { name: 'Rows' }).getByRole('option')).toHaveCount(1)
  await search.press('Enter')
  await expect(metrics).toHaveText(['0.0000', '0.0000', '1.4142'])
  await view.getByRole('button', { name: 'Next row' }).click()
  await expect(view.getByRole('button', { name: /^Row: ?2/ })).toBeVisible()

  const matrix = await showView(page, 'Matrix')
  await matrix.getByRole('radio', { name: 'Table order' }).click()
  const grid = matrix.getByRole('grid', { name: 'Similarity matrix' })
  await grid.press('Control+End')
  await grid.press('ArrowUp')
  await expect(grid.getByRole('gridcell')).toHaveText(`9 ${tenTexts[8]} × 10 ${tenTexts[9]}: 0.3600`)
  await grid.press('Enter')
  await expect(view.getByRole('button', { name: /^Row: ?9/ })).toBeVisible()
  // Tab continues from here.
  await expect(view).toBeFocused()
  await expect(view.getByRole('button', { name: /^Other row: ?10/ })).toBeVisible()
})

test('the map is searched, colored by a column, selected from with the lasso, and saved', async ({
  application,
}, testInfo) => {
  const { page } = application
  await createSampleSet(page)
  const map = await showView(page, 'Map')
  const stage = map.getByRole('application', { name: 'Map of 10 texts' })
  await expect(stage).toBeVisible()
  await map.getByRole('combobox', { name: 'Color by' }).click()
  await page.getByRole('option', { name: 'theme' }).click()
  const legend = map.getByRole('region', { name: 'Legend' })
  await expect(legend.getByRole('heading')).toHaveText('theme')
  await expect(legend.getByRole('listitem')).toHaveText(['space4', 'cooking3', 'music3'])
  await legend.getByRole('button', { name: /^music/ }).click()
  await expect(legend.getByRole('button', { name: /^music/ })).toHaveAttribute('aria-pressed', 'true')
  await map.getByRole('radio', { name: 'Lasso' }).click()
  await selectAllWithLasso(page)
  const selected = map.getByRole('region', { name: 'Selected rows' })
  // The rows of the other themes are dimmed.
  await expect(selected.getByRole('heading')).toHaveText('3 selected')
  await legend.getByRole('button', { name: /^music/ }).click()
  await map.getByRole('searchbox', { name: 'Search map' }).fill('rhythm')
  await expect(map.getByText('2 found')).toBeVisible()
  await map.getByRole('searchbox', { name: 'Search map' }).press('Escape')
  await expect(map.getByText('2 found')).toHaveCount(0)

  await selectAllWithLasso(page)
  await expect(selected.getByRole('heading')).toHaveText('10 selected')
  await selected.getByRole('button', { name: 'Copy selected rows' }).click()
  await expect.poll(async () => (await readClipboard(application)).split('\n')).toHaveLength(11)
  const [header, ...copied] = (await readClipboard(application)).split('\n')
  expect(header).toBe('text\ttheme')
  expect(copied.map((line) => line.split('\t')[1]).sort()).toEqual([
    ...['cooking', 'cooking', 'cooking', 'music', 'music', 'music', 'space', 'space', 'space', 'space'],
  ])
  await selected.getByRole('listitem').first().getByRole('button').click()
  await expect(selected.getByRole('listitem').first().getByRole('button')).toHaveAttribute(
    'aria-current',
    'true',
  )
  await stage.press('Escape')
  await expect(selected).toHaveCount(0)

  const path = testInfo.outputPath('map.png')
  await choosePath(application, path)
  await chooseFromMenu(map, 'Save map', 'Save as PNG…')
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
  const picture = PNG.sync.read(await readFile(path))
  const box = await stage.boundingBox()
  expect(picture.width).toBe(Math.round(box?.width ?? 0) * 2)

  const drawing = testInfo.outputPath('map.svg')
  await choosePath(application, drawing)
  await chooseFromMenu(map, 'Save map', 'Save as SVG…')
  await expect(page.getByText(`Saved to ${drawing}`)).toBeVisible()
  const svg = await readFile(drawing, 'utf8')
  // The points and the three colors of the legend.
  expect(svg.match(/<circle/g)).toHaveLength(13)
  const coordinates = testInfo.outputPath('map.csv')
  await choosePath(application, coordinates)
  await chooseFromMenu(map, 'Save map', 'Save coordinates as CSV…')
  await expect(page.getByText(`Saved to ${coordinates}`)).toBeVisible()
  const [names, ...lines] = (await readFile(coordinates, 'utf8')).trimEnd().split('\r\n')
  expect([names, lines.length]).toEqual(['row,x,y,group,title,text,theme', 10])
  expect(lines[0]).toMatch(/^1,-?[\d.e-]+,-?[\d.e-]+,(space|cooking|music),,/)

  await selectAllWithLasso(page)
  await selected.getByRole('button', { name: 'Create set from selected rows' }).click()
  await expect(page.getByRole('heading', { name: 'Three topics (10 rows)' })).toBeVisible()
  // Their vectors come with them, so nothing is requested.
  await expect(tally(page)).toHaveText('10 rows · 10 done')
})

test('a point has a menu, the legend is folded and moved for good, and a UMAP is not computed twice', async ({
  application,
}, testInfo) => {
  const { page } = application
  await createSampleSet(page)
  const map = await showView(page, 'Map')
  await map.getByRole('combobox', { name: 'Color by' }).click()
  await page.getByRole('option', { name: /^Clusters/ }).click()
  const legend = map.getByRole('region', { name: 'Legend' })
  await expect(legend.getByRole('listitem').first()).toBeVisible()
  await page.screenshot({ path: testInfo.outputPath('clusters.png') })
  await expectNoViolations(page, 'a map with labels and named clusters')

  const stage = map.getByRole('application', { name: 'Map of 10 texts' })
  await stage.press('ArrowRight')
  await stage.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'Actions for point' })
  await expect(menu.getByRole('menuitem').first()).toHaveText('Show in table')
  await expectNoViolations(page, 'the menu of a point', '[role=menu]')
  await page.screenshot({ path: testInfo.outputPath('point-menu.png') })
  await menu.getByRole('menuitem', { name: 'Add to selection' }).click()
  await expect(map.getByRole('region', { name: 'Selected rows' }).getByRole('heading')).toHaveText(
    '1 selected',
  )
  await stage.press('Escape')

  const stageBox = await stage.boundingBox()
  const legendBox = await legend.boundingBox()
  if (!stageBox || !legendBox) throw new Error('There is no legend.')
  await page.mouse.move(legendBox.x + 20, legendBox.y + 12)
  await page.mouse.down()
  await page.mouse.move(stageBox.x + stageBox.width - 60, stageBox.y + stageBox.height - 80, { steps: 6 })
  await page.mouse.up()
  const left = async () => ((await legend.boundingBox())?.x ?? 0) - stageBox.x
  await expect.poll(left).toBeGreaterThan(stageBox.width / 2)
  await legend.getByRole('button', { name: 'Fold legend' }).click()
  await expect(legend.getByRole('listitem').first()).toBeHidden()
  await showView(page, 'Table')
  await showView(page, 'Map')
  await expect(legend.getByRole('button', { name: 'Unfold legend' })).toBeVisible()
  expect(await left()).toBeGreaterThan(stageBox.width / 2)
  await legend.getByRole('button', { name: 'Move legend to next corner' }).click()
  await expect.poll(left).toBeLessThan(stageBox.width / 2)
  await legend.getByRole('button', { name: 'Unfold legend' }).click()
  await expect(legend.getByRole('listitem').first()).toBeVisible()

  await map.getByRole('radio', { name: 'UMAP' }).click()
  await expect(map.getByText(/^UMAP of 10 texts/)).toBeVisible()
  const { userDataFolder: dataFolder } = application
  await expect.poll(() => listMaps(dataFolder)).toHaveLength(1)
  const [file = ''] = await listMaps(dataFolder)
  // A map that was changed on disk shows that it is read from there.
  const saved = JSON.parse(await readFile(join(dataFolder, 'maps', file), 'utf8'))
  await writeFile(join(dataFolder, 'maps', file), JSON.stringify({ ...saved, explained: [0.123] }))
  await application.relaunch()
  const restarted = application.page
  await openEmbeddings(restarted)
  const view = await showView(restarted, 'Map')
  await expect(view.getByText(/12\.3% of variance/)).toBeVisible()
})

async function listMaps(dataFolder: string): Promise<string[]> {
  return await readdir(join(dataFolder, 'maps')).catch(() => [])
}

/** Creates the set from the sample, which has a column besides the text. */
async function createSampleSet(page: Page) {
  await page.getByRole('button', { name: 'Embeddings', exact: true }).click()
  await page.getByRole('button', { name: /^Try a sample/ }).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
}

/** Draws the lasso along the edges of the map, around everything. */
async function selectAllWithLasso(page: Page) {
  const box = await page.getByRole('application', { name: /^Map of/ }).boundingBox()
  if (!box) throw new Error('There is no map.')
  const [left, top, right, bottom] = [box.x + 3, box.y + 3, box.x + box.width - 3, box.y + box.height - 3]
  const corners = [
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top + 20],
  ] as const
  await page.mouse.move(left, top)
  await page.mouse.down()
  for (const [x, y] of corners) await page.mouse.move(x, y, { steps: 8 })
  await page.mouse.up()
}

/** Angles of five texts in degrees, by number of dimensions, from which the neighbors are known. */
const angles: Readonly<Record<number, readonly number[]>> = {
  3: [0, 10, 25, 60, 100],
  2: [0, 10, 25, 60, -20],
}
const fiveTexts = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']

test('a duplicate with other settings shows how much the neighbors of each row change', async ({
  application: { page },
  embeddingService,
}) => {
  embeddingService.answer = (request) => {
    const { outputDimensionality: length = 0 } = request.body as { outputDimensionality?: number }
    const angle = ((angles[length]?.[fiveTexts.indexOf(request.text)] ?? 0) * Math.PI) / 180
    request.respond([Math.cos(angle), Math.sin(angle), 0].slice(0, length))
  }
  await createSet(page)
  await addTexts(page, fiveTexts)
  await writeDimensions(await openInspector(page), '3')
  await run(page).click()
  await expect(tally(page)).toHaveText('5 rows · 5 done')
  const compare = await showView(page, 'Compare')
  await expect(compare.getByText('Compare embedding settings')).toBeVisible()
  await compare.getByRole('button', { name: 'Duplicate set…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicate with different settings' })
  await expect(dialog.getByRole('button', { name: 'Duplicate set' })).toBeDisabled()
  await writeDimensions(dialog, '2')
  await dialog.getByRole('button', { name: 'Duplicate set' }).click()
  const duplicate = 'Set 1 (2 dimensions)'
  await expect(page.getByRole('heading', { name: duplicate })).toBeVisible()
  await expect(tally(page)).toHaveText('5 rows · 5 not run')
  await run(page).click()
  await expect(tally(page)).toHaveText('5 rows · 5 done')
  expect(embeddingService.requests).toHaveLength(10)

  await showView(page, 'Compare')
  await expect(compare.getByRole('combobox', { name: 'Other set' })).toContainText('Set 1')
  await expect(compare.getByRole('table', { name: 'Settings' }).getByRole('row').last()).toHaveText(
    /Dimensions\s*2\s*3/,
  )
  // Two neighbors each: the five rows have 1, 2, 2, 1 and 0 neighbors in both sets.
  await expect(compare.getByLabel('Summary').locator('dd')).toHaveText(['60%', '5', '2 (40%)', '1 (20%)'])
  const moved = compare.getByRole('listbox', { name: 'Rows that changed most' }).getByRole('option')
  await expect(moved).toHaveText([
    /^5Epsilon\s*0 of 2 kept$/,
    /^1Alpha\s*1 of 2 kept$/,
    /^4Delta\s*1 of 2 kept$/,
    /^2Beta\s*2 of 2 kept$/,
    /^3Gamma\s*2 of 2 kept$/,
  ])
  const here = compare.getByRole('list', { name: 'Neighbors in this set' }).getByRole('listitem')
  const there = compare.getByRole('list', { name: 'Neighbors in “Set 1”' }).getByRole('listitem')
  await expect(here).toHaveText([/Alpha.*0\.9397$/, /Beta.*0\.8660$/])
  await expect(there).toHaveText([/Delta.*0\.7660$/, /Gamma.*0\.2588$/])
  await moved.nth(1).click()
  await expect(here).toHaveText([/Beta, in both.*0\.9848$/, /Epsilon.*0\.9397$/])
  await actOnSet(page, duplicate, /^Delete set/)
  await expect(page.getByRole('heading', { name: 'Set 1', exact: true })).toBeVisible()
})
