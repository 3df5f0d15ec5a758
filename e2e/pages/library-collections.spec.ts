// The Library: date groups, sorting by columns, stars, and the actions of its viewer.
import { stat } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import type { Application } from '../application'
import { drawWithDemo, openImages, steps } from '../drawing-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const library = (page: Page) => page.getByRole('region', { name: 'Library', exact: true })
const items = (page: Page) => page.getByRole('listbox', { name: 'Items' })
const options = (page: Page) => items(page).getByRole('option')
const item = (page: Page, name: string | RegExp) => items(page).getByRole('option', { name })
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' })

/** Two sessions with an image each, and the Library with only the images. */
async function openWithImages({ page }: Application): Promise<void> {
  await openImages(page)
  await drawWithDemo(page, 'A red boat on the sea.')
  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect(steps(page)).toHaveCount(0)
  await drawWithDemo(page, 'A green tree.')
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await filters(page).getByRole('checkbox', { name: 'Images' }).check()
  await expect(options(page)).toHaveCount(2)
}

test('the grid groups items by date, the list sorts by its columns, and the demo is marked once', async ({
  application,
}) => {
  const { page } = application
  await openWithImages(application)
  await expect(items(page).getByText('Today')).toBeVisible()
  const texts = await item(page, /green tree/).evaluate((element) => (element as HTMLElement).innerText)
  // Once for screen readers, and once on screen.
  expect(texts.match(/Demo/g)).toHaveLength(2)

  await library(page).getByRole('radio', { name: 'List' }).click()
  const titles = async () =>
    (await options(page).evaluateAll((all) => all.map((each) => each.textContent?.slice(0, 7)))).join()
  const head = library(page).getByRole('button', { name: 'Title', exact: true })
  await head.click()
  await expect.poll(titles).toBe('A green,A red b')
  await head.click()
  await expect.poll(titles).toBe('A red b,A green')
  await expect(head).toHaveAttribute('aria-pressed', 'true')
  await library(page).getByRole('button', { name: 'Date', exact: true }).click()
  await expect.poll(titles).toBe('A green,A red b')
  await expectNoViolations(page, 'the Library')
})

test('items are starred by key, pointer and viewer, and the viewer edits, steps and deletes', async ({
  application,
}) => {
  const { page } = application
  await openWithImages(application)
  await item(page, /green tree/).click()
  await page.keyboard.press('s')
  await expect(item(page, /green tree.*Starred/)).toBeVisible()
  await item(page, /red boat/).hover()
  await item(page, /red boat/)
    .getByTitle('Add star')
    .click()
  await expect(item(page, /red boat.*Starred/)).toBeVisible()
  await item(page, /red boat/).hover()
  await item(page, /red boat/)
    .getByTitle('Remove star')
    .click()
  await filters(page).getByRole('checkbox', { name: 'Starred' }).check()
  await expect(options(page)).toHaveCount(1)
  await filters(page).getByRole('checkbox', { name: 'Starred' }).uncheck()

  await item(page, /red boat/).dblclick()
  const viewer = page.getByRole('dialog')
  const star = viewer.getByRole('button', { name: 'Star', exact: true })
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('s')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expectNoViolations(page, 'the Library')
  await viewer.getByRole('button', { name: 'Next image' }).click()
  await expect(page.getByRole('dialog', { name: 'A green tree.' })).toBeVisible()
  await viewer.getByRole('button', { name: 'Delete', exact: true }).click()
  // The next image is shown; the deleted one can be restored.
  await expect(page.getByRole('dialog', { name: 'A red boat on the sea.' })).toBeVisible()
  await expect(page.getByText('1 item moved to trash')).toBeVisible()
  await viewer.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Images', exact: true })).toBeVisible()
  await expect(steps(page)).toHaveCount(1)
  await expect(steps(page).first()).toContainText('A red boat')
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused()
})

test('items are collected on boards by menu and drag, and a search is saved and opened again', async ({
  application,
}) => {
  const { page, electron } = application
  await openWithImages(application)
  const boards = filters(page).getByRole('list', { name: 'Boards' })
  await filters(page).getByRole('button', { name: 'New board' }).click()
  await page.keyboard.type('Posters')
  await page.keyboard.press('Enter')
  await expect(boards.getByRole('button', { name: /^Posters/ })).toHaveText('Posters0')
  await expect(filters(page).getByRole('button', { name: 'New board' })).toBeFocused()

  // Electron's drag would hold the pointer until a drop, which never happens here.
  const dragged = await electron.evaluateHandle(({ BrowserWindow }) => {
    const drags: string[] = []
    for (const window of BrowserWindow.getAllWindows())
      window.webContents.startDrag = ({ file }) => drags.push(file)
    return drags
  })
  const board = boards.getByRole('listitem').filter({ hasText: 'Posters' })
  const dragTree = async () => {
    const dataTransfer = await page.evaluateHandle(() => new DataTransfer())
    await item(page, /green tree/).dispatchEvent('dragstart', { dataTransfer })
  }
  const drop = async (bytes: number) => {
    const dataTransfer = await page.evaluateHandle((bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'A file.png'))
      return transfer
    }, bytes)
    await board.dispatchEvent('dragover', { dataTransfer })
    await board.dispatchEvent('drop', { dataTransfer })
  }
  await dragTree()
  await drop(1)
  await expect(page.getByText('Only Library items can be added to a board')).toBeVisible()
  await dragTree()
  await expect.poll(() => dragged.evaluate((files) => files.length)).toBe(2)
  const path = await dragged.evaluate((files) => files[1] ?? '')
  await drop((await stat(path)).size)
  await expect(boards.getByRole('button', { name: /^Posters/ })).toHaveText('Posters1')

  await item(page, /red boat/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Boards…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Boards for 1 item' })
  await expect(dialog.getByRole('checkbox', { name: 'Posters' })).not.toBeChecked()
  await dialog.getByRole('textbox', { name: 'New board' }).fill('Boats')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('checkbox', { name: 'Boats' })).toBeChecked()
  await expectNoViolations(page, 'the boards of an item')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await boards.getByRole('button', { name: /^Boats/ }).click()
  await expect(options(page)).toHaveCount(1)
  await item(page, /red boat/).click()
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText(/Boards\s*Boats/)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Board: Boats')
  await library(page).getByRole('button', { name: 'Save search…' }).click()
  const naming = page.getByRole('dialog', { name: 'Save search' })
  await naming.getByRole('textbox', { name: 'Name' }).fill('Boat images')
  await page.keyboard.press('Enter')
  await library(page).getByRole('button', { name: 'Clear all' }).click()
  const searches = filters(page).getByRole('list', { name: 'Saved searches' })
  await searches.getByRole('button', { name: 'Boat images', exact: true }).click()
  await expect(options(page)).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Images')
  await expectNoViolations(page, 'a saved search')

  // Renamed by key, deleted by its menu, and restored.
  await boards.getByRole('button', { name: /^Boats/ }).press('F2')
  await page.keyboard.type('Ships')
  await page.keyboard.press('Enter')
  await expect(boards.getByRole('button', { name: /^Ships/ })).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(boards.getByRole('listitem')).toHaveCount(1)
  await expect(boards.getByRole('button', { name: /^Posters/ })).toBeFocused()
  await expect(options(page)).toHaveCount(2)
  const toast = page.getByRole('listitem').filter({ hasText: '“Ships” deleted' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(boards.getByRole('button', { name: /^Ships/ })).toHaveText('Ships1')
  await expect(options(page)).toHaveCount(1)
})
