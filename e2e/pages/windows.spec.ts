// Windows: what the next start restores, the zoom, and windows of single chats.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Application } from '../application'
import { answers, ask, chooseFromMenu, expectOnDisk, finished, promptField, prompts } from '../chat-steps'
import { nameFocused, openPalette, palette, tabTo } from '../keyboard-steps'
import { clickMenuItem, isMenuItemEnabled } from '../menu-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

/** Bounds of the main window, which is opened first. */
function readBounds({ electron }: Application): Promise<Bounds> {
  return electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id)
    return window?.getNormalBounds() ?? { x: 0, y: 0, width: 0, height: 0 }
  })
}

function move({ electron }: Application, bounds: Bounds): Promise<void> {
  return electron.evaluate(({ BrowserWindow }, to) => {
    const [window] = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id)
    window?.setBounds(to)
  }, bounds)
}

/** Opens the window of a chat. */
async function openWindow({ electron }: Application, act: () => Promise<unknown>): Promise<Page> {
  const [page] = await Promise.all([electron.waitForEvent('window'), act()])
  await promptField(page).waitFor()
  return page
}

/** Asks the demo in a new chat, and opens the chat in a window of its own. */
async function openChatWindow(application: Application): Promise<Page> {
  const { page } = application
  await ask(page, 'What is 6 times 7?')
  await finished(page).waitFor()
  return await openWindow(application, () => chooseForChat(page, 'Open in new window'))
}

const chooseForChat = (page: Page, item: string) =>
  chooseFromMenu(page.locator('header'), 'Actions for chat', item)
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const shownPanel = (page: Page) => page.locator('[aria-current="page"]')

/** As when the user clicks it: without a window manager, windows get no focus. */
async function focusWindow({ electron }: Application, page: Page): Promise<void> {
  const handle = await electron.browserWindow(page)
  await handle.evaluate((window) => void window.emit('focus'))
}

function readTitles({ electron }: Application): Promise<string[]> {
  return electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .map((window) => window.getTitle())
      .sort(),
  )
}

test('size, position and panel are restored, and a position off the screen is corrected', async ({
  application,
}) => {
  const bounds = { x: 60, y: 40, width: 1010, height: 640 }
  await move(application, bounds)
  await expect.poll(() => readBounds(application)).toEqual(bounds)
  await application.page.getByRole('button', { name: 'Embeddings', exact: true }).click()
  await application.relaunch()
  await expect(shownPanel(application.page)).toHaveText('Embeddings')
  expect(await readBounds(application)).toEqual(bounds)
  // The panel is that of the last time, also when the page is loaded again.
  await application.page.getByRole('button', { name: 'Gateway', exact: true }).click()
  await application.page.reload()
  await expect(shownPanel(application.page)).toHaveText('Gateway')
  await application.close()
  const file = join(application.userDataFolder, 'window.json')
  const state = JSON.parse(await readFile(file, 'utf8'))
  // As if another display had been used, which is missing now.
  const elsewhere = {
    displays: '7@9000,0,1920x1080',
    main: { bounds: { x: 9_100, y: 200, width: 1000, height: 700 }, maximized: false, fullScreen: false },
    panel: 'library',
  }
  await writeFile(file, JSON.stringify({ ...state, arrangements: [elsewhere] }))
  await application.launch()
  const area = await application.electron.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea)
  const moved = await readBounds(application)
  expect(moved).toMatchObject({ width: 1000, height: 700, y: 200 })
  expect(moved.x + moved.width).toBeLessThanOrEqual(area.x + area.width)
})

