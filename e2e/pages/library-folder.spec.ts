// The media folder is moved in Settings: all files move, and images from before and after are shown.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { choosePath } from '../chat-steps'
import {
  createSession,
  expectPixels,
  images,
  listMedia,
  mediaFolderOf,
  openImages,
  openSession,
} from '../drawing-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

test('the media folder moves, and back with its reset', async ({ application }, testInfo) => {
  const { page } = application
  const original = mediaFolderOf(application)
  await createSession(application, ['A house.'])
  const settings = await openSettings(page, 'Folders')
  const field = settings.getByRole('textbox', { name: 'Media folder' })
  const file = testInfo.outputPath('file.txt')
  await writeFile(file, 'no folder')
  await choosePath(application, file)
  await settings.getByRole('button', { name: 'Move…' }).click()
  await expect(settings).toContainText('Couldn’t move the folder. Your files are unchanged.')
  await expect(field).toHaveValue(original)

  const target = testInfo.outputPath('pictures')
  await mkdir(target, { recursive: true })
  await choosePath(application, target)
  await settings.getByRole('button', { name: 'Move…' }).click()
  await expect(page.getByText(/^Media folder moved to .*$/)).toBeVisible()
  await expect.poll(async () => (await field.inputValue()).startsWith(target)).toBe(true)
  const folder = await field.inputValue()
  // The image and its sidecar.
  await expect.poll(() => listMedia(folder)).toHaveLength(2)
  await openSession(page, 'A house.')
  await expectPixels(images(page).getByRole('img'), 1024)

  await openSettings(page, 'Folders')
  await expect(settings.getByText(`Changed. Default: ${original}`)).toBeVisible()
  await settings.getByRole('button', { name: 'Reset Media folder' }).click()
  await expect(field).toHaveValue(original)
  await expect(settings.getByText('Default location.')).toBeVisible()
  await application.relaunch()
  await openImages(application.page)
  await expectPixels(images(application.page).getByRole('img'), 1024)
  // An empty folder is removed.
  await expect.poll(() => existsSync(folder)).toBe(false)
})
