// Polling of videos: through restarts and kills, broken downloads, and while the app is in the background.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { choosePath } from '../chat-steps'
import { openDesktopClient } from '../desktop-client'
import { test } from '../page-test'
import { done } from '../scripted-video-service'
import { openSettings } from '../settings-steps'
import {
  act,
  answerDialogs,
  checkNow,
  generate,
  openedJob,
  openJob,
  openVideos,
  player,
  row,
} from '../video-steps'

const rail = (page: Page) => page.getByRole('button', { name: 'Video', exact: true })
const statusLine = (page: Page) => page.getByRole('contentinfo')

test('quitting explains what happens to running videos, and after a restart they are polled, not sent again', async ({
  application,
  videoService,
}) => {
  const readDialogs = await answerDialogs(application, 'Cancel')
  await generate(application.page, 'A paper boat.')
  await videoService.wait(1)
  await expect(openedJob(application.page).getByRole('status')).toHaveText('Generating')
  await application.electron.evaluate(({ app }) => app.quit())
  await expect.poll(readDialogs).toEqual([
    {
      message: 'Still in progress: 1 video',
      detail:
        'The provider keeps generating videos and bills them. They download the next time you open Gen Playground.',
      buttons: ['Quit', 'Cancel'],
    },
  ])
  // Cancel keeps the application open.
  await checkNow(application.page)
  await expect.poll(() => videoService.polls).toBe(1)

  videoService.operation = done
  await application.relaunch()
  const { page } = application
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  await expect(player(page)).toBeVisible()
  expect([videoService.submissions.length, videoService.ranges]).toEqual([1, ['whole']])
})

