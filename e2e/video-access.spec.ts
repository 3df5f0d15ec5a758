// Videos by keyboard alone, in a small window, and for assistive technology.
import { rm } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './accessibility'
import { test } from './application'
import { findStoredFile, mediaFolderOf, paint } from './drawing-steps'
import { tabTo } from './keyboard-steps'
import { done, failed, filtered, running } from './scripted-video-service'
import {
  act,
  addPictures,
  checkNow,
  chooseIn,
  field,
  form,
  make,
  opened,
  openJob,
  openVideos,
  player,
  prompt,
  row,
} from './video-steps'
import { resize } from './window-size'

// axe looks at whole panels, many times over.
test.setTimeout(120_000)

const line = (page: Page, words: string) => row(page, words).locator('[data-job]')

async function tabToList(page: Page): Promise<void> {
  const isThere = () => page.evaluate(() => document.activeElement?.hasAttribute('data-job'))
  for (let count = 0; count < 60 && !(await isThere()); count += 1) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
}

test('a video is made, looked at, played and removed by keyboard alone', async ({
  application: { page },
  cinema,
}) => {
  const { keyboard } = page
  await keyboard.press('Control+3')
  await expect(prompt(page)).toBeFocused()
  await keyboard.type('A tin boat.')
  await keyboard.press('Control+Enter')
  await expect(line(page, 'A tin boat.')).toBeVisible()
  await keyboard.press('Control+3')
  await expect(prompt(page)).toBeFocused()
  await keyboard.type('A paper boat.')
  await tabTo(page, 'Auto')
  // As long as a finger holds it: where the focus has come before it is let go, the choice comes along.
  await keyboard.down('ArrowRight')
  await expect(field(page, 'Aspect ratio').getByRole('radio', { name: '16:9' })).toBeChecked()
  await keyboard.up('ArrowRight')
  await keyboard.press('Control+Enter')
  await cinema.wait(2)
  expect(cinema.submissions[1]?.body).toMatchObject({ parameters: { aspectRatio: '16:9' } })

  cinema.operation = done
  await tabTo(page, 'Check now')
  await keyboard.press('Enter')
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  // The button that was pressed is gone.
  await expect(opened(page)).toBeFocused()
  await keyboard.press('Control+3')
  await tabToList(page)
  await expect(line(page, 'A paper boat.')).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(line(page, 'A tin boat.')).toBeFocused()
  await keyboard.press('ArrowUp')
  await keyboard.press(' ')
  await expect(player(page)).toBeFocused()
  await expect
    .poll(() => player(page).evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0)
  await expect(player(page)).toBeFocused()
  await keyboard.press('Escape')
  await expect(opened(page)).toHaveCount(0)
  await expect(line(page, 'A paper boat.')).toBeFocused()
  await keyboard.press('Delete')
  await expect(row(page, 'A paper boat.')).toHaveCount(0)
  await expect(line(page, 'A tin boat.')).toBeFocused()
  // What is under way is not removed.
  await keyboard.press('Delete')
  await expect(row(page, 'A tin boat.')).toContainText('Generating')
})

test('Escape closes a video beside whose button a name is shown, and one whose file was lost', async ({
  application,
  cinema,
}) => {
  const { page } = application
  cinema.operation = done
  await openVideos(page)
  await make(page, 'A paper boat.')
  await checkNow(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  await opened(page)
    .getByRole('button', { name: /^(Close video|Back to all videos)$/ })
    .hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await player(page).focus()
  await page.keyboard.press('Escape')
  await expect(opened(page)).toHaveCount(0)
  await expect(line(page, 'A paper boat.')).toBeFocused()

  await rm(await findStoredFile(mediaFolderOf(application), cinema.film))
  await application.relaunch()
  const again = application.page
  await openVideos(again)
  await line(again, 'A paper boat.').focus()
  await again.keyboard.press(' ')
  await expect(opened(again)).toContainText('Couldn’t play this video')
  await again.keyboard.press('Escape')
  await expect(opened(again)).toHaveCount(0)
})

test('at 900 × 600 everything is in reach', async ({ application, cinema }) => {
  const { page } = application
  await resize(application, { width: 900, height: 600, zoom: 1 })
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  await expect(form(page).getByRole('button', { name: 'Generate' })).toBeInViewport()
  cinema.operation = done
  await make(page, 'A paper boat.')
  await checkNow(page)
  await expect(player(page)).toBeInViewport()
  expect(await isTooWide()).toBe(false)
  await page.getByRole('button', { name: 'Back to all videos' }).click()
  await expect(line(page, 'A paper boat.')).toBeInViewport()
  await expect(line(page, 'A paper boat.')).toBeFocused()
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('7')
  await expect(form(page).getByRole('textbox', { name: 'Seed' })).toBeInViewport()
  await expect(form(page).getByRole('button', { name: 'Generate' })).toBeInViewport()
  expect(await isTooWide()).toBe(false)
})

test('videos in every state are clean for axe in both themes', async ({ application: { page }, cinema }) => {
  await openVideos(page)
  await expectNoViolations(page, 'an empty panel')
  await addPictures(page, 'last frame', paint({ width: 16, height: 16 }, 0x225522))
  await chooseIn(page, 'Duration', '4 s')
  await chooseIn(page, 'Resolution', '4k')
  await form(page).getByRole('button', { name: 'Generate' }).click()
  await expect(field(page, 'Resolution').getByRole('alert')).toBeVisible()
  await expectNoViolations(page, 'what is refused beside its field')
  await form(page).getByRole('button', { name: 'Remove last frame 1.png' }).click()
  await chooseIn(page, 'Duration', 'Auto')
  await chooseIn(page, 'Resolution', 'Auto')

  cinema.operation = done
  await make(page, 'One that is ready.')
  await checkNow(page)
  await expect(player(page)).toBeVisible()
  await expectNoViolations(page, 'a video that is ready')
  cinema.operation = filtered('The prompt names a person.')
  await make(page, 'One that is filtered.')
  await checkNow(page)
  await expect(row(page, 'One that is filtered.')).toContainText('Blocked')
  cinema.operation = failed('The picture is too small.')
  await make(page, 'One that has failed.')
  await checkNow(page)
  await act(page, 'Generate again')
  await expect(opened(page).getByRole('alert', { name: 'Generate again?' })).toBeVisible()
  await expectNoViolations(page, 'the question before it is made again')
  cinema.operation = running
  await make(page, 'One that is left.')
  await act(page, 'Stop polling')
  await expectNoViolations(page, 'one that is not followed')
  cinema.operation = done
  cinema.handings = [{ bytes: 8000, after: 'waits' }]
  await make(page, 'One that comes.')
  await checkNow(page)
  await expect(opened(page).getByRole('progressbar', { name: 'Download' })).toBeVisible()
  cinema.isMute = true
  for (const words of ['One that is sent.', 'Another that is sent.', 'One that waits.'])
    await make(page, words)
  await expect(row(page, 'One that waits.')).toContainText('Queued')
  await expectNoViolations(page, 'one that waits, among all others')
  await openJob(page, 'One that comes.')
  await expectNoViolations(page, 'one that is being fetched')
})
