// The texts of a set: typed, pasted, dropped as files, edited, deleted and restored, run and stored.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { addTexts, createSet, newTexts, openEmbeddings, panel, rows, table } from '../embeddings-steps'
import { test } from '../page-test'
import { dropFiles } from '../provide-files'
import { resize } from '../window-size'

const main = (page: Page) => page.getByRole('main')

test('ten sample texts are embedded immediately, and are there after a restart', async ({ application }) => {
  const { page } = application
  await openEmbeddings(page)
  await expectNoViolations(page, 'no set')
  await page.getByRole('button', { name: /^Try a sample/ }).click()
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('toolbar', { name: 'All rows' }).getByRole('status')).toHaveText(
    '10 rows · 10 done',
  )
  await expect(main(page).getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
  await expectNoViolations(page, 'a set that has run')
  await application.relaunch()
  const again = application.page
  await openEmbeddings(again)
  await expect(rows(again)).toHaveCount(10)
  await expect(again.getByRole('heading', { name: 'Three topics' })).toBeVisible()
})

test('typed lines become rows; one is edited and run by keyboard, another deleted and restored', async ({
  application,
}) => {
  const { page } = application
  await createSet(page)
  await newTexts(page).fill('The first text\nThe second text\n\nThe third text')
  await page.getByRole('button', { name: 'Add 3 rows' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(newTexts(page)).toHaveValue('')
  await page.keyboard.press('Control+Enter')
  await expect(rows(page).filter({ hasText: 'Done' })).toHaveCount(3)

  await rows(page).nth(1).click()
  await table(page).press('Enter')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Another text')
  await page.keyboard.press('Enter')
  await expect(rows(page).nth(1)).toContainText('Another text')
  await expect(rows(page).nth(1)).toContainText('Not run')
  await expect(table(page)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(rows(page).nth(1)).toContainText('Done')

  await table(page).press('Delete')
  await expect(rows(page)).toHaveCount(2)
  await table(page).press('Control+z')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(1)).toContainText('Another text')
})

test('an import shows a preview and irregular rows, lets the user choose the column, and adds the rows', async ({
  application,
}) => {
  const { page } = application
  await openEmbeddings(page)
  const csv = Buffer.from('name;words;lang\nA;caf\xe9 au lait;fr\nB;tea;en;surplus\nC;water\n', 'latin1')
  await dropFiles(panel(page), { name: 'drinks.csv', mimeType: 'text/csv', buffer: csv })
  const dialog = page.getByRole('dialog', { name: 'Import drinks.csv' })
  await expect(dialog.getByText('This file isn’t UTF-8 and was read as Windows-1252')).toBeVisible()
  await expect(dialog.getByText('1 row has fewer cells than the first row.')).toBeVisible()
  await expect(dialog.getByText('1 row has more cells than the first row.')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Text column' })).toContainText('words')
  await expect(dialog.getByRole('table')).toContainText('café au lait')
  await expectNoViolations(page, 'the import dialog', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByRole('heading', { name: 'drinks' })).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('café au lait')
})

test('a few pasted rows of two columns are split, with a choice of the delimiter, and a file is added by key', async ({
  application,
}) => {
  const { page } = application
  await createSet(page)
  await addTexts(page, ['First text'])
  const pasted = 'topic;words\nsea;A boat, a harbor\nland;Bread, an oven'
  await application.electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), pasted)
  await newTexts(page).press('Control+v')
  const dialog = page.getByRole('dialog', { name: 'Import pasted text' })
  const delimiter = dialog.getByRole('radiogroup', { name: 'Delimiter' })
  await expect(delimiter.getByRole('radio', { name: 'Semicolon' })).toBeChecked()
  const preview = dialog.getByRole('table')
  await expect(preview.getByRole('row').nth(1).getByRole('cell')).toHaveText(['A boat, a harbor', 'sea'])
  await delimiter.getByRole('radio', { name: 'Comma' }).click()
  await expect(preview.getByRole('row').last().getByRole('cell')).toHaveText(['land;Bread', ' an oven'])
  await delimiter.getByRole('radio', { name: 'Semicolon' }).click()
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(1)).toContainText('A boat, a harbor')

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import file…' }).click()
  const file = { name: 'more.tsv', mimeType: 'text/plain', buffer: Buffer.from('sky\tA cloud') }
  await (await chooser).setFiles(file)
  const added = page.getByRole('dialog', { name: 'Import more.tsv' })
  await added.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(rows(page)).toHaveCount(4)
  // Shortcuts of the panel wait until the dialog has closed.
  await expect(added).toHaveCount(0)
  const second = page.waitForEvent('filechooser')
  await page.keyboard.press('Control+o')
  await second
})