test('a kill while sending interrupts the job, and generating it again needs a confirmation', async ({
  application,
  videoService,
}) => {
  videoService.isUnresponsive = true
  await generate(application.page, 'A paper boat.')
  await videoService.wait(1)
  await expect(openedJob(application.page).getByRole('status')).toHaveText('Sending')
  await application.kill()
  videoService.isUnresponsive = false
  await application.launch()
  const { page } = application
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Interrupted')
  await openJob(page, 'A paper boat.')
  await expect(openedJob(page)).toContainText('Interrupted while sending')
  await expect(openedJob(page)).toContainText('the video is being generated and billed')
  await act(page, 'Generate again')
  const question = openedJob(page).getByRole('alert', { name: 'Generate again?' })
  await expect(question).toContainText('The first video may already have been billed.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(videoService.submissions).toHaveLength(1)

  await act(page, 'Generate again')
  await question.getByRole('button', { name: 'Generate again' }).click()
  await videoService.wait(2)
  expect(videoService.submissions[1]).toEqual(videoService.submissions[0])
  await expect(openedJob(page).getByRole('status')).toHaveText('Generating')
  await expect(row(page, 'A paper boat.')).toHaveCount(2)
})

test('after a kill during generation, the job is polled and not sent again', async ({
  application,
  videoService,
}) => {
  await generate(application.page, 'A paper boat.')
  await expect(openedJob(application.page).getByRole('status')).toHaveText('Generating')
  await application.kill()
  videoService.operation = done
  await application.launch()
  await openVideos(application.page)
  await expect(row(application.page, 'A paper boat.')).toContainText('Ready')
  expect([videoService.submissions.length, videoService.polls]).toEqual([1, 1])
})

test('a job pauses while another provider is selected, says so, and continues once it is selected again', async ({
  application: { page },
  videoService,
}) => {
  await generate(page, 'A paper boat.')
  await expect(openedJob(page).getByRole('status')).toHaveText('Generating')
  const upstream = await openSettings(page, 'Provider')
  await upstream.getByRole('radio', { name: 'Demo' }).click()
  await statusLine(page).getByText('Demo').first().waitFor()
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Queued')
  await expect(openedJob(page)).toContainText(/Paused: this job was sent to Scripted \(127/)
  await checkNow(page)
  // In its row, and now as a message.
  await expect(page.getByRole('listitem').filter({ hasText: 'Paused' })).toHaveCount(2)
  expect(videoService.polls).toBe(0)
  videoService.operation = done
  await openSettings(page, 'Provider')
  await upstream.getByRole('radio', { name: 'Custom service' }).click()
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  expect([videoService.submissions.length, videoService.polls]).toEqual([1, 1])
})

test('a provider that is reselected before the previous selection is saved is the one that is polled', async ({
  application: { page, electron },
  videoService,
}) => {
  await generate(page, 'A paper boat.')
  await expect(openedJob(page).getByRole('status')).toHaveText('Generating')
  await openSettings(page, 'Provider')
  await page.evaluate(() => {
    const names = ['Demo', 'Video', 'Settings', 'Custom service']
    const click = () => {
      const [name = ''] = names.splice(0, 1)
      const controls = [...document.querySelectorAll<HTMLElement>('[role="radio"], nav button')]
      controls.find((each) => (each.ariaLabel ?? each.textContent)?.includes(name))?.click()
      if (names.length > 0) setTimeout(click, 50)
      else document.title = 'selected'
    }
    setTimeout(click, 500)
  })
  // The main process is blocked until the second choice is made, so nothing is saved before.
  await electron.evaluate(() => {
    for (const end = Date.now() + 2000; Date.now() < end; );
  })
  await expect.poll(() => page.title()).toBe('selected')
  await openVideos(page)
  await checkNow(page)
  await expect.poll(() => videoService.polls).toBeGreaterThan(0)
  await expect(statusLine(page)).toContainText('Scripted')
  await expect(row(page, 'A paper boat.')).not.toContainText('Queued')
})

test('after a kill during its download, the download resumes and the file is complete', async ({
  application,
  videoService,
}, testInfo) => {
  const half = videoService.video.length / 2
  videoService.operation = done
  videoService.downloadFaults = [{ bytes: half, after: 'stalls' }]
  await generate(application.page, 'A paper boat.')
  await checkNow(application.page)
  const progress = openedJob(application.page).getByRole('progressbar', { name: 'Download' })
  await expect(progress).toHaveAttribute('aria-valuenow', '50')
  await expect(row(application.page, 'A paper boat.')).toContainText('Downloading 50%')
  await application.kill()
  await application.launch()
  const { page } = application
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  expect([videoService.submissions.length, videoService.ranges]).toEqual([1, ['whole', `bytes=${half}-`]])
  await openJob(page, 'A paper boat.')
  const path = testInfo.outputPath('boat.mp4')
  await choosePath(application, path)
  await openedJob(page).getByRole('button', { name: 'Save as…' }).click()
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
  expect((await readFile(path)).equals(videoService.video)).toBe(true)
})

test('an interrupted download says why it waits, and resumes with a range request', async ({
  application: { page },
  videoService,
}) => {
  const { desktop } = await openDesktopClient(page)
  videoService.operation = done
  videoService.downloadFaults = [{ bytes: 5000, after: 'breaks' }]
  await generate(page, 'A paper boat.')
  await checkNow(page)
  await expect(row(page, 'A paper boat.')).toContainText('Queued')
  await expect(openedJob(page)).toContainText(/connection|ended|broke/i)
  const id = await row(page, 'A paper boat.').locator('[data-job]').getAttribute('data-job')
  await desktop.videos.pollNow({ id: id ?? '' })
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  expect(videoService.ranges).toEqual(['whole', 'bytes=5000-'])
})

test('a job is not polled after polling was stopped, until it is resumed', async ({
  application: { page },
  videoService,
}) => {
  await generate(page, 'A paper boat.')
  await videoService.wait(1)
  await expect(openedJob(page)).toContainText('it still finishes and is')
  await act(page, 'Stop polling')
  await expect(row(page, 'A paper boat.')).toContainText('Polling stopped')
  await expect(openedJob(page)).toContainText('The provider is still generating this video and will bill it.')
  await expect(openedJob(page).getByRole('button', { name: 'Check now' })).toHaveCount(0)
  expect(videoService.polls).toBe(0)
  videoService.operation = done
  await act(page, 'Resume polling')
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  expect([videoService.submissions.length, videoService.polls]).toEqual([1, 1])
})

test('while the app is in the background, a badge and the status line count jobs, and a notification reports the end', async ({
  application,
  videoService,
}) => {
  const { page, electron } = application
  await electron.evaluate(({ BrowserWindow, Notification }) => {
    const notifications: string[] = []
    Object.assign(globalThis, { notifications })
    BrowserWindow.getFocusedWindow = () => null
    Notification.isSupported = () => true
    Notification.prototype.show = function show(this: Electron.Notification) {
      notifications.push(`${this.title}: ${this.body}`)
    }
  })
  // Assigned above.
  const readNotifications = () =>
    electron.evaluate(() => (globalThis as unknown as { notifications: string[] }).notifications)
  const { desktop } = await openDesktopClient(page)
  await generate(page, 'A paper boat.')
  await generate(page, 'A tin boat.')
  await videoService.wait(2)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(rail(page)).toHaveAttribute('aria-description', '2 running')
  await expect(rail(page).locator('[data-badge]')).toHaveText('2')
  await expect(statusLine(page)).toContainText('2 running: 2 videos')
  expect(await readNotifications()).toEqual([])
  videoService.operation = done
  for await (const event of await desktop.videos.watch()) {
    if (event.type !== 'snapshot') continue
    for (const { id, form } of event.jobs)
      if (form.prompt === 'A tin boat.') await desktop.videos.pollNow({ id })
    break
  }
  await expect.poll(readNotifications).toEqual(['Video ready: A tin boat.'])
  await expect(rail(page).locator('[data-badge]')).toHaveText('1')
  await expect(statusLine(page)).toContainText('1 running: 1 video')

  // While the panel is in front, there is no notification.
  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getFocusedWindow = () => BrowserWindow.getAllWindows()[0] ?? null
  })
  await openVideos(page)
  await openJob(page, 'A paper boat.')
  await checkNow(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  await expect(rail(page).locator('[data-badge]')).toHaveCount(0)
  await expect(statusLine(page)).not.toContainText('running')
  expect(await readNotifications()).toHaveLength(1)
})
