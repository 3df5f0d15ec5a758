// Videos by keyboard alone, in a small window, and without axe violations.
import { rm } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { findStoredFile, mediaFolderOf, paint } from '../drawing-steps'
import { tabTo } from '../keyboard-steps'
import { test } from '../page-test'
import { done, failed, filtered, running } from '../scripted-video-service'
import {
  act,
  addPictures,
  checkNow,
  chooseIn,
  field,
  form,
  generate,
  openedJob,
  openJob,
  openVideos,
  player,
  prompt,
  row,
  showMoreOptions,
} from '../video-steps'
import { resize } from '../window-size'

// axe checks whole panels many times.
test.slow()

const button = (page: Page, text: string) => row(page, text).locator('[data-job]')

async function tabToList(page: Page): Promise<void> {
  const isThere = () => page.evaluate(() => document.activeElement?.hasAttribute('data-job'))
  for (let count = 0; count < 60 && !(await isThere()); count += 1) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
}

test('a video is generated, inspected, played and removed by keyboard alone', async ({
  application: { page },
  videoService,
}) => {
  const { keyboard } = page
  await keyboard.press('Control+3')
  await expect(prompt(page)).toBeFocused()
  await keyboard.type('A tin boat.')
  await keyboard.press('Control+Enter')
  await expect(button(page, 'A tin boat.')).toBeVisible()
  // The prompt stays, and is replaced.
  await expect(prompt(page)).toBeFocused()
  await expect(prompt(page)).toHaveValue('A tin boat.')
  await keyboard.press('Control+a')
  await keyboard.type('A paper boat.')
  await tabTo(page, 'Auto')
  // Hold the key, as a finger does: the selection follows only if the focus moves before the key is released.
  await keyboard.down('ArrowRight')
  await expect(field(page, 'Aspect ratio').getByRole('radio', { name: '16:9' })).toBeChecked()
  await keyboard.up('ArrowRight')
  await keyboard.press('Control+Enter')
  await videoService.wait(2)
  expect(videoService.submissions[1]?.body).toMatchObject({ parameters: { aspectRatio: '16:9' } })

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
  await expect
    .poll(() => player(page).evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0)
  await expect(player(page)).toBeFocused()
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

test('an image that a key has removed from the form is restored by Undo', async ({
  application: { page },
}) => {
  await openVideos(page)
  await addPictures(page, 'first frame', paint({ width: 16, height: 16 }, 1))
  const remove = form(page).getByRole('button', { name: 'Remove first frame 1.png' })
  await field(page, 'First frame')
    .getByRole('button', { name: 'first frame 1.png', exact: true })
    .press('Delete')
  await expect(remove).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(remove).toBeVisible()
})

test('Escape closes a video while a tooltip is shown, and one whose file is missing', async ({
  application,
  videoService,
}) => {
  const { page } = application
  videoService.operation = done
  await openVideos(page)
  await generate(page, 'A paper boat.')
  await checkNow(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  await openedJob(page)
    .getByRole('button', { name: /^(Close video|Back to all videos)$/ })
    .hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await player(page).focus()
  await page.keyboard.press('Escape')
  await expect(openedJob(page)).toHaveCount(0)
  await expect(button(page, 'A paper boat.')).toBeFocused()

  await rm(await findStoredFile(mediaFolderOf(application), videoService.video))
  await application.relaunch()
  const again = application.page
  await openVideos(again)
  await button(again, 'A paper boat.').focus()
  await again.keyboard.press(' ')
  await expect(openedJob(again)).toContainText('Couldn’t play this video')
  await again.keyboard.press('Escape')
  await expect(openedJob(again)).toHaveCount(0)
})

test('at 900 × 600 everything is reachable', async ({ application, videoService }) => {
  const { page } = application
  await resize(application, { width: 900, height: 600, zoom: 1 })
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  await expect(form(page).getByRole('button', { name: 'Generate' })).toBeInViewport()
  videoService.operation = done
  await generate(page, 'A paper boat.')
  await checkNow(page)
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

test('the panel has no axe violations with videos in every state', async ({
  application: { page },
  videoService,
}) => {
  await openVideos(page)
  await expectNoViolations(page, 'an empty panel')
  await addPictures(page, 'last frame', paint({ width: 16, height: 16 }, 0x225522))
  await chooseIn(page, 'Duration', '4 s')
  await chooseIn(page, 'Resolution', '4K')
  await form(page).getByRole('button', { name: 'Generate' }).click()
  await expect(field(page, 'Resolution').getByRole('alert')).toBeVisible()
  await expectNoViolations(page, 'an error at its field')
  await form(page).getByRole('button', { name: 'Remove last frame 1.png' }).click()
  await chooseIn(page, 'Duration', 'Auto')
  await chooseIn(page, 'Resolution', 'Auto')

  videoService.operation = done
  await generate(page, 'One that is ready.')
  await checkNow(page)
  await expect(player(page)).toBeVisible()
  await expectNoViolations(page, 'a video that is ready')
  videoService.operation = filtered('The prompt names a person.')
  await generate(page, 'One that is filtered.')
  await checkNow(page)
  await expect(row(page, 'One that is filtered.')).toContainText('Blocked')
  videoService.operation = failed('The picture is too small.')
  await generate(page, 'One that has failed.')
  await checkNow(page)
  await act(page, 'Generate again')
  await expect(openedJob(page).getByRole('alert', { name: 'Generate again?' })).toBeVisible()
  await expectNoViolations(page, 'the confirmation before generating again')
  videoService.operation = running
  await generate(page, 'One that is not polled.')
  await act(page, 'Stop polling')
  await expectNoViolations(page, 'a video whose polling is stopped')
  videoService.operation = done
  videoService.downloadFaults = [{ bytes: 8000, after: 'stalls' }]
  await generate(page, 'One that downloads.')
  await checkNow(page)
  await expect(openedJob(page).getByRole('progressbar', { name: 'Download' })).toBeVisible()
  videoService.isUnresponsive = true
  for (const text of ['One that is sent.', 'Another that is sent.', 'One that waits.'])
    await generate(page, text)
  await expect(row(page, 'One that waits.')).toContainText('Queued')
  await expectNoViolations(page, 'a queued video, among all others')
  await openJob(page, 'One that downloads.')
  await expectNoViolations(page, 'a video that is downloading')
})
