// Following videos: through restarts and kills, broken downloads, and while the user is elsewhere.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from './application'
import { choosePath } from './chat-steps'
import { openDesktopClient } from './desktop-client'
import { done } from './scripted-video-service'
import { openSettings } from './settings-steps'
import { act, answerDialogs, checkNow, make, opened, openJob, openVideos, player, row } from './video-steps'

const rail = (page: Page) => page.getByRole('button', { name: 'Video', exact: true })
const statusLine = (page: Page) => page.getByRole('contentinfo')

test('quitting says what will become of it; after the restart it is followed, and not sent again', async ({
  application,
  cinema,
}) => {
  const readAsked = await answerDialogs(application, 'Cancel')
  await make(application.page, 'A paper boat.')
  await cinema.wait(1)
  await expect(opened(application.page).getByRole('status')).toHaveText('Generating')
  await application.electron.evaluate(({ app }) => app.quit())
  await expect.poll(readAsked).toEqual([
    {
      message: 'Still in progress: 1 video',
      detail:
        'The provider keeps generating videos and bills them. They download the next time you open Gen Playground.',
      buttons: ['Quit', 'Cancel'],
    },
  ])
  // Cancel keeps it open.
  await checkNow(application.page)
  await expect.poll(() => cinema.looks).toBe(1)

  cinema.operation = done
  await application.relaunch()
  const { page } = application
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  await expect(player(page)).toBeVisible()
  expect([cinema.submissions.length, cinema.ranges]).toEqual([1, ['whole']])
})