test('the zoom is changed by keys, shown, and restored; the layout stays usable at 150%', async ({
  application,
}) => {
  const zoom = () => application.page.evaluate(() => Math.round((outerWidth / innerWidth) * 100))
  const toast = application.page.getByText(/^Zoom: \d+%$/)
  await promptField(application.page).waitFor()
  for (const [key, percent] of [
    ['Control+NumpadSubtract', 90],
    ['Control+0', 100],
    ['Control+NumpadAdd', 110],
    ['Control+=', 125],
    ['Control++', 150],
  ] as const) {
    await application.page.keyboard.press(key)
    await expect(toast).toHaveText(`Zoom: ${percent}%`)
  }
  await application.relaunch()
  const { page } = application
  await expect.poll(zoom).toBe(150)
  await move(application, { x: 0, y: 0, width: 900, height: 600 })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(600)
  for (const panel of ['Chat', 'Images', 'Video', 'Transcribe', 'Embeddings', 'Library', 'Gateway']) {
    await page.getByRole('button', { name: panel, exact: true }).first().click()
    await expect(shownPanel(page)).toHaveText(panel)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow, panel).toBeLessThanOrEqual(0)
  }
  await page.getByRole('button', { name: 'Chat', exact: true }).first().click()
  await ask(page, 'What is 6 times 7?')
  await finished(page).waitFor()
})

test('a second window shows the same streamed response, and continues when the first one is closed', async ({
  application,
  model,
}) => {
  const { page } = application
  const answer = model.streams()
  await ask(page, 'Count to three.')
  answer.add('One. ')
  await expect(answers(page)).toContainText('One.')
  const second = await openWindow(application, () => chooseForChat(page, 'Open in new window'))
  await expect(title(second)).toHaveText('Count to three.')
  await expect.poll(() => readTitles(application)).toEqual(['Count to three.', 'Gen Playground'])
  await expect(second.getByRole('navigation', { name: 'Panels' })).toHaveCount(0)
  answer.add('Two. ')
  await expect(answers(second)).toContainText('One. Two.')
  await expect(answers(page)).toContainText('Two.')
  // Opening it again shows the window that it has.
  await chooseForChat(page, 'Open in new window')
  await expect.poll(() => readTitles(application)).toHaveLength(2)
  await page.close()
  answer.add('Three.')
  answer.end()
  await finished(second).waitFor()
  await expect(answers(second)).toContainText('One. Two. Three.')
  await ask(second, 'And now?')
  await expect(finished(second)).toContainText('42')
})

test('both windows have the same draft, theme, and title, each has its own panel, and a restart opens both', async ({
  application,
}) => {
  const { page } = application
  const second = await openChatWindow(application)
  await promptField(page).fill('Written in the first window')
  await expect(promptField(second)).toHaveValue('Written in the first window')
  await promptField(second).press('End')
  await second.keyboard.type(', continued in the second')
  const text = 'Written in the first window, continued in the second'
  await expect(promptField(page)).toHaveValue(text)
  await expectOnDisk(application, text)
  const { settings } = await application.desktop()
  await settings.update({ theme: 'dark' })
  const isDark = () => second.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await expect.poll(isDark).toBe(true)
  await expect(promptField(second)).toHaveValue(text)
  // A chat that is opened in the second window is shown in the main one.
  await openPalette(second, 'new chat')
  await second.keyboard.press('Enter')
  await expect(title(page)).toHaveText('New chat')
  await expect(title(second)).not.toHaveText('New chat')
  await openPalette(second, 'rename')
  await second.keyboard.press('Enter')
  await second.keyboard.type('Multiplication')
  await second.keyboard.press('Enter')
  await expect(title(second)).toHaveText('Multiplication')
  await expect.poll(() => readTitles(application)).toEqual(['Gen Playground', 'Multiplication'])
  await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('Multiplication')
  await application.relaunch()
  // The window was open when the application quit.
  await expect.poll(() => readTitles(application)).toEqual(['Gen Playground', 'Multiplication'])
  const reopened = application.electron.windows().find((each) => each.url().includes('#chat='))
  if (!reopened) throw new Error('The window of the chat is missing.')
  await expect(promptField(reopened)).toHaveValue(text)
  await reopened.close()
  const readChats = async () => {
    const state = await readFile(join(application.userDataFolder, 'window.json'), 'utf8')
    return JSON.parse(state).chats
  }
  await expect.poll(readChats).toEqual([])
  await application.relaunch()
  await promptField(application.page).waitFor()
  expect(await readTitles(application)).toHaveLength(1)
})

