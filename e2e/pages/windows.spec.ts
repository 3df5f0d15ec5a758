// Windows: what the next start restores, the zoom, and windows of single chats.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Application } from '../application'
import { answers, ask, chooseFromMenu, expectOnDisk, finished, promptField, prompts } from '../chat-steps'
import { nameFocused, tabTo } from '../keyboard-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

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

/** Empty before the first change. */
async function readState({ userDataFolder }: Application) {
  const text = await readFile(join(userDataFolder, 'window.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as { zoom?: number; chats?: unknown[]; arrangements?: unknown[] }
}

/** The window of a chat that `act` opens. */
async function openWindow({ electron }: Application, act: () => Promise<unknown>): Promise<Page> {
  const [page] = await Promise.all([electron.waitForEvent('window'), act()])
  await promptField(page).waitFor()
  return page
}

const openFromHeader = (application: Application) =>
  openWindow(application, () =>
    chooseFromMenu(application.page.locator('header'), 'Actions for chat', 'Open in new window'),
  )

const title = (page: Page) => page.getByRole('heading', { level: 1 })

function countWindows({ electron }: Application): Promise<number> {
  return electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
}

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
  await expect(application.page.locator('[aria-current="page"]')).toHaveText('Embeddings')
  expect(await readBounds(application)).toEqual(bounds)
  await application.close()
  const file = join(application.userDataFolder, 'window.json')
  const state = JSON.parse(await readFile(file, 'utf8'))
  const [here] = state.arrangements
  // As if another display had been used since, which is missing now.
  const elsewhere = {
    displays: '7@9000,0,1920x1080',
    main: { bounds: { x: 9_100, y: 200, width: 1000, height: 700 }, maximized: false, fullScreen: false },
    panel: 'library',
  }
  state.arrangements = [{ ...here, panel: 'video' }, elsewhere]
  await writeFile(file, JSON.stringify(state))
  await application.launch()
  await expect(application.page.locator('[aria-current="page"]')).toHaveText('Video')
  expect(await readBounds(application)).toEqual(bounds)
  // The panel is that of the last time, also when the page is loaded again.
  await application.page.getByRole('button', { name: 'Gateway', exact: true }).click()
  await application.page.reload()
  await expect(application.page.locator('[aria-current="page"]')).toHaveText('Gateway')
  await application.close()
  await writeFile(file, JSON.stringify({ ...state, arrangements: [elsewhere] }))
  await application.launch()
  const area = await application.electron.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea)
  const moved = await readBounds(application)
  expect(moved).toMatchObject({ width: 1000, height: 700, y: 200 })
  expect(moved.x + moved.width).toBeLessThanOrEqual(area.x + area.width)
})

test('a window comes back when its display is unplugged, and returns to it when it is there again', async ({
  application,
}) => {
  const { electron } = application
  const onSecond = { x: 2_100, y: 100, width: 1000, height: 700 }
  await electron.evaluate(({ screen, BrowserWindow }, bounds) => {
    const [first] = screen.getAllDisplays()
    if (!first) return
    const at = (id: number, x: number) => {
      const area = { x, y: 0, width: 1920, height: 1080 }
      return { ...first, id, bounds: area, workArea: area }
    }
    const both = [at(1, 0), at(2, 1920)]
    const change = (displays: typeof both, event: string) => {
      screen.getAllDisplays = () => displays
      screen.emit(event, {})
    }
    Object.assign(globalThis, {
      unplug: () => change(both.slice(0, 1), 'display-removed'),
      plugIn: () => change(both, 'display-added'),
    })
    change(both, 'display-added')
    BrowserWindow.getAllWindows()[0]?.setBounds(bounds)
  }, onSecond)
  await expect.poll(() => readBounds(application)).toEqual(onSecond)
  await expect.poll(async () => JSON.stringify(await readState(application))).toContain('2100')
  const call = (name: 'unplug' | 'plugIn') =>
    // Assigned above.
    electron.evaluate((_, name) => (globalThis as unknown as Record<string, () => void>)[name]?.(), name)
  await call('unplug')
  await expect.poll(() => readBounds(application)).toEqual({ ...onSecond, x: 920 })
  await call('plugIn')
  await expect.poll(() => readBounds(application)).toEqual(onSecond)
})