test('killed while it was being sent, it is interrupted, and made again only after a warning', async ({
  application,
  cinema,
}) => {
  cinema.isMute = true
  await make(application.page, 'A paper boat.')
  await cinema.wait(1)
  await expect(opened(application.page).getByRole('status')).toHaveText('Sending')
  await application.kill()
  cinema.isMute = false
  await application.launch()
  const { page } = application
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Interrupted')
  await openJob(page, 'A paper boat.')
  await expect(opened(page)).toContainText('Interrupted while sending')
  await expect(opened(page)).toContainText('the video is being generated and billed')
  await act(page, 'Generate again')
  const question = opened(page).getByRole('alert', { name: 'Generate again?' })
  await expect(question).toContainText('The first video may already have been billed.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(cinema.submissions).toHaveLength(1)

  await act(page, 'Generate again')
  await question.getByRole('button', { name: 'Generate again' }).click()
  await cinema.wait(2)
  expect(cinema.submissions[1]).toEqual(cinema.submissions[0])
  await expect(opened(page).getByRole('status')).toHaveText('Generating')
  await expect(row(page, 'A paper boat.')).toHaveCount(2)
})

test('killed while it was being made, it is followed on, and not sent again', async ({
  application,
  cinema,
}) => {
  await make(application.page, 'A paper boat.')
  await expect(opened(application.page).getByRole('status')).toHaveText('Generating')
  await application.kill()
  cinema.operation = done
  await application.launch()
  await openVideos(application.page)
  await expect(row(application.page, 'A paper boat.')).toContainText('Ready')
  expect([cinema.submissions.length, cinema.looks]).toEqual([1, 1])
})

test('while another upstream is chosen it is not asked about, says so, and goes on once that changes', async ({
  application: { page },
  cinema,
}) => {
  await make(page, 'A paper boat.')
  await expect(opened(page).getByRole('status')).toHaveText('Generating')
  const upstream = await openSettings(page, 'Provider')
  await upstream.getByRole('radio', { name: 'Demo' }).click()
  await statusLine(page).getByText('Demo').first().waitFor()
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Queued')
  await expect(opened(page)).toContainText(/Paused: this job was sent to Cinema \(127/)
  await checkNow(page)
  // In its line, and now as a message.
  await expect(page.getByRole('listitem').filter({ hasText: 'Paused' })).toHaveCount(2)
  expect(cinema.looks).toBe(0)
  cinema.operation = done
  await openSettings(page, 'Provider')
  await upstream.getByRole('radio', { name: 'Custom service' }).click()
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  expect([cinema.submissions.length, cinema.looks]).toEqual([1, 1])
})

test('an upstream that is chosen again before the one chosen last is kept is the one that is asked', async ({
  application: { page, electron },
  cinema,
}) => {
  await make(page, 'A paper boat.')
  await expect(opened(page).getByRole('status')).toHaveText('Generating')
  await openSettings(page, 'Provider')
  await page.evaluate(() => {
    const names = ['Demo', 'Video', 'Settings', 'Custom service']
    const click = () => {
      const [name = ''] = names.splice(0, 1)
      const controls = [...document.querySelectorAll<HTMLElement>('[role="radio"], nav button')]
      controls.find((each) => (each.ariaLabel ?? each.textContent)?.includes(name))?.click()
      if (names.length > 0) setTimeout(click, 50)
      else document.title = 'chosen'
    }
    setTimeout(click, 500)
  })
  // Until the second choice is made nothing is kept.
  await electron.evaluate(() => {
    for (const end = Date.now() + 2000; Date.now() < end; );
  })
  await expect.poll(() => page.title()).toBe('chosen')
  await openVideos(page)
  await checkNow(page)
  await expect.poll(() => cinema.looks).toBeGreaterThan(0)
  await expect(statusLine(page)).toContainText('Cinema')
  await expect(row(page, 'A paper boat.')).not.toContainText('Queued')
})

test('killed in the midst of its download, it goes on where it was, and is whole', async ({
  application,
  cinema,
}, testInfo) => {
  const half = cinema.film.length / 2
  cinema.operation = done
  cinema.handings = [{ bytes: half, after: 'waits' }]
  await make(application.page, 'A paper boat.')
  await checkNow(application.page)
  const progress = opened(application.page).getByRole('progressbar', { name: 'Download' })
  await expect(progress).toHaveAttribute('aria-valuenow', '50')
  await expect(row(application.page, 'A paper boat.')).toContainText('Downloading 50%')
  await application.kill()
  await application.launch()
  const { page } = application
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  expect([cinema.submissions.length, cinema.ranges]).toEqual([1, ['whole', `bytes=${half}-`]])
  await openJob(page, 'A paper boat.')
  const path = testInfo.outputPath('boat.mp4')
  await choosePath(application, path)
  await opened(page).getByRole('button', { name: 'Save as…' }).click()
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
  expect((await readFile(path)).equals(cinema.film)).toBe(true)
})

test('a download that breaks says why it waits, and goes on by a range', async ({
  application: { page },
  cinema,
}) => {
  const { desktop } = await openDesktopClient(page)
  cinema.operation = done
  cinema.handings = [{ bytes: 5000, after: 'breaks' }]
  await make(page, 'A paper boat.')
  await checkNow(page)
  await expect(row(page, 'A paper boat.')).toContainText('Queued')
  await expect(opened(page)).toContainText(/connection|ended|broke/i)
  const id = await row(page, 'A paper boat.').locator('[data-job]').getAttribute('data-job')
  await desktop.videos.pollNow({ id: id ?? '' })
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  expect(cinema.ranges).toEqual(['whole', 'bytes=5000-'])
})

test('one that is not followed any more is not asked about, until it is followed again', async ({
  application: { page },
  cinema,
}) => {
  await make(page, 'A paper boat.')
  await cinema.wait(1)
  await expect(opened(page)).toContainText('it still finishes and is')
  await act(page, 'Stop polling')
  await expect(row(page, 'A paper boat.')).toContainText('Polling stopped')
  await expect(opened(page)).toContainText('The provider is still generating this video and will bill it.')
  await expect(opened(page).getByRole('button', { name: 'Check now' })).toHaveCount(0)
  expect(cinema.looks).toBe(0)
  cinema.operation = done
  await act(page, 'Resume polling')
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  expect([cinema.submissions.length, cinema.looks]).toEqual([1, 1])
})

test('while the user is elsewhere, a badge and the status line count it, and the system tells of its end', async ({
  application,
  cinema,
}) => {
  const { page, electron } = application
  await electron.evaluate(({ BrowserWindow, Notification }) => {
    const told: string[] = []
    Object.assign(globalThis, { told })
    BrowserWindow.getFocusedWindow = () => null
    Notification.isSupported = () => true
    Notification.prototype.show = function show(this: Electron.Notification) {
      told.push(`${this.title}: ${this.body}`)
    }
  })
  // Put there above.
  const readTold = () => electron.evaluate(() => (globalThis as unknown as { told: string[] }).told)
  const { desktop } = await openDesktopClient(page)
  await make(page, 'A paper boat.')
  await make(page, 'A tin boat.')
  await cinema.wait(2)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(rail(page)).toHaveAttribute('aria-description', '2 running')
  await expect(rail(page).locator('[data-badge]')).toHaveText('2')
  await expect(statusLine(page)).toContainText('2 running: 2 videos')
  expect(await readTold()).toEqual([])
  cinema.operation = done
  for await (const event of await desktop.videos.watch()) {
    if (event.type !== 'snapshot') continue
    for (const { id, form } of event.jobs)
      if (form.prompt === 'A tin boat.') await desktop.videos.pollNow({ id })
    break
  }
  await expect.poll(readTold).toEqual(['Video ready: A tin boat.'])
  await expect(rail(page).locator('[data-badge]')).toHaveText('1')
  await expect(statusLine(page)).toContainText('1 running: 1 video')

  // In front of the user's eyes nothing more needs to be said.
  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getFocusedWindow = () => BrowserWindow.getAllWindows()[0] ?? null
  })
  await openVideos(page)
  await openJob(page, 'A paper boat.')
  await checkNow(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  await expect(rail(page).locator('[data-badge]')).toHaveCount(0)
  await expect(statusLine(page)).not.toContainText('running')
  expect(await readTold()).toHaveLength(1)
})
