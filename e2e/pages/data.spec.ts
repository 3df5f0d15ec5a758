// Settings > Data: everything is exported, wiped, and imported; storage is shown, and areas are reset.
import { readFile, stat } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { choosePath } from '../chat-steps'
import { draw, images, inline, openImages, paint } from '../drawing-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

const picture = paint({ width: 64, height: 64 }, 1)

test('all data are exported, wiped, and imported again through the interface', async ({
  application,
  imageModel,
}, testInfo) => {
  const { page } = application
  await draw(page, 'A red square.')
  const [request] = await imageModel.wait(1)
  request?.answer(inline(picture))
  await expect(images(page)).toHaveCount(1)

  const path = testInfo.outputPath('data.zip')
  await choosePath(application, path)
  const data = await openSettings(page, 'Data')
  await data.getByRole('button', { name: 'Export…' }).press('Enter')
  await expect(page.getByText(/^Exported and verified: /)).toBeVisible()
  expect((await stat(path)).size).toBeGreaterThan(picture.length)
  expect((await readFile(path)).includes(picture)).toBe(true)

  await data.getByRole('button', { name: 'Reset images…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Reset', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox').fill('RESET')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Images reset')).toBeVisible()
  await openImages(page)
  await expect(images(page)).toHaveCount(0)
  await openSettings(page, 'Data')
  await data.getByRole('button', { name: 'Empty trash' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByText('Storage cleaned up')).toBeVisible()

  await choosePath(application, path)
  await data.getByRole('button', { name: 'Import…' }).press('Enter')
  const preview = page.getByRole('dialog', { name: 'Import data?' })
  await expect(preview.getByRole('row', { name: 'Image sessions 1 0 0' })).toBeVisible()
  await expect(preview).toContainText('1 media file')
  await expectNoViolations(page, 'data')
  await preview.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expect(page.getByText(/^Imported: 1 image session/)).toBeVisible()
  await openSettings(page, 'Data')
  await data.getByRole('button', { name: 'Import…' }).press('Enter')
  await expect(preview).toContainText('You have everything in this archive already.')
  await expect(preview.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')
  await openImages(page)
  await page.getByRole('navigation', { name: 'Sessions' }).getByText('A red square.').click()
  await expect(images(page)).toHaveCount(1)
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
  await expect(data).toContainText('Couldn’t read the archive')
  await expect(data).toContainText('isn’t a ZIP file')
  await data.getByRole('button', { name: 'Dismiss' }).click()
  await expect(data).not.toContainText('Couldn’t read the archive')
})
