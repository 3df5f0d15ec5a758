// Work that finishes in the background: notifications, the taskbar's progress and badge, and their settings.
import { expect } from '@playwright/test'
import type { Application } from '../application'
import { answers, ask } from '../chat-steps'
import { createSession, images } from '../drawing-steps'
import { addSet } from '../embeddings-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'
import { createVideo, openedJob } from '../video-steps'

interface Recorded {
  notifications: Electron.Notification[]
  badges: number[]
  /** The values passed to the taskbar. */
  progress: number[]
}

/** Records what the desktop is given, while the app is in the background. */
async function recordDesktop({ electron }: Application): Promise<void> {
  await electron.evaluate(({ app, BrowserWindow, Notification }) => {
    const recorded: Recorded = { notifications: [], badges: [], progress: [] }
    Object.assign(globalThis, { recorded })
    BrowserWindow.getFocusedWindow = () => null
    Notification.isSupported = () => true
    Notification.prototype.show = function show(this: Electron.Notification) {
      recorded.notifications.push(this)
    }
    app.setBadgeCount = (count) => recorded.badges.push(count ?? 0) > 0
    BrowserWindow.prototype.setProgressBar = (value) => void recorded.progress.push(value)
  })
}

const readRecorded = ({ electron }: Application) =>
  electron.evaluate(() => {
    // Assigned above.
    const { recorded } = globalThis as unknown as { recorded: Recorded }
    const { badges, progress, notifications } = recorded
    const titles = notifications.map(({ title, body }) => `${title}: ${body}`)
    return { badges, progress, titles, silent: notifications.map(({ silent }) => silent) }
  })
const readTitles = async (application: Application) => (await readRecorded(application)).titles

const clickNotification = ({ electron }: Application, title: string) =>
  electron.evaluate((_, title) => {
    const { recorded } = globalThis as unknown as { recorded: Recorded }
    recorded.notifications.find((notification) => notification.title === title)?.emit('click')
  }, title)

test('a response in the background is announced, and a click opens it', async ({ application, model }) => {
  const { page, electron } = application
  await recordDesktop(application)
  const section = await openSettings(page, 'Notifications')
  const seconds = section.getByRole('textbox', { name: 'Minimum response time' })
  await seconds.fill('0')
  await page.keyboard.press('Enter')
  await expect(section.getByText('Changed. Default: 20 s')).toBeVisible()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const finish = model.pauses('The boat', ' floats.')
  await ask(page, 'Does a paper boat float?')
  await expect(answers(page)).toContainText('The boat')
  // The length of a response is unknown.
  await expect.poll(async () => (await readRecorded(application)).progress).toContain(2)
  expect(await readTitles(application)).toEqual([])
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  finish()
  await expect.poll(() => readTitles(application)).toEqual(['Response ready: Does a paper boat float?'])
  await expect.poll(async () => (await readRecorded(application)).progress.at(-1)).toBe(-1)
  expect(await readRecorded(application)).toMatchObject({ badges: [1], silent: [false] })

  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur())
  await clickNotification(application, 'Response ready')
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toBeVisible()
  await expect(answers(page)).toContainText('The boat floats.')
  await expect.poll(async () => (await readRecorded(application)).badges).toEqual([1, 0])

  // One while the window has the focus is not announced.
  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getFocusedWindow = () => BrowserWindow.getAllWindows()[0] ?? null
  })
  await ask(page, 'Two?')
  await expect(answers(page).last()).toContainText('42')
  await expect(page.getByRole('contentinfo')).not.toContainText('running')
  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getFocusedWindow = () => null
  })
  // A failure says its reason.
  const { settings } = await application.desktop()
  const { notifications } = await settings.read()
  await settings.update({ notifications: { ...notifications, isAudible: false } })
  model.answers([{ candidates: [], promptFeedback: { blockReason: 'SAFETY' } }])
  await ask(page, 'And a tin one?')
  const failure = 'Response failed: Does a paper boat float?\nThe provider blocked the prompt (SAFETY).'
  await expect.poll(async () => (await readTitles(application)).slice(1)).toEqual([failure])
  expect((await readRecorded(application)).silent).toEqual([false, true])
})

test('images, videos and embeddings are announced, and a click opens them', async ({ application }) => {
  const { page } = application
  await recordDesktop(application)
  await addSet(application, { name: 'Boats', rows: [{ text: 'boat' }] })
  await createSession(application, ['A boat.'], { variations: 2 })
  await createVideo(application, 'A boat.', { durationSeconds: 4 })
  const titles = ['2 images ready: A boat.', 'Embeddings ready: Boats', 'Video ready: A boat.']
  await expect.poll(async () => (await readTitles(application)).sort()).toEqual(titles)
  await clickNotification(application, 'Video ready')
  await expect(openedJob(page)).toContainText('A boat.')
  await clickNotification(application, '2 images ready')
  await expect(images(page)).toHaveCount(2)
  await clickNotification(application, 'Embeddings ready')
  await expect(page.getByRole('region', { name: 'Embeddings', exact: true })).toContainText('Boats')
})
