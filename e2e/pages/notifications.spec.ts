// Work that finishes in the background: notifications, the taskbar's progress and badge, the tray, and their settings.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import type { Application } from '../application'
import { answers, ask } from '../chat-steps'
import { type DesktopClient, openDesktopClient } from '../desktop-client'
import { images, steps } from '../drawing-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'
import { openSettings } from '../settings-steps'
import { openedJob } from '../video-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

interface Recorded {
  notifications: { title: string; body: string; silent: boolean }[]
  badges: number[]
  /** The values passed to the taskbar. */
  progress: number[]
}

/** Records what the desktop is given, while the app is in the background. */
async function recordDesktop({ electron }: Application): Promise<void> {
  await electron.evaluate(({ app, BrowserWindow, Notification }) => {
    const shown: Electron.Notification[] = []
    const recorded = { badges: [] as number[], progress: [] as number[] }
    Object.assign(globalThis, { shown, recorded })
    BrowserWindow.getFocusedWindow = () => null
    Notification.isSupported = () => true
    Notification.prototype.show = function show(this: Electron.Notification) {
      shown.push(this)
    }
    app.setBadgeCount = (count) => recorded.badges.push(count ?? 0) > 0
    BrowserWindow.prototype.setProgressBar = (value) => void recorded.progress.push(value)
  })
}

// Assigned above.
type TestGlobals = { shown: Electron.Notification[]; recorded: Omit<Recorded, 'notifications'> }

const readRecorded = ({ electron }: Application): Promise<Recorded> =>
  electron.evaluate(() => {
    const { shown, recorded } = globalThis as unknown as TestGlobals
    return { ...recorded, notifications: shown.map(({ title, body, silent }) => ({ title, body, silent })) }
  })
const readTitles = async (application: Application) =>
  (await readRecorded(application)).notifications.map(({ title, body }) => `${title}: ${body}`)

const clickNotification = ({ electron }: Application, title: string) =>
  electron.evaluate((_, title) => {
    const { shown } = globalThis as unknown as TestGlobals
    shown.find((notification) => notification.title === title)?.emit('click')
  }, title)

const openPanel = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const field = (page: Page) => page.getByRole('textbox', { name: 'Minimum response time' })

/** Changes this setting, and leaves the others. */
async function change({ desktop }: DesktopClient, part: object): Promise<void> {
  const { notifications } = await desktop.settings.read()
  await desktop.settings.update({ notifications: { ...notifications, ...part } })
}

test('a long response in the background is announced, and a click opens its chat', async ({
  application,
  model,
}) => {
  const { page } = application
  await recordDesktop(application)
  await change(await openDesktopClient(page), { responseSeconds: 0 })
  const finish = model.pauses('The boat', ' floats.')
  await ask(page, 'Does a paper boat float?')
  await expect(answers(page)).toContainText('The boat')
  // The length of a response is unknown.
  await expect.poll(async () => (await readRecorded(application)).progress).toContain(2)
  expect(await readTitles(application)).toEqual([])
  await openPanel(page, 'Library')
  finish()
  await expect.poll(() => readTitles(application)).toEqual(['Response ready: Does a paper boat float?'])
  await expect.poll(async () => (await readRecorded(application)).progress.at(-1)).toBe(-1)
  expect((await readRecorded(application)).badges).toEqual([1])
  expect((await readRecorded(application)).notifications[0]?.silent).toBe(false)

  await application.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur())
  await clickNotification(application, 'Response ready')
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toBeVisible()
  await expect(answers(page)).toContainText('The boat floats.')
  await expect.poll(async () => (await readRecorded(application)).badges).toEqual([1, 0])

  // A failure says its reason.
  model.answers([{ candidates: [], promptFeedback: { blockReason: 'SAFETY' } }])
  await ask(page, 'And a tin one?')
  await expect
    .poll(() => readTitles(application))
    .toContain('Response failed: Does a paper boat float?\nThe provider blocked the prompt (SAFETY).')

  const logs = join(application.userDataFolder, 'logs')
  const texts = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')))
  expect(texts.join('')).not.toMatch(/boat|blocked the prompt/)
})

test('a response within the minimum time is not announced, nor is one while the window has the focus', async ({
  application,
  model,
}) => {
  const { page, electron } = application
  await recordDesktop(application)
  const client = await openDesktopClient(page)
  model.answers(answerOf({ text: 'First.' }), answerOf({ text: 'Second.' }), answerOf({ text: 'Third.' }))
  await ask(page, 'One?')
  await expect(answers(page).last()).toContainText('First.')
  await change(client, { responseSeconds: 0 })
  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getFocusedWindow = () => BrowserWindow.getAllWindows()[0] ?? null
  })
  await ask(page, 'Two?')
  await expect(answers(page).last()).toContainText('Second.')
  await expect(page.getByRole('contentinfo')).not.toContainText('running')
  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getFocusedWindow = () => null
  })
  await change(client, { isAudible: false })
  await ask(page, 'Three?')
  await expect.poll(async () => (await readRecorded(application)).notifications).toHaveLength(1)
  expect((await readRecorded(application)).notifications[0]?.silent).toBe(true)
  expect((await readRecorded(application)).badges).toEqual([1])
})

