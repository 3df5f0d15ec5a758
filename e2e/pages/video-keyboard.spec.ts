// Videos by keyboard alone, and in a small window.
import { rm } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { findStoredFile, mediaFolderOf } from '../drawing-steps'
import { tabTo } from '../keyboard-steps'
import { test } from '../page-test'
import { done } from '../scripted-video-service'
import {
  addJob,
  addVideo,
  field,
  form,
  openedJob,
  openVideos,
  player,
  prompt,
  row,
  showMoreOptions,
} from '../video-steps'
import { resize } from '../window-size'

const button = (page: Page, text: string) => row(page, text).locator('[data-job]')

async function tabToList(page: Page): Promise<void> {
  const isThere = () => page.evaluate(() => document.activeElement?.hasAttribute('data-job'))
  for (let count = 0; count < 60 && !(await isThere()); count += 1) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
}

test('a video is generated, inspected, played and removed by keyboard alone', async ({
  application,
  videoService,
}) => {
  const { page } = application
  const { keyboard } = page
  await addJob(application, 'A tin boat.')
  await keyboard.press('Control+3')
  await expect(prompt(page)).toBeFocused()
  await keyboard.type('A paper boat.')
  await tabTo(page, 'Auto')
  // Hold the key, as a finger does: the selection follows only if the focus moves before the key is released.
  await keyboard.down('ArrowRight')
  await expect(field(page, 'Aspect ratio').getByRole('radio', { name: '16:9' })).toBeChecked()
  await keyboard.up('ArrowRight')
  await keyboard.press('Control+Enter')
  await videoService.wait(2)
  expect(videoService.submissions[1]?.body).toMatchObject({ parameters: { aspectRatio: '16:9' } })
  await expect(prompt(page)).toHaveValue('A paper boat.')

  videoService.operation = done
  await tabTo(page, 'Check now')
  await keyboard.press('Enter')
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  // The button that was pressed has been removed.
  await expect(openedJob(page)).toBeFocused()
  await keyboard.press('Control+3')
  await tabToList(page)
  await expect(button(page, 'A paper boat.')).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(button(page, 'A tin boat.')).toBeFocused()
  await keyboard.press('ArrowUp')
  await keyboard.press(' ')
  await expect(player(page)).toBeFocused()
  const readTime = () => player(page).evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(readTime).toBeGreaterThan(0)
  await expect(player(page)).toBeFocused()
  // Escape closes the video, not only a tooltip that is shown.
  await openedJob(page)
    .getByRole('button', { name: /^(Close video|Back to all videos)$/ })
    .hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await player(page).focus()
  await keyboard.press('Escape')
  await expect(openedJob(page)).toHaveCount(0)
  await expect(button(page, 'A paper boat.')).toBeFocused()
  await keyboard.press('Delete')
  await expect(row(page, 'A paper boat.')).toHaveCount(0)
  await expect(button(page, 'A tin boat.')).toBeFocused()
  // A running job is not removed.
  await keyboard.press('Delete')
  await expect(row(page, 'A tin boat.')).toContainText('Generating')
})

test('a video whose file is missing says so, and Escape closes it', async ({ application, videoService }) => {
  await addVideo(application, videoService)
  await rm(await findStoredFile(mediaFolderOf(application), videoService.video))
  await application.relaunch()
  const { page } = application
  await openVideos(page)
  await expect(openedJob(page)).toContainText('Couldn’t play this video')
  await button(page, 'A paper boat.').focus()
  await page.keyboard.press(' ')
  await page.keyboard.press('Escape')
  await expect(openedJob(page)).toHaveCount(0)
})

test('at 900 × 600 the form, the list and a video are reachable', async ({ application, videoService }) => {
  const { page } = application
  await resize(application, { width: 900, height: 600, zoom: 1 })
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  await expect(form(page).getByRole('button', { name: 'Generate' })).toBeInViewport()
  await addVideo(application, videoService)
  await expect(player(page)).toBeInViewport()
  expect(await isTooWide()).toBe(false)
  await page.getByRole('button', { name: 'Back to all videos' }).click()
  await expect(button(page, 'A paper boat.')).toBeInViewport()
  await expect(button(page, 'A paper boat.')).toBeFocused()
  await showMoreOptions(page)
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('7')
  await expect(form(page).getByRole('textbox', { name: 'Seed' })).toBeInViewport()
  await expect(form(page).getByRole('button', { name: 'Generate' })).toBeInViewport()
  expect(await isTooWide()).toBe(false)
})
