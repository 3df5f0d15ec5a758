// The Library: search, filters, tags, boards, views, keys, missing files, export, and the folder of its files.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, stat } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expectNoViolations } from '../accessibility'
import { choosePath, createChat, prompts } from '../chat-steps'
import {
  createSession,
  expectPixels,
  images,
  instruction,
  listMedia,
  mediaFolderOf,
  openSession,
  recordDrag,
  steps,
} from '../drawing-steps'
import {
  filters,
  inspector,
  item,
  items,
  library,
  listbox,
  openLibrary,
  openWithImages,
  undoDeletion,
} from '../library-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search Library' })
const selected = (page: Page) => listbox(page).getByRole('option', { selected: true })

test('items are found by text and filters, and open in their panel', async ({ application }) => {
  const { page } = application
  await openLibrary(page)
  await expect(library(page)).toContainText('Nothing here yet')
  await createChat(page, 'Birds', ['Tell me of the heron at the weir.', 'A response.'])
  await openWithImages(application)
  await page.getByRole('list', { name: 'Active filters' }).getByRole('button').click()
  // Three images, two sessions and a chat.
  await expect(items(page)).toHaveCount(6)
  await search(page).fill('green')
  await expect(items(page)).toHaveCount(2)
  await expect(filters(page).locator('label').filter({ hasText: 'Images' })).toContainText('1')
  // An item stays selected as long as it is found.
  await item(page, /green tree.*, Image, /).click()
  await search(page).fill('tree')
  await expect(library(page).getByText('“tree”')).toBeVisible()
  await expect(selected(page)).toHaveCount(1)
  await search(page).fill('"weir the"')
  await expect(library(page)).toContainText('No results')
  await library(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(search(page)).toHaveValue('')
  await search(page).fill('"at the weir"')
  await expect(items(page)).toHaveCount(1)
  await expect(selected(page)).toHaveCount(0)
  await items(page).click()
  await inspector(page).getByRole('button', { name: 'Open chat', exact: true }).click()
  await expect(prompts(page)).toContainText('heron')
  await openLibrary(page)
  await library(page).getByRole('button', { name: 'Clear all' }).click()
  await item(page, /red boat.*, Image, /).click()
  await inspector(page).getByRole('button', { name: 'Show in context', exact: true }).click()
  await expect(steps(page).first()).toBeInViewport()
  await expect(steps(page).first()).toContainText('A red boat on the sea.')
  await openLibrary(page)
  await item(page, /green tree.*, Image, /).dblclick()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(steps(page)).toContainText('A green tree.')
  await expect(instruction(page)).toBeFocused()
})

test('items are selected, opened, sorted, starred and deleted by keyboard', async ({ application }) => {
  const { page } = application
  const { keyboard } = page
  await openWithImages(application)
  const size = page.getByRole('slider', { name: 'Thumbnail size' })
  await size.press('End')
  const large = await size.inputValue()
  await page.reload()
  await filters(page).getByRole('checkbox', { name: 'Images' }).check()
  await expect(items(page)).toHaveCount(3)
  await expect(size).toHaveValue(large)
  // Details are shown only for a selection.
  await expect(inspector(page)).toHaveCount(0)
  await keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(listbox(page)).toBeFocused()
  await expect(selected(page)).toHaveAccessibleName(/green tree/)
  await expect(inspector(page)).toContainText('A green tree.')
  await expectNoViolations(page, 'the grid and the details')
  await keyboard.press('Shift+ArrowRight')
  await expect(library(page)).toContainText('2 of 3 items selected')
  await keyboard.press('Escape')
  await expect(selected(page)).toHaveCount(0)
  await keyboard.press('Home')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'A green tree.' })).toBeVisible()
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'Now at night.' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(listbox(page)).toBeFocused()
  await expect(selected(page)).toHaveAccessibleName(/at night/)
  await keyboard.press('Delete')
  await expect(items(page)).toHaveCount(2)
  await expect(listbox(page)).toBeFocused()
  await undoDeletion(page)
  await expect(items(page)).toHaveCount(3)

  await library(page).getByRole('radio', { name: 'List' }).click()
  const head = library(page).getByRole('button', { name: 'Title', exact: true })
  for (const first of [/green tree/, /at night/]) {
    await head.click()
    await expect(items(page).first()).toHaveAccessibleName(first)
  }
  await item(page, /at night/).click()
  await keyboard.press('ArrowDown')
  await keyboard.press('s')
  await expect(item(page, /red boat.*Starred/)).toBeVisible()
  await item(page, /green tree/).hover()
  await item(page, /green tree/)
    .getByTitle('Add star')
    .click()
  await filters(page).getByRole('checkbox', { name: 'Starred' }).check()
  await expect(items(page)).toHaveCount(2)
  await item(page, /red boat/).click()
  // Keys that are faster than the selection can be read.
  await application.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'A', modifiers: ['control'] })
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'Delete' })
  })
  await expect(page.getByText('2 items moved to trash')).toBeVisible()
})