test('rows are searched, filtered by status, and sorted by any column; hidden rows are not selected', async ({
  application: { page },
}) => {
  await openEmbeddings(page)
  const csv = 'text,year\nA red boat,1999\nBread,3\nThe old boat,20\n,5\n'
  await dropFiles(panel(page), { name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('dialog').getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(rows(page)).toHaveCount(4)
  const numbers = rows(page).first().getByRole('gridcell').first()
  const status = page.getByRole('toolbar', { name: 'All rows' }).getByRole('status')
  await page.getByRole('columnheader', { name: 'year' }).getByRole('button').click()
  await expect(rows(page)).toContainText(['Bread', 'No text', 'The old boat', 'A red boat'])
  await page.getByRole('columnheader', { name: 'year' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'year' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page)).toContainText(['A red boat', 'The old boat', 'No text', 'Bread'])

  const width = async (element: Locator) => Math.round((await element.boundingBox())?.width ?? 0)
  const year = page.getByRole('columnheader', { name: 'year' })
  const handle = page.getByRole('separator', { name: 'Resize year' })
  expect(await width(year)).toBe(96)
  const box = await handle.boundingBox()
  if (!box) throw new Error('The handle is not visible.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 50, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => width(year)).toBe(146)
  expect(await width(rows(page).first().getByRole('gridcell').nth(2))).toBe(146)
  await handle.press('ArrowRight')
  await expect.poll(() => width(year)).toBe(130)
  await handle.dblclick()
  await expect.poll(() => width(year)).toBe(96)
  // Resizing does not sort.
  await expect(year).toHaveAttribute('aria-sort', 'descending')

  await rows(page).nth(3).click()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search texts' })
  await expect(search).toBeFocused()
  await page.keyboard.type('BOAT')
  await expect(rows(page)).toContainText(['A red boat', 'The old boat'])
  await expect(status).toHaveText('2 of 4 rows')
  await expect(numbers).toHaveText('1')
  await expect(rows(page).and(page.locator('[aria-selected="true"]'))).toHaveCount(0)
  await rows(page).nth(0).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Status', exact: true }).click()
  await page.getByRole('option', { name: 'No text' }).click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toContainText(['A red boat', 'Bread', 'The old boat', 'No text'])
})

test('a CSV import skips cells that are too long, rejects an unclosed quote by its row, and reads UTF-16', async ({
  application: { page },
}) => {
  await openEmbeddings(page)
  const drop = (name: string, buffer: Buffer) =>
    dropFiles(panel(page), { name, mimeType: 'text/csv', buffer })
  await drop('open.csv', Buffer.from('text,town\nOne,Oslo\n"Two,Rome\nThree,Bern\n'))
  await expect(page.getByText(/Row 3: missing closing quote/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  const huge = `text,town\nOne,Oslo\n"${'long '.repeat(30_000)}",Rome\nThree,Bern\n`
  await drop('huge.csv', Buffer.from(`\ufeff${huge}`, 'utf16le'))
  const dialog = page.getByRole('dialog', { name: 'Import huge.csv' })
  await expect(
    dialog.getByText('1 row has a cell over 100,000 characters, which can’t be embedded (row 3).'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByText('2 rows added. 1 row over 100,000 characters skipped.')).toBeVisible()
  await expect(rows(page)).toContainText(['One', 'Three'])
})

test('100,000 rows are imported with progress, and the table scrolls to its end immediately', async ({
  application,
}) => {
  const { page } = application
  await openEmbeddings(page)
  const lines = Array.from({ length: 100_000 }, (_, at) => `${at},"Text number ${at + 1}, ""quoted"""`)
  await dropFiles(panel(page), {
    name: 'many.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['id,text', ...lines].join('\r\n')),
  })
  const dialog = page.getByRole('dialog', { name: 'Import many.csv' })
  await expect(dialog.getByRole('combobox', { name: 'Text column' })).toContainText('text')
  await dialog.getByRole('button', { name: 'Import 100,000 rows' }).click()
  await expect(page.getByText('100,000 rows added')).toBeVisible({ timeout: 50_000 })
  await rows(page).first().click()
  await table(page).press('End')
  await expect(rows(page).filter({ hasText: 'Text number 100000, "quoted"' })).toBeVisible()
})

test('a set is renamed, deleted and restored, and everything fits in a small window', async ({
  application,
}) => {
  const { page } = application
  await createSet(page)
  await page.getByRole('heading').getByRole('button', { name: 'Set 1' }).click()
  await page.getByRole('textbox', { name: 'Set name' }).fill('Poems')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Poems' })).toBeVisible()
  await main(page).getByRole('button', { name: 'Actions for “Poems”' }).last().click()
  await page.getByRole('menuitem', { name: /^Delete set/ }).click()
  await expect(page.getByRole('heading', { name: 'Explore embeddings' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Poems' })).toBeVisible()

  await resize(application, { width: 900, height: 600, zoom: 1 })
  await page.getByRole('button', { name: 'Sets', exact: true }).click()
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Poems', exact: false }).first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(newTexts(page)).toBeVisible()
  await expectNoViolations(page, 'a small window')
})
