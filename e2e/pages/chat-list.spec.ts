// The list of chats: titles, the menu of the open chat, several selected chats, folders, tags, export and import.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expectNoViolations } from '../accessibility'
import {
  ask,
  askInANewChat,
  chooseFromMenu,
  chooseModel,
  choosePath,
  createChat,
  finished,
  importConversation,
  openChat,
  promptField,
  prompts,
} from '../chat-steps'
import { test } from '../page-test'
import { switchTitles } from '../settings-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const list = (page: Page) => page.getByRole('list', { name: 'All chats' })
/** Of a chat or a folder. */
const row = (page: Page, name: string) => list(page).getByRole('button', { name, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected chats' })
const readTitles = (page: Page) => list(page).locator('[data-id] [data-entry]').allTextContents()
const header = (page: Page) =>
  page.getByRole('region', { name: 'Chat', exact: true }).locator('header').first()

async function rename(page: Page, to: string): Promise<void> {
  await chooseFromMenu(header(page), 'Actions for chat', 'Rename')
  const title = page.getByRole('textbox', { name: 'Title of this chat' })
  await expect(title).toBeFocused()
  await title.fill(to)
  await title.press('Enter')
  await expect(header(page).getByRole('heading')).toHaveText(to)
}

test('a chat is renamed, duplicated, pinned and deleted', async ({ application: { page } }) => {
  for (const title of ['One', 'Two']) await createChat(page, title)
  await openChat(page, 'One')
  await expect(list(page).getByRole('heading')).toHaveText(['Today'])
  await rename(page, 'Renamed')
  await expect(header(page).getByRole('button', { name: 'Actions for chat' })).toBeFocused()
  await chooseFromMenu(header(page), 'Actions for chat', 'Duplicate')
  await expect(header(page).getByRole('heading')).toHaveText('Renamed (copy)')
  await expect(prompts(page)).toContainText('One')
  await row(page, 'Renamed').press('F2')
  await page.getByRole('textbox', { name: 'Title' }).fill('Again')
  await page.keyboard.press('Enter')
  await expect.poll(() => readTitles(page)).toEqual(['Renamed (copy)', 'Two', 'Again'])
  await row(page, 'Again').click()
  await chooseFromMenu(header(page), 'Actions for chat', 'Pin')
  await expect(list(page).getByRole('heading')).toHaveText(['Pinned', 'Today'])
  expect(await readTitles(page)).toEqual(['Again', 'Renamed (copy)', 'Two'])
  await expectNoViolations(page, 'the header of a chat')

  await chooseFromMenu(header(page), 'Actions for chat', 'Delete')
  await expect(header(page).getByRole('heading')).toHaveText('New chat')
  await expect(promptField(page)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(header(page).getByRole('heading')).toHaveText('Again')
})

test('several chats are selected, exported, and deleted with Undo', async ({ application }, testInfo) => {
  const { page } = application
  const { keyboard } = page
  for (const title of ['One', 'Two', 'Three', 'Four']) await createChat(page, title)
  await openChat(page, 'Four')
  await row(page, 'Two').click({ modifiers: ['ControlOrMeta'] })
  await expect(bar(page)).toContainText('1 selected')
  await expect(header(page).getByRole('heading')).toHaveText('Four')
  await row(page, 'Four').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
  await list(page).getByRole('checkbox', { name: 'Select “Three”' }).click()
  await expect(bar(page)).toContainText('2 selected')
  await expectNoViolations(page, 'selected chats')

  const path = testInfo.outputPath('chats.zip')
  await choosePath(application, path)
  await bar(page).getByRole('button', { name: 'Export…' }).click()
  await expect(page.getByText(`2 chats exported to ${path}`)).toBeVisible()
  expect(Object.keys(unzipSync(await readFile(path))).sort()).toEqual(['Four.json', 'Two.json'])

  await row(page, 'One').click()
  await expect(bar(page)).toHaveCount(0)
  await expect(header(page).getByRole('heading')).toHaveText('One')
  await row(page, 'One').press('Shift+ArrowUp')
  await expect(row(page, 'Two')).toBeFocused()
  await expect(bar(page)).toContainText('2 selected')
  await keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await keyboard.press('ControlOrMeta+a')
  await expect(bar(page)).toContainText('4 selected')
  await keyboard.press('Delete')
  await expect(page.getByText('No chats yet.')).toBeVisible()
  await expect(promptField(page)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list(page).locator('[data-id]')).toHaveCount(4)
  await expect(header(page).getByRole('heading')).toHaveText('One')
})

test('chats are moved to folders, which survive a restart', async ({ application }) => {
  const { page } = application
  const { keyboard } = page
  for (const title of ['One', 'Two', 'Three']) await createChat(page, title)
  await chooseFromMenu(page.getByRole('navigation', { name: 'Chats' }), 'More actions', 'New folder')
  const name = page.getByRole('textbox', { name: 'Folder name' })
  await expect(name).toBeFocused()
  await name.fill('Work')
  await name.press('Enter')
  await expect(row(page, 'Work')).toBeFocused()

  await row(page, 'One').dragTo(row(page, 'Work'))
  await expect(page.getByText('“One” moved to “Work”')).toBeVisible()
  expect(await readTitles(page)).toEqual(['One', 'Three', 'Two'])
  await row(page, 'Two').click({ modifiers: ['ControlOrMeta'] })
  await row(page, 'Three').click({ modifiers: ['ControlOrMeta'] })
  await bar(page).getByRole('button', { name: 'Move to folder…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 chats to folder' })
  await expectNoViolations(page, 'the folder dialog')
  // Another panel and back: the selection stays.
  await keyboard.press('ControlOrMeta+2')
  await keyboard.press('ControlOrMeta+1')
  await expect(bar(page)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await bar(page).getByRole('button', { name: 'Move to folder…' }).click()
  await dialog.getByRole('textbox', { name: 'New folder' }).fill('Home')
  await keyboard.press('Enter')
  await expect.poll(() => readTitles(page)).toEqual(['Three', 'Two', 'One'])

  await row(page, 'Home').focus()
  await keyboard.press('ArrowLeft')
  await expect(row(page, 'Home')).toHaveAttribute('aria-expanded', 'false')
  expect(await readTitles(page)).toEqual(['One'])
  await keyboard.press('Delete')
  await expect(row(page, 'Home')).toHaveCount(0)
  expect(await readTitles(page)).toEqual(['One', 'Three', 'Two'])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await row(page, 'Home').click()
  await expect.poll(() => readTitles(page)).toEqual(['Three', 'Two', 'One'])
  await row(page, 'Work').click()

  await application.relaunch()
  await expect(row(application.page, 'Work')).toHaveAttribute('aria-expanded', 'false')
  expect(await readTitles(application.page)).toEqual(['Three', 'Two'])
  await expectNoViolations(application.page, 'folders of chats')
})

test('tags filter the list and the search', async ({ application: { page } }) => {
  for (const title of ['Red heron', 'Blue heron']) await createChat(page, title)
  await chooseFromMenu(list(page), 'Actions for “Red heron”', 'Tags…')
  const dialog = page.getByRole('dialog', { name: 'Tags of “Red heron”' })
  await dialog.getByRole('textbox', { name: 'New tag' }).fill('birds')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('checkbox', { name: 'birds' })).toBeChecked()
  await expectNoViolations(page, 'the tags dialog')
  await dialog.getByRole('button', { name: 'Done' }).click()

  const filter = page.getByRole('button', { name: 'Filter by tag', exact: true })
  await filter.click()
  await page.getByRole('menuitemcheckbox', { name: 'birds', checked: false }).click()
  await filter.press('Enter')
  await expect(page.getByRole('menuitemcheckbox', { name: 'birds' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect.poll(() => readTitles(page)).toEqual(['Red heron'])
  const search = page.getByRole('searchbox', { name: 'Search chats' })
  await search.fill('heron')
  const results = page.getByRole('list', { name: 'Search results' })
  await expect(results).toContainText('Red heron')
  await expect(results).not.toContainText('Blue heron')
  await search.press('Escape')
  await page.getByRole('button', { name: 'Remove birds' }).click()
  await expect.poll(() => readTitles(page)).toEqual(['Blue heron', 'Red heron'])
})

test('the model writes titles, unless the user turns it off', async ({ application: { page }, model }) => {
  await switchTitles(page, 'on')
  model.title = '“Round rainbows.”'
  await askInANewChat(page, 'Why are rainbows round?')
  await expect(header(page).getByRole('heading')).toHaveText('Round rainbows')
  await expect(row(page, 'Round rainbows')).toBeVisible()
  await page.getByRole('button', { name: 'Gateway', exact: true }).click()
  await expect(page.getByText('/v1beta/models/gen-2.5-flash:generateContent').first()).toBeVisible()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await rename(page, 'Mine')
  await switchTitles(page, 'off')
  await askInANewChat(page, 'And why colored?')
  await expect(header(page).getByRole('heading')).toHaveText('And why colored?')
  await expect(row(page, 'Mine')).toBeVisible()
})

test('a chat is exported in each format, and imported', async ({ application }, testInfo) => {
  const { page } = application
  const title = 'A lighthouse at dusk.'
  await chooseModel(page, /Gen 3 Pro Image/)
  await ask(page, title)
  const image = finished(page).getByRole('img').last()
  await expect(image).toBeVisible()
  for (const format of ['Markdown', 'HTML', 'JSON']) {
    const path = testInfo.outputPath(`chat.${format.toLowerCase()}`)
    await choosePath(application, path)
    await chooseFromMenu(list(page), `Actions for “${title}”`, `Export as ${format}…`)
    await expect(page.getByText(`Exported to ${path}`)).toBeVisible()
    expect(await readFile(path, 'utf8')).toContain(title)
  }
  await chooseFromMenu(list(page), `Actions for “${title}”`, 'Delete')
  await expect(page.getByText('No chats yet.')).toBeVisible()
  await importConversation(application, testInfo.outputPath('chat.json'))
  await expect(prompts(page)).toContainText(title)
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1024)
})
