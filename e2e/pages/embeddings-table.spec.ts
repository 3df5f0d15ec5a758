// The texts of a set: typed, pasted, imported from files, edited, searched, sorted, deleted and restored.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { actOnSet, addSet, newTexts, panel, rows, startSet, table, tally } from '../embeddings-steps'
import { test } from '../page-test'
import { dropFiles } from '../provide-files'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

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
  await expect(dialog.getByText('1 row has more cells than the first row.')).toBeVisible()
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
  const delimiter = paste.getByRole('radiogroup', { name: 'Delimiter' })
  await expect(delimiter.getByRole('radio', { name: 'Semicolon' })).toBeChecked()
  await delimiter.getByRole('radio', { name: 'Comma' }).click()
  const preview = paste.getByRole('table')
  await expect(preview.getByRole('row').last().getByRole('cell')).toHaveText(['land;Bread', ' an oven'])
  await delimiter.getByRole('radio', { name: 'Semicolon' }).click()
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
  const width = async () => Math.round((await year.boundingBox())?.width ?? 0)
  const handle = page.getByRole('separator', { name: 'Resize year' })
  await expect.poll(width).toBe(96)
  await handle.hover()
  await page.mouse.down()
  const box = await handle.boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2 - 50, box?.y ?? 0, { steps: 4 })
  await page.mouse.up()
  await expect.poll(width).toBe(146)
  await handle.dblclick()
  await expect.poll(width).toBe(96)
  // Resizing does not sort.
  await expect(year).toHaveAttribute('aria-sort', 'descending')

  await rows(page).nth(3).click()
  await table(page).press('Enter')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Butter')
  await expectNoViolations(page, 'a row that is edited')
  await page.keyboard.press('Enter')
  await expect(rows(page).nth(3)).toContainText(/Butter.*Not run/)
  await expect(table(page)).toBeFocused()
  for (const [status, count] of [
    ['No text', 1],
    ['All statuses', 4],
  ] as const) {
    await page.getByRole('combobox', { name: 'Status', exact: true }).click()
    await page.getByRole('option', { name: status }).click()
    await expect(rows(page)).toHaveCount(count)
  }
  await page.keyboard.press('/')
  await page.keyboard.type('BOAT')
  await expect(rows(page)).toContainText(['A red boat', 'The old boat'])
  await expect(tally(page)).toHaveText('2 of 4 rows')
  await expect(rows(page).and(page.locator('[aria-selected="true"]'))).toHaveCount(0)
  await rows(page).nth(0).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('heading').getByRole('button', { name: 'Set 1' }).click()
  await page.getByRole('textbox', { name: 'Set name' }).fill('Poems')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Poems' })).toBeVisible()
  await actOnSet(page, 'Poems', /^Delete set/)
  await expect(page.getByRole('heading', { name: 'Explore embeddings' })).toBeVisible()
  const toast = page.getByRole('listitem').filter({ hasText: 'Poems' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Poems' })).toBeVisible()
})