test('the zoom has limits, is shown, and is restored; the layout stays usable at 150%', async ({
  application,
}) => {
  const { page } = application
  const zoom = () => application.page.evaluate(() => Math.round((outerWidth / innerWidth) * 100))
  const toast = page.getByText(/^Zoom: \d+%$/)
  await promptField(page).waitFor()
  await page.keyboard.press('Control+NumpadAdd')
  await expect(toast).toHaveText('Zoom: 110%')
  await page.keyboard.press('Control+=')
  await expect(toast).toHaveText('Zoom: 125%')
  for (let count = 0; count < 6; count += 1) await page.keyboard.press('Control++')
  await expect(toast).toHaveText('Zoom: 200%')
  await page.keyboard.press('Control++')
  await expect.poll(zoom).toBe(200)
  await page.keyboard.press('Control+0')
  await expect.poll(zoom).toBe(100)
  for (let count = 0; count < 12; count += 1) await page.keyboard.press('Control+NumpadSubtract')
  await expect.poll(zoom).toBe(50)
  await page.keyboard.press('Control+0')
  await expect(toast).toHaveText('Zoom: 100%')
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Control++')
  await expect.poll(zoom).toBe(150)
  await application.relaunch()
  await expect.poll(zoom).toBe(150)
  expect((await readState(application)).zoom).toBe(150)
  const restored = application.page
  await move(application, { x: 0, y: 0, width: 900, height: 600 })
  await expect.poll(() => restored.evaluate(() => innerWidth)).toBe(600)
  for (const panel of ['Chat', 'Images', 'Video', 'Transcribe', 'Embeddings', 'Library', 'Gateway']) {
    await restored.getByRole('button', { name: panel, exact: true }).first().click()
    await expect(restored.locator('[aria-current="page"]')).toHaveText(panel)
    const overflow = () => restored.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow, panel).toBeLessThanOrEqual(0)
  }
  await restored.getByRole('button', { name: 'Chat', exact: true }).first().click()
  await ask(restored, 'What is 6 times 7?')
  await finished(restored).waitFor()
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
  const second = await openFromHeader(application)
  await expect(title(second)).toHaveText('Count to three.')
  await expect.poll(() => readTitles(application)).toEqual(['Count to three.', 'Gen Playground'])
  await expect(second.getByRole('navigation', { name: 'Panels' })).toHaveCount(0)
  await expect(answers(second)).toContainText('One.')
  answer.add('Two. ')
  await expect(answers(second)).toContainText('Two.')
  await expect(answers(page)).toContainText('Two.')
  // Opening it again shows the window that it has.
  await chooseFromMenu(page.locator('header'), 'Actions for chat', 'Open in new window')
  await expect.poll(() => countWindows(application)).toBe(2)
  await page.close()
  answer.add('Three.')
  await expect(answers(second)).toContainText('One. Two. Three.')
  answer.end()
  await finished(second).waitFor()
  await ask(second, 'And now?')
  await expect(finished(second)).toContainText('42')
})

test('both windows have the same draft, theme, and title, each has its own panel', async ({
  application,
}) => {
  const { page } = application
  await ask(page, 'What is 6 times 7?')
  await finished(page).waitFor()
  const second = await openFromHeader(application)
  await promptField(page).fill('Written in the first window')
  await expect(promptField(second)).toHaveValue('Written in the first window')
  await promptField(second).press('End')
  await second.keyboard.type(', continued in the second')
  const text = 'Written in the first window, continued in the second'
  await expect(promptField(page)).toHaveValue(text)
  await expectOnDisk(application, text)
  await openSettings(page, 'Appearance')
  await page.getByRole('radio', { name: 'Dark' }).click()
  const isDark = () => second.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await expect.poll(isDark).toBe(true)
  await expect(promptField(second)).toHaveValue(text)
  // A chat that is opened in the second window is shown in the main one.
  await second.keyboard.press('Control+k')
  await second.keyboard.type('new chat')
  await second.keyboard.press('Enter')
  await expect(title(page)).toHaveText('New chat')
  await expect(title(second)).not.toHaveText('New chat')
  await second.keyboard.press('Control+k')
  await second.keyboard.type('rename')
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
  await expect.poll(async () => (await readState(application)).chats).toEqual([])
  await application.relaunch()
  await promptField(application.page).waitFor()
  expect(await countWindows(application)).toBe(1)
})