test('items are tagged and collected on boards, and searches are saved', async ({ application }) => {
  const { page } = application
  await openWithImages(application)
  await item(page, /green tree/).click()
  await item(page, /red boat/).click({ modifiers: ['Control'] })
  await library(page).getByRole('button', { name: 'Tags…' }).click()
  const tags = page.getByRole('dialog', { name: 'Edit tags for 2 items' })
  await tags.getByRole('combobox', { name: 'Add a tag' }).fill('summer')
  await page.keyboard.press('Enter')
  await expect(tags.getByRole('list', { name: 'Tags' })).toContainText('summer')
  await expectNoViolations(page, 'tags', '[role=dialog]')
  await tags.getByRole('button', { name: 'Done' }).click()
  await filters(page).getByRole('checkbox', { name: 'summer' }).check()
  await expect(items(page)).toHaveCount(2)

  const boards = filters(page).getByRole('list', { name: 'Boards' })
  const board = (name: string) => boards.getByRole('button', { name: new RegExp(`^${name}`) })
  await filters(page).getByRole('button', { name: 'New board' }).click()
  await page.keyboard.type('Posters')
  await page.keyboard.press('Enter')
  await expect(board('Posters')).toHaveText('Posters0')
  await expect(filters(page).getByRole('button', { name: 'New board' })).toBeFocused()
  const dragged = recordDrag(application)
  const makeTransfer = (bytes: number) =>
    page.evaluateHandle((bytes) => {
      const transfer = new DataTransfer()
      if (bytes > 0) transfer.items.add(new File([new Uint8Array(bytes)], 'A file.png'))
      return transfer
    }, bytes)
  await item(page, /green tree/).dispatchEvent('dragstart', { dataTransfer: await makeTransfer(0) })
  const { size } = await stat(await dragged)
  await board('Posters').dispatchEvent('drop', { dataTransfer: await makeTransfer(size) })
  await expect(board('Posters')).toHaveText('Posters1')

  await item(page, /red boat/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Boards…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Boards for 1 item' })
  await dialog.getByRole('textbox', { name: 'New board' }).fill('Boats')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('checkbox', { name: 'Boats' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await board('Boats').click()
  await expect(items(page)).toHaveCount(1)

  await library(page).getByRole('button', { name: 'Save search…' }).click()
  const saving = page.getByRole('dialog', { name: 'Save search' })
  await saving.getByRole('textbox', { name: 'Name' }).fill('Boats of summer')
  await page.keyboard.press('Enter')
  await library(page).getByRole('button', { name: 'Clear all' }).click()
  const searches = filters(page).getByRole('list', { name: 'Saved searches' })
  await searches.getByRole('button', { name: 'Boats of summer', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Board: Boats')
  await expect(items(page)).toHaveCount(1)
  await expectNoViolations(page, 'a saved search')
  // Renamed by key, deleted by its menu, and restored.
  await board('Boats').press('F2')
  await page.keyboard.type('Ships')
  await page.keyboard.press('Enter')
  await expect(board('Ships')).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(board('Posters')).toBeFocused()
  await expect(items(page)).toHaveCount(2)
  const toast = page.getByRole('listitem').filter({ hasText: '“Ships” deleted' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(board('Ships')).toHaveText('Ships1')
  await expect(items(page)).toHaveCount(1)
})

test('items are exported, missing ones located, the folder moved', async ({ application }, testInfo) => {
  const { page } = application
  await createSession(application, ['A green tree.'])
  const media = mediaFolderOf(application)
  const name = (await listMedia(media)).find((one) => one.endsWith('.png')) ?? ''
  const path = `${media}/${name.slice(0, 2)}/${name}`
  const bytes = await readFile(path)
  const zip = testInfo.outputPath('pictures.zip')
  await choosePath(application, zip)
  await openLibrary(page)
  await item(page, /, Image, /).click()
  await page.keyboard.press('Control+a')
  await library(page).getByRole('button', { name: 'Export…' }).click()
  await expect(page.getByText(`2 items exported to ${zip}`)).toBeVisible()
  expect(Object.values(unzipSync(await readFile(zip))).some((file) => bytes.equals(file))).toBe(true)

  const moved = testInfo.outputPath('tree.png')
  await rename(path, moved)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await openLibrary(page)
  await expect(library(page)).toContainText('1 file is missing.')
  await library(page).getByRole('button', { name: 'Show files' }).click()
  await item(page, /green tree.*Missing/).click()
  const locate = async (file: string) => {
    await choosePath(application, file)
    await library(page).getByRole('button', { name: 'Locate…' }).click()
  }
  await locate(zip)
  await expect(page.getByText('Nothing was changed.')).toBeVisible()
  await locate(moved)
  await expect(page.getByText('“A green tree.” restored')).toBeVisible()
  expect((await readFile(path)).equals(bytes)).toBe(true)

  const settings = await openSettings(page, 'Folders')
  const target = testInfo.outputPath('pictures')
  await mkdir(target)
  await choosePath(application, target)
  await settings.getByRole('button', { name: 'Move…' }).click()
  await expect(page.getByText(/^Media folder moved to .*$/)).toBeVisible()
  const folder = await settings.getByRole('textbox', { name: 'Media folder' }).inputValue()
  expect(folder.startsWith(target)).toBe(true)
  expect([existsSync(path), await listMedia(folder)]).toEqual([false, expect.arrayContaining([name])])
  await openSession(page, 'A green tree.')
  await expectPixels(images(page).getByRole('img'), 1024)
})
