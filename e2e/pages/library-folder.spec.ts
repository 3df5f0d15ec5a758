// The media folder is moved in Settings: all files move, and files from before and after are shown.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { choosePath } from '../chat-steps'
import {
  draw,
  expectPixels,
  findStoredFile,
  images,
  inline,
  listMedia,
  mediaFolderOf,
  openImages,
  paint,
} from '../drawing-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

const before = paint({ width: 64, height: 64 }, 1)
const after = paint({ width: 32, height: 32 }, 2)

test('the media folder is moved, and pictures from before and after are shown from there', async ({
  application,
  imageModel,
}, testInfo) => {
  const { page } = application
  await draw(page, 'Before.')
  const [first] = await imageModel.wait(1)
  first?.answer(inline(before))
  await expect(images(page)).toHaveCount(1)
  await expect.poll(async () => (await listMedia(mediaFolderOf(application))).length).toBe(2)

  const settings = await openSettings(page, 'Folders')
  await expect(settings.getByRole('textbox', { name: 'Media folder' })).toHaveValue(
    mediaFolderOf(application),
  )
  const target = testInfo.outputPath('pictures')
  await mkdir(target, { recursive: true })
  await choosePath(application, target)
  await settings.getByRole('button', { name: 'Move…' }).click()
  await expect(page.getByText(/^Media folder moved to .*$/)).toBeVisible()
  const shown = settings.getByRole('textbox', { name: 'Media folder' })
  await expect.poll(async () => (await shown.inputValue()).startsWith(target)).toBe(true)
  const folder = await shown.inputValue()
  expect((await readFile(await findStoredFile(folder, before))).equals(before)).toBe(true)

  await openImages(page)
  await draw(page, 'After.')
  const [second] = await imageModel.wait(1, 1)
  expect(second?.body.contents[1]?.parts[0]?.inlineData?.data).toBe(before.toString('base64'))
  second?.answer(inline(after))
  await expect(images(page)).toHaveCount(2)
  expect((await readFile(await findStoredFile(folder, after))).equals(after)).toBe(true)
  await application.relaunch()
  const again = application.page
  await expectPixels(images(again).first().getByRole('img'), 64)
  await expectPixels(images(again).last().getByRole('img'), 32)

  // Its reset moves everything back.
  const folders = await openSettings(again, 'Folders')
  await expect(folders.getByText(`Changed. Default: ${mediaFolderOf(application)}`)).toBeVisible()
  await folders.getByRole('button', { name: 'Reset Media folder' }).click()
  await expect(folders.getByRole('textbox', { name: 'Media folder' })).toHaveValue(mediaFolderOf(application))
  await expect(folders.getByText('Default location.')).toBeVisible()
  await expect(folders.getByText(/^Changed/)).toHaveCount(0)
  await openImages(again)
  await expectPixels(images(again).first().getByRole('img'), 64)
  // An empty folder is removed.
  await expect.poll(() => existsSync(folder)).toBe(false)
})

test('a target that is not a folder is rejected, and nothing is moved', async ({
  application,
  imageModel,
}, testInfo) => {
  const { page } = application
  await draw(page, 'Before.')
  const [first] = await imageModel.wait(1)
  first?.answer(inline(before))
  await expect(images(page)).toHaveCount(1)
  const settings = await openSettings(page, 'Folders')
  const blocked = testInfo.outputPath('file.txt')
  await writeFile(blocked, 'no folder')
  await choosePath(application, blocked)
  await settings.getByRole('button', { name: 'Move…' }).click()
  await expect(settings).toContainText('Couldn’t move the folder. Your files are unchanged.')
  await expect(settings.getByRole('textbox', { name: 'Media folder' })).toHaveValue(
    mediaFolderOf(application),
  )
  expect(await readFile(blocked, 'utf8')).toBe('no folder')
  expect(await readdir(mediaFolderOf(application))).not.toEqual([])
  await openImages(page)
  await expectPixels(images(page).getByRole('img'), 64)
})
