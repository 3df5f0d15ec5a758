// Imports of chats from other applications: preview, branches, undo, a second import, and the keyboard alone.
import { expect, type Page } from '@playwright/test'
import {
  writeChatGptZip,
  writeJsonFile,
  writeZip,
} from '../../src/workspace/conversations/imports/export-files.fixture'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu, choosePath, finished, promptField, prompts } from '../chat-steps'
import { openPalette, tabTo } from '../keyboard-steps'
import { test } from '../page-test'
import { dropPaths } from '../provide-files'

const list = (page: Page) => page.getByRole('navigation', { name: 'Chats' })
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ })

test('chats are previewed, selected, imported, and removed by Undo', async ({ application }, testInfo) => {
  const { page } = application
  const { keyboard } = page
  const preview = page.getByRole('dialog', { name: 'Import chats from ChatGPT' })
  const row = (title: string) => preview.getByRole('checkbox', { name: title })
  const importButton = (name: string) => preview.getByRole('button', { name })
  const path = await writeChatGptZip(testInfo.outputDir)
  await choosePath(application, path)
  await promptField(page).focus()
  await openPalette(page, 'Import chats')
  await keyboard.press('Enter')
  await expect(preview).toContainText('2 new · 1 can’t be read')
  await expect(preview).toContainText('conversations-001.json, [1].mapping: must be an object')
  await expectNoViolations(page, 'preview of an import', '[role=dialog]')
  const search = preview.getByRole('searchbox', { name: 'Search chats to import' })
  await expect(search).toBeFocused()
  await keyboard.type('every')
  await expect(row('Otters')).toHaveCount(0)
  await keyboard.press('ArrowDown')
  await expect(row('Everything')).toBeFocused()
  await keyboard.press('Space')
  await expect(row('Everything')).not.toBeChecked()
  await keyboard.press('ArrowUp')
  await expect(search).toBeFocused()
  // Clears the search, and leaves the dialog open.
  await keyboard.press('Escape')
  await expect(row('Otters and branches')).toBeChecked()
  await tabTo(page, 'Import 1 chat')
  await keyboard.press('Enter')
  // A single one is opened.
  await expect(prompts(page).last()).toContainText('And badgers?')
  await expect(promptField(page)).toBeFocused()
  await expect(list(page)).toContainText('ChatGPT import')
  await prompts(page).last().getByRole('button', { name: 'Previous version' }).click()
  await expect(finished(page)).toContainText('Beavers build.')

  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('No chats yet.')).toBeVisible()
  // A menu that is open when the focus moves to the prompt closes again.
  await expect(promptField(page)).toBeFocused()
  await expect(list(page)).not.toContainText('ChatGPT import')
  await chooseFromMenu(list(page), 'More actions', 'Import chats…')
  await expect(preview).toContainText('1 new · 1 in the trash')
  await expect(row('Otters and branches')).not.toBeChecked()
  await row('Otters and branches').check()
  await importButton('Import 2 chats').click()
  await expect(list(page).getByRole('button', { name: 'Otters and branches', exact: true })).toHaveCount(1)
  await dropPaths(page.getByRole('region', { name: 'Chat', exact: true }), path)
  await expect(preview).toContainText('0 new · 2 already imported · 1 can’t be read')
  await expect(importButton('Import chats')).toBeDisabled()
})

test('a file without chats is attached or rejected', async ({ application: { page } }, testInfo) => {
  const panel = page.getByRole('region', { name: 'Chat', exact: true })
  const composer = page.getByRole('form', { name: 'New prompt' })
  await dropPaths(panel, await writeJsonFile(testInfo.outputDir, 'table.json', { rows: [1, 2] }))
  await expect(composer).toContainText('table.json')
  await dropPaths(list(page), await writeZip(testInfo.outputDir, 'other.zip', { 'a.txt': 'text' }))
  await expect(toasts(page)).toContainText('This archive doesn’t contain a chat export')

  const chats = await writeJsonFile(testInfo.outputDir, 'Otter plans.json', {
    chunkedPrompt: { chunks: [{ role: 'user', text: 'Plan a raft.' }] },
  })
  await dropPaths(panel, chats)
  const dialog = page.getByRole('dialog', { name: 'Import chats from AI Studio' })
  await dialog.getByRole('button', { name: 'Attach to prompt' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(composer).toContainText('Otter plans.json')
})