/** Starts work of each kind with the demo. */
const starts: Record<
  'responses' | 'images' | 'videos' | 'embeddings',
  (client: DesktopClient) => Promise<unknown>
> = {
  responses: ({ desktop }) =>
    desktop.chat.send({ conversationId: null, parts, parameters: { model: 'gen-2.5-flash' } }),
  images: ({ desktop }) =>
    desktop.images.draw({
      conversationId: null,
      after: null,
      parts,
      parameters: { model: 'gen-2.5-flash-image' },
      variations: 2,
    }),
  videos: async ({ desktop }) => {
    const { id } = await desktop.videos.create({
      model: 'gen-video-3.1-fast-generate-preview',
      prompt: 'A boat.',
    })
    // Otherwise it is polled after ten seconds. It can't be polled before it is submitted, or once it has ended.
    const poll = () => desktop.videos.pollNow({ id }).catch(() => undefined)
    const countOpen = async () => poll().then(async () => (await desktop.application.status()).jobs.videos)
    await expect.poll(countOpen).toBe(0)
  },
  embeddings: async ({ desktop }) => {
    const settings = { model: 'gen-embedding-001' }
    const { id } = await desktop.embeddings.create({ name: 'Boats', settings, columns: [] })
    await desktop.embeddings.insertRows({ id, before: null, rows: [{ text: 'boat' }] })
    await desktop.embeddings.run({ id })
  },
}
const parts = [{ text: 'A boat.' }]
const titles = {
  responses: 'Response ready: A boat.',
  images: '2 images ready: A boat.',
  videos: 'Video ready: A boat.',
  embeddings: 'Embeddings ready: Boats',
}

test('each switch turns off the notifications and the badge of its kind only', async ({ application }) => {
  const { page } = application
  await recordDesktop(application)
  const client = await openDesktopClient(page)
  const isIdle = async () => (await client.desktop.application.status()).running === 0
  for (const on of [
    ['responses', 'videos'],
    ['images', 'embeddings'],
  ] as const) {
    const off = { responses: false, images: false, videos: false, embeddings: false }
    await change(client, {
      ...off,
      responseSeconds: 0,
      ...Object.fromEntries(on.map((kind) => [kind, true])),
    })
    const before = await readRecorded(application)
    for (const start of Object.values(starts)) await start(client)
    await expect.poll(isIdle).toBe(true)
    await expect
      .poll(async () => (await readTitles(application)).slice(before.notifications.length).sort())
      .toEqual(on.map((kind) => titles[kind]).sort())
    expect((await readRecorded(application)).badges.length - before.badges.length).toBe(on.length)
  }
})

test('a click opens the step, the video, or the set', async ({ application }) => {
  const { page } = application
  await recordDesktop(application)
  const client = await openDesktopClient(page)
  for (const start of [starts.images, starts.videos, starts.embeddings]) await start(client)
  await expect.poll(() => readTitles(application)).toHaveLength(3)
  await clickNotification(application, 'Video ready')
  await expect(openedJob(page)).toContainText('A boat.')
  await clickNotification(application, '2 images ready')
  await expect(images(steps(page))).toHaveCount(2)
  await clickNotification(application, 'Embeddings ready')
  await expect(page.getByRole('region', { name: 'Embeddings', exact: true })).toContainText('Boats')
})

test('by keyboard: the section is found, changed, and reset, and has no violations', async ({
  application,
}) => {
  const { page } = application
  const section = await openSettings(page, 'Notifications')
  const search = page.getByRole('searchbox', { name: 'Search settings' })
  await search.focus()
  await page.keyboard.type('minimum response')
  await expect(section.getByRole('switch', { name: 'Videos' })).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('4000')
  await page.keyboard.press('Enter')
  await expect(section.getByText('Must be at most 3,600 (one hour)')).toBeVisible()
  await expectNoViolations(page, 'Notifications with a problem')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('45')
  await page.keyboard.press('Enter')
  await expect(section.getByText('Changed. Default: 20 s')).toBeVisible()
  await search.focus()
  await page.keyboard.press('Escape')
  await section.getByRole('switch', { name: 'Videos' }).focus()
  await page.keyboard.press('Space')
  await expect(section.getByRole('switch', { name: 'Videos' })).not.toBeChecked()
  await expect(section.getByText('Changed. Default: On')).toBeVisible()
  await expectNoViolations(page, 'Notifications')
  await section.getByRole('button', { name: 'Reset all in Notifications' }).focus()
  await page.keyboard.press('Enter')
  await expect(section.getByRole('switch', { name: 'Videos' })).toBeChecked()
  await expect(field(page)).toHaveValue('20')
  // Without notifications, their time has no effect.
  await section.getByRole('switch', { name: 'Chat responses' }).focus()
  await page.keyboard.press('Space')
  await expect(field(page)).toHaveCount(0)
})