test('the menu acts on the window that has the focus', async ({ application }) => {
  const { page, electron } = application
  await ask(page, 'What is 6 times 7?')
  await finished(page).waitFor()
  const second = await openFromHeader(application)
  const isEnabled = (label: string) =>
    electron.evaluate(({ Menu }, name) => {
      const menus = Menu.getApplicationMenu()?.items ?? []
      const items = menus.flatMap(({ submenu }) => submenu?.items ?? [])
      return items.find((item) => item.label === name)?.enabled
    }, label)
  const click = (label: string) =>
    electron.evaluate(({ Menu }, name) => {
      const menus = Menu.getApplicationMenu()?.items ?? []
      menus
        .flatMap(({ submenu }) => submenu?.items ?? [])
        .find((item) => item.label === name)
        ?.click()
    }, label)
  await focusWindow(application, second)
  await expect.poll(() => isEnabled('Toggle inspector')).toBe(true)
  await expect.poll(() => isEnabled('Toggle list')).toBe(false)
  await expect.poll(() => isEnabled('New video')).toBe(false)
  await click('Command palette')
  await expect(second.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toHaveCount(0)
  await second.keyboard.press('Escape')
  await focusWindow(application, page)
  await expect.poll(() => isEnabled('Toggle list')).toBe(true)
  await expect.poll(() => isEnabled('New video')).toBe(true)
  await click('Video')
  await expect(page.locator('[aria-current="page"]')).toHaveText('Video')
  await expect(title(second)).toHaveText('What is 6 times 7?')
  await focusWindow(application, second)
  await click('Close window')
  await expect.poll(() => countWindows(application)).toBe(1)
  // The window that is left has the menu.
  await expect.poll(() => isEnabled('New video')).toBe(true)
})

test('a window says that its chat was deleted, in whatever window, and restores it', async ({
  application,
}) => {
  const { page } = application
  await ask(page, 'What is 6 times 7?')
  await finished(page).waitFor()
  const second = await openFromHeader(application)
  await chooseFromMenu(page.locator('header'), 'Actions for chat', 'Delete')
  await expect(second.getByRole('heading', { name: 'Chat deleted' })).toBeVisible()
  await second.getByRole('button', { name: 'Restore chat' }).click()
  await expect(finished(second)).toContainText('42')
  await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('What is 6 times 7?')
  await chooseFromMenu(second.locator('header'), 'Actions for chat', 'Delete')
  await expect(second.getByRole('heading', { name: 'Chat deleted' })).toBeVisible()
  await second.getByRole('button', { name: 'Undo' }).click()
  await expect(finished(second)).toContainText('42')
  await chooseFromMenu(second.locator('header'), 'Actions for chat', 'Delete')
  await second.getByRole('button', { name: 'Close window' }).click()
  await expect.poll(() => countWindows(application)).toBe(1)
})

test('the page of each window recovers from a crash', async ({ application }) => {
  const { page } = application
  await ask(page, 'What is 6 times 7?')
  await finished(page).waitFor()
  const second = await openFromHeader(application)
  await finished(second).waitFor()
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
  const text = `document.querySelector('textarea')?.value ?? ''`
  await expect.poll(() => read(text)).toContain('Not sent yet')
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
  await expect.poll(() => countWindows(application)).toBe(1)
})
