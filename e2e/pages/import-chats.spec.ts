// Imports of chats from other applications: preview, branches, undo, a second import, and the keyboard alone.
import { expect, type Page } from '@playwright/test'
import {
  writeChatGptZip,
  writeJsonFile,
  writeZip,
} from '../../src/workspace/conversations/imports/export-files.fixture'
import { expectNoViolations } from '../accessibility'
import {
  ask,
  chooseFromMenu,
  choosePath,
  finished,
  importConversation,
  promptField,
  prompts,
} from '../chat-steps'
import { openPalette, tabTo } from '../keyboard-steps'
import { test } from '../page-test'
import { dropPaths } from '../provide-files'
import { resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const list = (page: Page) => page.getByRole('navigation', { name: 'Chats' })
const preview = (page: Page) => page.getByRole('dialog', { name: 'Import chats from ChatGPT' })
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ })
const row = (page: Page, title: string) => preview(page).getByRole('checkbox', { name: title })
const importButton = (page: Page, name: string) => preview(page).getByRole('button', { name })

test('a dropped archive is previewed and imported once, with its branches, and its chats continue', async ({
  application,
}, testInfo) => {
  const { page } = application
  const path = await writeChatGptZip(testInfo.outputDir)
  await dropPaths(page.getByRole('region', { name: 'Chat', exact: true }), path)
  for (const text of [
    '2 new · 1 can’t be read',
    '9 messages · Nov 14, 2023',
    'conversations-001.json, [1].mapping: must be an object',
    '1 voice recording: only its text is imported',
  ])
    await expect(preview(page)).toContainText(text)
  await expect(row(page, 'Everything')).toBeChecked()
  await expect(row(page, 'Broken')).toHaveCount(0)
  await expectNoViolations(page, 'preview of an import', '[role=dialog]')
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await expect(importButton(page, 'Import 2 chats')).toBeInViewport()
  await importButton(page, 'Import 2 chats').click()
  await expect(toasts(page)).toContainText('2 chats imported')
  await resize(application, { width: 1280, height: 820, zoom: 1 })

  await expect(list(page)).toContainText('ChatGPT import')
  await list(page).getByRole('button', { name: 'Otters and branches', exact: true }).click()
  await expect(prompts(page).last()).toContainText('And badgers?')
  const versions = prompts(page).last().getByRole('group', { name: 'Versions' })
  await versions.getByRole('button', { name: 'Previous version' }).click()
  await expect(prompts(page).last()).toContainText('And beavers?')
  await expect(finished(page)).toContainText('Beavers build.')
  await ask(page, 'What is 6 times 7?')
  await expect(finished(page)).toContainText('42')

  await importConversation(application, path)
  await expect(preview(page)).toContainText('0 new · 2 already imported · 1 can’t be read')
  await expect(row(page, 'Everything')).toBeDisabled()
  await expect(importButton(page, 'Import chats')).toBeDisabled()
})

test('chats are selected and imported by keyboard alone; an undone import is in the trash, and can be restored from the same file', async ({
  application,
}, testInfo) => {
  const { page } = application
  const path = await writeChatGptZip(testInfo.outputDir)
  await choosePath(application, path)
  await promptField(page).focus()
  await openPalette(page, 'Import chats')
  await page.keyboard.press('Enter')
  const search = preview(page).getByRole('searchbox', { name: 'Search chats to import' })
  await expect(search).toBeFocused()
  await page.keyboard.type('every')
  await expect(row(page, 'Otters')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'Everything')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(row(page, 'Everything')).not.toBeChecked()
  await page.keyboard.press('ArrowUp')
  await expect(search).toBeFocused()
  // Clears the search, and leaves the dialog open.
  await page.keyboard.press('Escape')
  await expect(row(page, 'Otters and branches')).toBeChecked()
  await tabTo(page, 'Import 1 chat')
  await page.keyboard.press('Enter')
  // A single one is opened.
  await expect(prompts(page).last()).toContainText('And badgers?')
  await expect(promptField(page)).toBeFocused()

  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('No chats yet.')).toBeVisible()
  // A menu that is open when the focus moves to the prompt closes again.
  await expect(promptField(page)).toBeFocused()
  await expect(list(page)).not.toContainText('ChatGPT import')
  await importConversation(application, path)
  await expect(preview(page)).toContainText('1 new · 1 in the trash')
  await expect(row(page, 'Otters and branches')).not.toBeChecked()
  await row(page, 'Otters and branches').check()
  await row(page, 'Everything').uncheck()
  await importButton(page, 'Import 1 chat').click()
  await expect(list(page).getByRole('button', { name: 'Otters and branches', exact: true })).toHaveCount(1)
})

test('a file without chats is attached, or rejected with what it is not; dropped chats can be attached too', async ({
  application,
}, testInfo) => {
  const { page } = application
  const panel = page.getByRole('region', { name: 'Chat', exact: true })
  const composer = page.getByRole('form', { name: 'New prompt' })
  await dropPaths(panel, await writeJsonFile(testInfo.outputDir, 'table.json', { rows: [1, 2] }))
  await expect(composer).toContainText('table.json')
  await dropPaths(list(page), await writeZip(testInfo.outputDir, 'other.zip', { 'a.txt': 'text' }))
  await expect(toasts(page)).toContainText('This archive doesn’t contain a chat export')

  const chunks = [
    { role: 'user', text: 'Plan a raft.' },
    { role: 'model', text: 'Logs.' },
  ]
  const chats = await writeJsonFile(testInfo.outputDir, 'Otter plans.json', {
    runSettings: { model: 'models/gemini-2.5-pro' },
    chunkedPrompt: { chunks },
  })
  await dropPaths(panel, chats)
  const dialog = page.getByRole('dialog', { name: 'Import chats from AI Studio' })
  await dialog.getByRole('button', { name: 'Attach to prompt' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(composer).toContainText('Otter plans.json')
  await choosePath(application, chats)
  await chooseFromMenu(list(page), 'More actions', 'Import chats…')
  await dialog.getByRole('combobox', { name: 'Folder' }).click()
  await page.getByRole('option', { name: 'No folder' }).click()
  await dialog.getByRole('button', { name: 'Import 1 chat' }).click()
  await expect(prompts(page)).toContainText('Plan a raft.')
  await expect(list(page)).not.toContainText('AI Studio import')
})
