// Work that finishes in the background: notifications, the taskbar's progress and badge, and their settings.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import type { Application } from '../application'
import { answers, ask } from '../chat-steps'
import { images, steps } from '../drawing-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'
import { openedJob } from '../video-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

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

/** Changes this setting, and leaves the others. */
async function change(application: Application, part: object): Promise<void> {
  const { settings } = await application.desktop()
  const { notifications } = await settings.read()
  await settings.update({ notifications: { ...notifications, ...part } })
}

test('a long response in the background is announced, and a click opens its chat', async ({
  application,
  model,
}) => {
  const { page, electron } = application
  await recordDesktop(application)
  await change(application, { responseSeconds: 0 })
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
  await change(application, { isAudible: false })
  model.answers([{ candidates: [], promptFeedback: { blockReason: 'SAFETY' } }])
  await ask(page, 'And a tin one?')
  const failure = 'Response failed: Does a paper boat float?\nThe provider blocked the prompt (SAFETY).'
  await expect.poll(async () => (await readTitles(application)).slice(1)).toEqual([failure])
  expect((await readRecorded(application)).silent).toEqual([false, true])
  const logs = join(application.userDataFolder, 'logs')
  const texts = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')))
  expect(texts.join('')).not.toMatch(/boat|blocked the prompt/)
})

test('images, videos and embeddings are announced, each switch turns off its kind, and a click opens the result', async ({
  application,
}) => {
  const { page } = application
  await recordDesktop(application)
  const desktop = await application.desktop()
  const parts = [{ text: 'A boat.' }]
  const parameters = { model: 'gen-2.5-flash-image' }
  const run = async () => {
    await desktop.images.draw({ conversationId: null, after: null, parts, parameters, variations: 2 })
    const settings = { model: 'gen-embedding-001' }
    const set = await desktop.embeddings.create({ name: 'Boats', settings, columns: [] })
    await desktop.embeddings.insertRows({ id: set.id, before: null, rows: [{ text: 'boat' }] })
    await desktop.embeddings.run({ id: set.id })
    const model = 'gen-video-3.1-fast-generate-preview'
    const { id } = await desktop.videos.create({ model, prompt: 'A boat.' })
    // Otherwise it is polled after ten seconds. It can't be polled before it is submitted, or once it has ended.
    const countRunning = async () => {
      await desktop.videos.pollNow({ id }).catch(() => undefined)
      return (await desktop.application.status()).running
    }
    await expect.poll(countRunning).toBe(0)
  }
  await run()
  const titles = ['2 images ready: A boat.', 'Embeddings ready: Boats', 'Video ready: A boat.']
  await expect.poll(async () => (await readTitles(application)).sort()).toEqual(titles)
  await clickNotification(application, 'Video ready')
  await expect(openedJob(page)).toContainText('A boat.')
  await clickNotification(application, '2 images ready')
  await expect(images(steps(page))).toHaveCount(2)
  await clickNotification(application, 'Embeddings ready')
  await expect(page.getByRole('region', { name: 'Embeddings', exact: true })).toContainText('Boats')

  await recordDesktop(application)
  await change(application, { images: false, embeddings: false })
  await run()
  await expect.poll(() => readTitles(application)).toEqual(['Video ready: A boat.'])
  expect((await readRecorded(application)).badges.filter((count) => count > 0)).toHaveLength(1)
})

test('by keyboard: the minimum time and a switch are changed, and the section is reset', async ({
  application: { page },
}) => {
  const field = page.getByRole('textbox', { name: 'Minimum response time' })
  const section = await openSettings(page, 'Notifications')
  const videos = section.getByRole('switch', { name: 'Videos' })
  await field.fill('4000')
  await page.keyboard.press('Enter')
  await expect(section.getByText('Must be at most 3,600 (one hour)')).toBeVisible()
  await expectNoViolations(page, 'Notifications with a problem')
  await field.fill('45')
  await page.keyboard.press('Enter')
  await expect(section.getByText('Changed. Default: 20 s')).toBeVisible()
  await videos.press('Space')
  await expect(videos).not.toBeChecked()
  await expect(section.getByText('Changed. Default: On')).toBeVisible()
  await section.getByRole('button', { name: 'Reset all in Notifications' }).press('Enter')
  await expect(videos).toBeChecked()
  await expect(field).toHaveValue('20')
  // Without notifications, their time has no effect.
  await section.getByRole('switch', { name: 'Chat responses' }).press('Space')
  await expect(field).toHaveCount(0)
})
