// The list of chats: the menu of the open chat, several selected chats, folders, and tags.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expectNoViolations } from '../accessibility'
import {
  answers,
  ask,
  askInANewChat,
  chooseFromMenu,
  choosePath,
  finished,
  promptField,
  prompts,
} from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'
import { switchTitles } from '../settings-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const list = (page: Page) => page.getByRole('list', { name: 'All chats' })
const row = (page: Page, title: string) => list(page).getByRole('button', { name: title, exact: true })
const folder = (page: Page, name: string) => list(page).getByRole('button', { name, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected chats' })
const readTitles = (page: Page) => list(page).locator('[data-id] [data-entry]').allTextContents()
const header = (page: Page) =>
  page.getByRole('region', { name: 'Chat', exact: true }).locator('header').first()

async function startChats(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) await askInANewChat(page, title)
}

test('the open chat is renamed, duplicated, pinned and deleted from its header', async ({ application }) => {
  const { page } = application
  await startChats(page, 'One')
  await expect(list(page).getByRole('heading')).toHaveText(['Today'])
  await chooseFromMenu(header(page), 'Actions for chat', 'Rename')
  const title = page.getByRole('textbox', { name: 'Title of this chat' })
  await expect(title).toBeFocused()
  await title.fill('Renamed')
  await title.press('Enter')
  await expect(header(page).getByRole('heading')).toHaveText('Renamed')
  await expect(header(page).getByRole('button', { name: 'Actions for chat' })).toBeFocused()

  await chooseFromMenu(header(page), 'Actions for chat', 'Duplicate')
  await expect(header(page).getByRole('heading')).toHaveText('Renamed (copy)')
  await expect(prompts(page)).toContainText('One')
  expect(await readTitles(page)).toEqual(['Renamed (copy)', 'Renamed'])
  await chooseFromMenu(header(page), 'Actions for chat', 'Pin')
  await expect(list(page).getByRole('heading')).toHaveText(['Pinned', 'Today'])
  await expectNoViolations(page, 'the header of a chat')

  await chooseFromMenu(header(page), 'Actions for chat', 'Delete')
  await expect(header(page).getByRole('heading')).toHaveText('New chat')
  await expect(promptField(page)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(header(page).getByRole('heading')).toHaveText('Renamed (copy)')
})

test('chats are selected by mouse and keyboard, exported, and deleted with Undo', async ({
  application,
}, testInfo) => {
  const { page } = application
  const { keyboard } = page
  await startChats(page, 'One', 'Two', 'Three', 'Four')
  await row(page, 'Two').click({ modifiers: ['ControlOrMeta'] })
  await expect(bar(page)).toContainText('1 selected')
  await expect(header(page).getByRole('heading')).toHaveText('Four')
  await row(page, 'Four').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
  await list(page).getByRole('checkbox', { name: 'Select “Three”' }).click()
  await expect(bar(page)).toContainText('2 selected')
  await expectNoViolations(page, 'selected chats')
  await page.screenshot({ path: testInfo.outputPath('selected.png') })

  const path = testInfo.outputPath('chats.zip')
  await choosePath(application, path)
  await bar(page).getByRole('button', { name: 'Export…' }).click()
  await expect(page.getByText(`2 chats exported to ${path}`)).toBeVisible()
  expect(Object.keys(unzipSync(await readFile(path))).sort()).toEqual(['Four.json', 'Two.json'])

  await row(page, 'One').click()
  await expect(bar(page)).toHaveCount(0)
  await expect(header(page).getByRole('heading')).toHaveText('One')
  await row(page, 'One').focus()
  await keyboard.press('Shift+ArrowUp')
  await keyboard.press('Shift+ArrowUp')
  await expect(bar(page)).toContainText('3 selected')
  await expect(row(page, 'Three')).toBeFocused()
  await keyboard.press('ControlOrMeta+ ')
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

test('chats are moved to folders by dialog and by dragging, and folders survive a restart', async ({
  application,
}, testInfo) => {
  const { page } = application
  const { keyboard } = page
  await startChats(page, 'One', 'Two', 'Three')
  await chooseFromMenu(page.getByRole('navigation', { name: 'Chats' }), 'More actions', 'New folder')
  const name = page.getByRole('textbox', { name: 'Folder name' })
  await expect(name).toBeFocused()
  await name.fill('Work')
  await name.press('Enter')
  await expect(folder(page, 'Work')).toBeFocused()

  await row(page, 'One').dragTo(folder(page, 'Work'))
  await expect(page.getByText('“One” moved to “Work”')).toBeVisible()
  expect(await readTitles(page)).toEqual(['One', 'Three', 'Two'])
  await row(page, 'Two').click({ modifiers: ['ControlOrMeta'] })
  await row(page, 'Three').click({ modifiers: ['ControlOrMeta'] })
  await bar(page).getByRole('button', { name: 'Move to folder…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 chats to folder' })
  await expectNoViolations(page, 'the folder dialog')
  await keyboard.press('ControlOrMeta+2')
  await keyboard.press('ControlOrMeta+1')
  await expect(bar(page)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await bar(page).getByRole('button', { name: 'Move to folder…' }).click()
  await dialog.getByRole('textbox', { name: 'New folder' }).fill('Home')
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => readTitles(page)).toEqual(['Three', 'Two', 'One'])
  await page.screenshot({ path: testInfo.outputPath('folders.png') })

  await folder(page, 'Home').focus()
  await keyboard.press('ArrowLeft')
  await expect(folder(page, 'Home')).toHaveAttribute('aria-expanded', 'false')
  expect(await readTitles(page)).toEqual(['One'])
  await keyboard.press('Delete')
  await expect(folder(page, 'Home')).toHaveCount(0)
  expect(await readTitles(page)).toEqual(['One', 'Three', 'Two'])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(folder(page, 'Home')).toBeVisible()
  await folder(page, 'Home').click()
  await row(page, 'Two').dragTo(row(page, 'One'))
  await expect.poll(() => readTitles(page)).toEqual(['Three', 'Two', 'One'])
  await folder(page, 'Work').click()

  await application.relaunch()
  const again = application.page
  await expect(folder(again, 'Work')).toHaveAttribute('aria-expanded', 'false')
  expect(await readTitles(again)).toEqual(['Three'])
  await expectNoViolations(again, 'folders of chats')
})

test('tags filter the list and the search', async ({ application }, testInfo) => {
  const { page } = application
  await startChats(page, 'Red heron', 'Blue heron')
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
  await page.screenshot({ path: testInfo.outputPath('tags.png') })
  const search = page.getByRole('searchbox', { name: 'Search chats' })
  await search.fill('heron')
  const results = page.getByRole('list', { name: 'Search results' })
  await expect(results).toContainText('Red heron')
  await expect(results).not.toContainText('Blue heron')
  await search.press('Escape')
  await page.getByRole('button', { name: 'Remove birds' }).click()
  await expect.poll(() => readTitles(page)).toEqual(['Blue heron', 'Red heron'])
})

test('the model writes the title after the first response, and the request is in the log', async ({
  application: { page },
  model,
}) => {
  await switchTitles(page, 'on')
  model.title = '“Round rainbows.”'
  model.answers(answerOf({ text: 'Light bends in drops.' }))
  await askInANewChat(page, 'Why are rainbows round?')
  await expect(header(page).getByRole('heading')).toHaveText('Round rainbows')
  await expect(row(page, 'Round rainbows')).toBeVisible()
  await page.getByRole('button', { name: 'Gateway', exact: true }).click()
  await expect(page.getByText('/v1beta/models/gen-2.5-flash:generateContent').first()).toBeVisible()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  expect(model.requests).toHaveLength(1)

  await chooseFromMenu(header(page), 'Actions for chat', 'Rename')
  const title = page.getByRole('textbox', { name: 'Title of this chat' })
  await title.fill('Mine')
  await title.press('Enter')
  await switchTitles(page, 'off')
  await askInANewChat(page, 'And why colored?')
  await expect(header(page).getByRole('heading')).toHaveText('And why colored?')
  await expect(row(page, 'Mine')).toBeVisible()
})

test('queued prompts are reordered by keyboard and by dragging, edited, and removed', async ({
  application: { page },
  model,
}, testInfo) => {
  const end = model.pauses('It starts with', ' and it ends.')
  await ask(page, 'First')
  await expect(answers(page)).toContainText('It starts with')
  const cards = page.getByRole('list', { name: 'Queued prompts' }).getByRole('listitem')
  for (const text of ['One', 'Two', 'Three']) {
    await promptField(page).fill(text)
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    await expect(cards.last()).toContainText(text)
  }
  const grip = (text: string) =>
    cards.filter({ hasText: text }).getByRole('button', { name: 'Move queued prompt', exact: true })
  await grip('Three').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cards).toHaveText([/One/, /Three/, /Two/])
  await expect(grip('Three')).toBeFocused()
  await cards
    .filter({ hasText: 'One' })
    .getByText('One')
    .dragTo(cards.filter({ hasText: 'Two' }), { targetPosition: { x: 200, y: 30 } })
  await expect(cards).toHaveText([/Three/, /Two/, /One/])
  await expectNoViolations(page, 'queued prompts')
  await grip('One').click()
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeDisabled()
  await expectNoViolations(page, 'the menu of a queued prompt', '[role=menu]')
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(cards).toHaveText([/Three/, /One/, /Two/])
  await page.screenshot({ path: testInfo.outputPath('queue.png') })
  await cards.filter({ hasText: 'Two' }).getByRole('button', { name: 'Remove queued prompt' }).click()
  await expect(cards).toHaveText([/Three/, /One/])
  // The offer to undo it must not cover the buttons of the others.
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Queued prompt removed' })
  await expect(toast).toBeVisible()
  const queueTop = async () =>
    (await page.getByRole('list', { name: 'Queued prompts' }).boundingBox())?.y ?? 0
  const toastEnd = () => toast.evaluate((element) => element.getBoundingClientRect().bottom)
  await expect.poll(async () => (await toastEnd()) <= (await queueTop())).toBe(true)
  const edit = (text: string) =>
    cards.filter({ hasText: text }).getByRole('button', { name: 'Edit queued prompt' })
  const editor = page.getByRole('form', { name: 'Edit queued prompt' })
  const text = editor.getByRole('textbox', { name: 'Text' })
  await edit('Three').click()
  await expect(text).toBeFocused()
  await text.fill('Three about {{topic}}')
  const save = editor.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription('Fill in “topic”')
  await expectNoViolations(page, 'a queued prompt that is edited')
  await page.screenshot({ path: testInfo.outputPath('queued-editor.png') })
  // The queue waits at the prompt, whose place and text survive a crash of the page.
  end()
  await expect(finished(page)).toContainText('and it ends.')
  await expect
    .poll(async () => {
      await page.reload()
      return await text.inputValue()
    })
    .toBe('Three about {{topic}}')
  expect(model.requests).toHaveLength(1)
  await text.press('Escape')
  await expect
    .poll(() => model.requests.map(({ contents }) => contents.at(-1)?.parts[0]?.text))
    .toEqual(['First', 'Three', 'One'])
})

test('an edited queued prompt is sent in its place, and can be moved to the composer', async ({
  application: { page },
  model,
}) => {
  const end = model.pauses('It starts with', ' and it ends.')
  await ask(page, 'First')
  await expect(answers(page)).toContainText('It starts with')
  const cards = page.getByRole('list', { name: 'Queued prompts' }).getByRole('listitem')
  for (const text of ['One', 'Two']) {
    await promptField(page).fill(text)
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    await expect(cards.last()).toContainText(text)
  }
  const edit = (text: string) =>
    cards.filter({ hasText: text }).getByRole('button', { name: 'Edit queued prompt' })
  const editor = page.getByRole('form', { name: 'Edit queued prompt' })
  await edit('Two').click()
  await editor.getByRole('button', { name: 'Move to composer' }).click()
  await expect(promptField(page)).toHaveValue('Two')
  await expect(promptField(page)).toBeFocused()
  await expect(cards).toHaveText([/One/])
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  await expect(cards).toHaveText([/One/, /Two/])
  await edit('One').click()
  await editor.getByRole('textbox', { name: 'Text' }).fill('One about {{topic}}')
  await editor.getByRole('textbox', { name: 'topic' }).fill('rivers')
  await editor.getByRole('textbox', { name: 'topic' }).press('Enter')
  await expect(cards).toHaveText([/One about rivers/, /Two/])
  await expect(edit('One')).toBeFocused()
  end()
  await expect
    .poll(() => model.requests.map(({ contents }) => contents.at(-1)?.parts[0]?.text))
    .toEqual(['First', 'One about rivers', 'Two'])
})
