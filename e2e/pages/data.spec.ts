// Settings > Data: everything is exported, reset, and imported; storage is shown, and backups are made.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { choosePath, createChat } from '../chat-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

test('all data are exported, reset, and imported again through the interface', async ({
  application,
}, testInfo) => {
  const { page } = application
  await createChat(page, 'Rivers of Europe')
  await choosePath(application, testInfo.outputPath('data.zip'))
  const data = await openSettings(page, 'Data')
  await data.getByRole('button', { name: 'Export…' }).press('Enter')
  await expect(page.getByText(/^Exported and verified: /)).toBeVisible()

  await data.getByRole('button', { name: 'Reset chats…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Reset', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox').fill('RESET')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Chats reset')).toBeVisible()
  const { conversations } = await application.desktop()
  expect(await conversations.list()).toEqual([])
  await data.getByRole('button', { name: 'Empty trash' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByText('Storage cleaned up')).toBeVisible()

  await data.getByRole('button', { name: 'Import…' }).press('Enter')
  const preview = page.getByRole('dialog', { name: 'Import data?' })
  await expect(preview.getByRole('row', { name: 'Chats 1 0 0' })).toBeVisible()
  await expectNoViolations(page, 'the preview of an import')
  await preview.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expect(page.getByText(/^Imported: 1 chat/)).toBeVisible()
  expect(await conversations.list()).toMatchObject([{ title: 'Rivers of Europe' }])
})

test('storage is shown, backups are made, the database is compacted, and a damaged archive is refused with a reason', async ({
  application,
}, testInfo) => {
  const { page } = application
  const data = await openSettings(page, 'Data')
  const storage = data.getByRole('table', { name: 'Storage' })
  await expect(storage.getByRole('row', { name: /Chats and other entries/ })).toBeVisible()
  await choosePath(application, testInfo.outputPath())
  await data.getByRole('button', { name: 'Choose…' }).click()
  await expect(data.getByRole('switch', { name: 'Back up daily' })).toBeChecked()
  await data.getByRole('button', { name: 'Back up now' }).click()
  await expect(data.getByText(/^Last backup: /)).toBeVisible()
  await data.getByRole('button', { name: 'Compact database' }).press('Enter')
  await expect(page.getByText('Storage cleaned up')).toBeVisible()
  await expectNoViolations(page, 'data')
  await choosePath(application, testInfo.file)
  await data.getByRole('button', { name: 'Import…' }).click()
  const failure = page.getByRole('listitem').filter({ hasText: 'Couldn’t read the archive' })
  await expect(failure).toContainText('isn’t a ZIP file')
  await failure.getByRole('button', { name: 'Close toast' }).click()
  await expect(failure).toHaveCount(0)
})
