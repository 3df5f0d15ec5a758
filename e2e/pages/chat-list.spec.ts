// The list of chats: titles, the menu of the open chat, several selected chats, folders, tags, export and import, and a narrow window.
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu, choosePath, createChat, openChat, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'
import { narrow, resize } from '../window-size'

const list = (page: Page) => page.getByRole('list', { name: 'All chats' })
/** Of a chat or a folder. */
const row = (page: Page, name: string) => list(page).getByRole('button', { name, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected chats' })
const readTitles = (page: Page) => list(page).locator('[data-id] [data-entry]').allTextContents()
const header = (page: Page) =>
  page.getByRole('region', { name: 'Chat', exact: true }).locator('header').first()
const title = (page: Page) => header(page).getByRole('heading')

test('a chat is renamed, duplicated, pinned, exported, and imported', async ({ application }, testInfo) => {
  const { page } = application
  for (const name of ['One', 'Two']) await createChat(page, name)
  await openChat(page, 'One')
  await chooseFromMenu(header(page), 'Actions for chat', 'Rename')
  const field = page.getByRole('textbox', { name: 'Title of this chat' })
  await expect(field).toBeFocused()
  await field.fill('Renamed')
  await field.press('Enter')
  await chooseFromMenu(header(page), 'Actions for chat', 'Duplicate')
  await expect(title(page)).toHaveText('Renamed (copy)')
  await expect(prompts(page)).toContainText('One')
  await row(page, 'Renamed').press('F2')
  await page.getByRole('textbox', { name: 'Title' }).fill('Again')
  await page.keyboard.press('Enter')
  await expect.poll(() => readTitles(page)).toEqual(['Renamed (copy)', 'Two', 'Again'])
  await row(page, 'Again').click()
  await chooseFromMenu(header(page), 'Actions for chat', 'Pin')
  await expect(list(page).getByRole('heading')).toHaveText(['Pinned', 'Today'])
  expect(await readTitles(page)).toEqual(['Again', 'Renamed (copy)', 'Two'])

  for (const format of ['HTML', 'JSON']) {
    const path = testInfo.outputPath(`chat.${format.toLowerCase()}`)
    await choosePath(application, path)
    await chooseFromMenu(list(page), 'Actions for “Again”', `Export as ${format}…`)
    await expect(page.getByText(`Exported to ${path}`)).toBeVisible()
    expect(await readFile(path, 'utf8')).toContain('A response.')
  }
  await chooseFromMenu(page.getByRole('navigation', { name: 'Chats' }), 'More actions', 'Import chats…')
  await expect.poll(() => readTitles(page)).toEqual(['Again', 'Again', 'Renamed (copy)', 'Two'])
  await expect(prompts(page)).toContainText('One')
})

test('several chats are selected, exported, and deleted with Undo', async ({ application }, testInfo) => {
  const { page } = application
  const { keyboard } = page
  for (const name of ['One', 'Two', 'Three', 'Four']) await createChat(page, name)
  await openChat(page, 'Four')
  await row(page, 'Two').click({ modifiers: ['ControlOrMeta'] })
  await expect(title(page)).toHaveText('Four')
  await row(page, 'Four').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
  await list(page).getByRole('checkbox', { name: 'Select “Three”' }).click()
  await expectNoViolations(page, 'selected chats')
  const path = testInfo.outputPath('chats.zip')
  await choosePath(application, path)
  await bar(page).getByRole('button', { name: 'Export…' }).click()
  await expect(page.getByText(`2 chats exported to ${path}`)).toBeVisible()
  expect(Object.keys(unzipSync(await readFile(path))).sort()).toEqual(['Four.json', 'Two.json'])

  await row(page, 'One').click()
  await expect(bar(page)).toHaveCount(0)
  await row(page, 'One').press('Shift+ArrowUp')
  await expect(bar(page)).toContainText('2 selected')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.press('Delete')
  await expect(page.getByText('No chats yet.')).toBeVisible()
  await expect(promptField(page)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list(page).locator('[data-id]')).toHaveCount(4)
  await expect(title(page)).toHaveText('One')
})

test('chats have folders, which survive a restart, and tags that filter them', async ({ application }) => {
  const { page } = application
  const { keyboard } = page
  for (const name of ['Red heron', 'Blue heron', 'Owl']) await createChat(page, name)
  await chooseFromMenu(page.getByRole('navigation', { name: 'Chats' }), 'More actions', 'New folder')
  const name = page.getByRole('textbox', { name: 'Folder name' })
  await expect(name).toBeFocused()
  await name.fill('Work')
  await name.press('Enter')
  await expect(row(page, 'Work')).toBeFocused()
  await row(page, 'Owl').dragTo(row(page, 'Work'))
  await expect.poll(() => readTitles(page)).toEqual(['Owl', 'Blue heron', 'Red heron'])
  await row(page, 'Red heron').click({ modifiers: ['ControlOrMeta'] })
  await row(page, 'Blue heron').click({ modifiers: ['ControlOrMeta'] })
  // Another panel and back: the selection stays.
  await keyboard.press('ControlOrMeta+2')
  await keyboard.press('ControlOrMeta+1')
  await bar(page).getByRole('button', { name: 'Move to folder…' }).click()
  const folders = page.getByRole('dialog', { name: 'Move 2 chats to folder' })
  await expectNoViolations(page, 'the folder dialog')
  await folders.getByRole('textbox', { name: 'New folder' }).fill('Home')
  await keyboard.press('Enter')
  await expect.poll(() => readTitles(page)).toEqual(['Blue heron', 'Red heron', 'Owl'])
  await row(page, 'Home').focus()
  await keyboard.press('ArrowLeft')
  await expect(row(page, 'Home')).toHaveAttribute('aria-expanded', 'false')
  await keyboard.press('Delete')
  await expect(row(page, 'Home')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => readTitles(page)).toEqual(['Owl'])
  await application.relaunch()
  await row(application.page, 'Home').click()
  await expect.poll(() => readTitles(application.page)).toEqual(['Blue heron', 'Red heron', 'Owl'])
  await expectNoViolations(application.page, 'folders of chats')
  await expectTagsFilter(application.page)
})

async function expectTagsFilter(page: Page): Promise<void> {
  await chooseFromMenu(list(page), 'Actions for “Red heron”', 'Tags…')
  const dialog = page.getByRole('dialog', { name: 'Tags of “Red heron”' })
  await dialog.getByRole('textbox', { name: 'New tag' }).fill('birds')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('checkbox', { name: 'birds' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Filter by tag', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'birds', checked: false }).click()
  await expect.poll(() => readTitles(page)).toEqual(['Red heron'])
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('heron')
  const results = page.getByRole('list', { name: 'Search results' })
  await expect(results).toContainText('Red heron')
  await expect(results).not.toContainText('Blue heron')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove birds' }).click()
  await expect.poll(() => readTitles(page)).toEqual(['Blue heron', 'Red heron', 'Owl'])
}

test('in a narrow window, chats are opened from a drawer by mouse and keyboard', async ({ application }) => {
  const { page } = application
  const { keyboard } = page
  for (const title of ['First', 'Second']) await createChat(page, title)
  await openChat(page, 'Second')
  await resize(application, narrow)
  await expect(page.getByRole('navigation', { name: 'Chats' })).toHaveCount(0)
  const opener = page.getByRole('button', { name: 'Chats', exact: true })
  const drawer = page.getByRole('dialog', { name: 'Chats' })
  const search = drawer.getByRole('searchbox', { name: 'Search chats' })
  const row = (title: string) => drawer.getByRole('button', { name: title, exact: true })
  const expectClosed = async (focused: Locator) => {
    await expect(drawer).toHaveCount(0)
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await expect(focused).toBeFocused()
  }

  await opener.click()
  await expect(search).toBeFocused()
  await expect(row('Second')).toHaveAttribute('aria-current', 'true')
  await expectNoViolations(page, 'the drawer', '[role=dialog]')
  await row('First').click()
  await expectClosed(promptField(page))
  await expect(prompts(page)).toContainText('First')
  await promptField(page).fill('Half a thought')
  await opener.click()
  await expect(drawer).toBeVisible()
  // A click outside closes it, and does nothing else.
  const send = page.getByRole('button', { name: 'Send', exact: true, includeHidden: true })
  const { x = 0, y = 0 } = (await send.boundingBox()) ?? {}
  await page.mouse.click(x + 4, y + 4)
  await expectClosed(opener)
  await expect(promptField(page)).toHaveValue('Half a thought')

  await opener.press('Enter')
  await expect(search).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(row('Second')).toBeFocused()
  await keyboard.press('Enter')
  await expectClosed(promptField(page))
  await expect(prompts(page)).toContainText('Second')
  await opener.press('Enter')
  await expect(search).toBeFocused()
  await keyboard.type('first')
  await expect(drawer.getByRole('list', { name: 'Search results' })).toContainText('First')
  for (const _ of ['clears the search', 'closes the drawer']) await keyboard.press('Escape')
  await expectClosed(opener)
})
