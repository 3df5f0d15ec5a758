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
  await expect(opened(application.page).getByRole('status')).toHaveText('Being made')
  await application.electron.evaluate(({ app }) => app.quit())
  await expect.poll(readAsked).toEqual([
    {
      message: '1 video under way.',
      detail:
        'Videos go on being made by the service, and are billed; they are followed and fetched when Gen Playground is started again.',
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
  await expect(opened(application.page).getByRole('status')).toHaveText('Being sent')
  await application.kill()
  cinema.isMute = false
  await application.launch()
  const { page } = application
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Interrupted')
  await openJob(page, 'A paper boat.')
  await expect(opened(page)).toContainText('This was cut off while it was being sent.')
  await expect(opened(page)).toContainText('it is being made upstream and billed')
  await act(page, 'Make again')
  const question = opened(page).getByRole('alert', { name: 'Make again?' })
  await expect(question).toContainText('The first one may have been billed.')
  await question.getByRole('button', { name: 'Leave it' }).click()
  await expect(question).toHaveCount(0)
  expect(cinema.submissions).toHaveLength(1)

  await act(page, 'Make again')
  await question.getByRole('button', { name: 'Make it again' }).click()
  await cinema.wait(2)
  expect(cinema.submissions[1]).toEqual(cinema.submissions[0])
  await expect(opened(page).getByRole('status')).toHaveText('Being made')
  await expect(row(page, 'A paper boat.')).toHaveCount(2)
})

test('killed while it was being made, it is followed on, and not sent again', async ({
  application,
  cinema,
}) => {
  await make(application.page, 'A paper boat.')
  await expect(opened(application.page).getByRole('status')).toHaveText('Being made')
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
  await expect(opened(page).getByRole('status')).toHaveText('Being made')
  const upstream = await openSettings(page, 'Upstream')
  await upstream.getByRole('radio', { name: 'Demo' }).click()
  await statusLine(page).getByText('Demo').first().waitFor()
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Waiting')
  await expect(opened(page)).toContainText(
    /It was sent to another upstream, and goes on once that one is chosen again: Cinema \(127/,
  )
  await checkNow(page)
  // In its line, and now as a message.
  await expect(page.getByRole('listitem').filter({ hasText: 'goes on once' })).toHaveCount(2)
  expect(cinema.looks).toBe(0)
  cinema.operation = done
  await openSettings(page, 'Upstream')
  await upstream.getByRole('radio', { name: 'Service' }).click()
  await openVideos(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  expect([cinema.submissions.length, cinema.looks]).toEqual([1, 1])
})

test('an upstream that is chosen again before the one chosen last is kept is the one that is asked', async ({
  application: { page, electron },
  cinema,
}) => {
  await make(page, 'A paper boat.')
  await expect(opened(page).getByRole('status')).toHaveText('Being made')
  await openSettings(page, 'Upstream')
  await page.evaluate(() => {
    const names = ['Demo', 'Video', 'Settings', 'Service']
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
  await expect(row(page, 'A paper boat.')).not.toContainText('Waiting')
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
  await expect(row(application.page, 'A paper boat.')).toContainText('Downloading 50 %')
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
  await expect(page.getByText(`Saved as ${path}`)).toBeVisible()
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
  await expect(row(page, 'A paper boat.')).toContainText('Waiting')
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
  await expect(opened(page)).toContainText('it goes on upstream and is billed all the same')
  await act(page, 'Stop following')
  await expect(row(page, 'A paper boat.')).toContainText('Not followed')
  await expect(opened(page)).toContainText('It goes on upstream, and is billed.')
  await expect(opened(page).getByRole('button', { name: 'Check now' })).toHaveCount(0)
  expect(cinema.looks).toBe(0)
  cinema.operation = done
  await act(page, 'Follow again')
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
  await expect(rail(page)).toHaveAttribute('aria-description', '2 under way')
  await expect(rail(page).locator('[data-badge]')).toHaveText('2')
  await expect(statusLine(page)).toContainText('2 under way: 2 videos')
  expect(await readTold()).toEqual([])
  cinema.operation = done
  for await (const event of await desktop.videos.watch()) {
    if (event.type !== 'snapshot') continue
    for (const { id, form } of event.jobs)
      if (form.prompt === 'A tin boat.') await desktop.videos.pollNow({ id })
    break
  }
  await expect.poll(readTold).toEqual(['The video is ready: A tin boat.'])
  await expect(rail(page).locator('[data-badge]')).toHaveText('1')
  await expect(statusLine(page)).toContainText('1 under way: 1 video')

  // In front of the user's eyes nothing more needs to be said.
  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getFocusedWindow = () => BrowserWindow.getAllWindows()[0] ?? null
  })
  await openVideos(page)
  await openJob(page, 'A paper boat.')
  await checkNow(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  await expect(rail(page).locator('[data-badge]')).toHaveCount(0)
  await expect(statusLine(page)).not.toContainText('under way')
  expect(await readTold()).toHaveLength(1)
})