test('the menu acts on the window that has the focus', async ({ application }) => {
  const { page } = application
  const second = await openChatWindow(application)
  const isEnabled = (label: string) => isMenuItemEnabled(application, label)
  await focusWindow(application, second)
  await expect.poll(() => isEnabled('Toggle inspector')).toBe(true)
  await expect.poll(() => isEnabled('New video')).toBe(false)
  await clickMenuItem(application, 'Command palette')
  await expect(palette(second)).toBeVisible()
  await expect(palette(page)).toHaveCount(0)
  await second.keyboard.press('Escape')
  await focusWindow(application, page)
  await expect.poll(() => isEnabled('New video')).toBe(true)
  await clickMenuItem(application, 'Video')
  await expect(shownPanel(page)).toHaveText('Video')
  await expect(title(second)).toHaveText('What is 6 times 7?')
  await focusWindow(application, second)
  await clickMenuItem(application, 'Close window')
  await expect.poll(() => readTitles(application)).toHaveLength(1)
  // The window that is left has the menu.
  await expect.poll(() => isEnabled('New video')).toBe(true)
})

test('a window says that its chat was deleted, in whatever window, and restores it', async ({
  application,
}) => {
  const { page } = application
  const second = await openChatWindow(application)
  await chooseForChat(page, 'Delete')
  await expect(second.getByRole('heading', { name: 'Chat deleted' })).toBeVisible()
  await second.getByRole('button', { name: 'Restore chat' }).click()
  await expect(finished(second)).toContainText('42')
  await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('What is 6 times 7?')
  await chooseForChat(second, 'Delete')
  await expect(second.getByRole('heading', { name: 'Chat deleted' })).toBeVisible()
  await second.getByRole('button', { name: 'Undo' }).click()
  await expect(finished(second)).toContainText('42')
  await chooseForChat(second, 'Delete')
  await second.getByRole('button', { name: 'Close window' }).click()
  await expect.poll(() => readTitles(application)).toHaveLength(1)
})

test('the page of a window recovers from a crash', async ({ application }) => {
  const { page } = application
  const second = await openChatWindow(application)
  await promptField(second).fill('Not sent yet')
  await expectOnDisk(application, 'Not sent yet')
  const handle = await application.electron.browserWindow(second)
  await handle.evaluate(async ({ webContents }) => {
    const loaded = new Promise<void>((resolve) => webContents.once('did-finish-load', () => resolve()))
    webContents.forcefullyCrashRenderer()
    await loaded
  })
  const read = (source: string) =>
    handle.evaluate((window, script) => window.webContents.executeJavaScript(script), source)
  const draft = `document.querySelector('textarea')?.value ?? ''`
  await expect.poll(() => read(draft)).toContain('Not sent yet')
  await expect.poll(() => read('document.body.innerText')).toContain('The window reloaded after a crash')
  await expect(page.getByText('The window reloaded after a crash')).toHaveCount(0)
  expect(await read('location.hash')).toMatch(/^#chat=/)
})

test('the window of a chat is opened, used and closed by keyboard alone', async ({ application }) => {
  const { page } = application
  await ask(page, 'What is 6 times 7?')
  await finished(page).waitFor()
  const second = await openWindow(application, () => page.keyboard.press('Control+Shift+n'))
  await expect.poll(() => nameFocused(second)).toBe('Prompt')
  await second.keyboard.type('And 7 times 8?')
  await second.keyboard.press('Enter')
  await expect(prompts(second)).toHaveCount(2)
  await expect(finished(second)).toBeVisible()
  await tabTo(second, 'Actions for chat', 'Shift+Tab')
  await second.keyboard.press('Enter')
  await second.getByRole('menuitem', { name: 'Open in main window' }).press('Enter')
  await expect(title(page)).toHaveText('What is 6 times 7?')
  // The key is released when the window is gone.
  await second.keyboard.press('Control+w').catch(() => undefined)
  await expect.poll(() => readTitles(application)).toHaveLength(1)
})
