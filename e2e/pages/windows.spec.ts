// Windows: what the next start restores, the zoom, and windows of single chats.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Application } from '../application'
import {
  answers,
  ask,
  chooseFromMenu,
  createChat,
  finished,
  openChat,
  promptField,
  prompts,
} from '../chat-steps'
import { nameFocused, openPalette, palette, tabTo } from '../keyboard-steps'
import { clickMenuItem, isMenuItemEnabled } from '../menu-steps'
import { test } from '../page-test'

/** Opens the window of a chat. */
async function openWindow({ electron }: Application, act: () => Promise<unknown>): Promise<Page> {
  const [page] = await Promise.all([electron.waitForEvent('window'), act()])
  await promptField(page).waitFor()
  return page
}

const chat = 'What is 6 times 7?'

/** Opens a chat, and its window. */
async function openChatWindow(application: Application): Promise<Page> {
  const { page } = application
  await createChat(page, chat, [chat, 'It is 42.'])
  await openChat(page, chat)
  return await openWindow(application, () => page.keyboard.press('Control+Shift+n'))
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

test('size, position, panel and zoom are restored', async ({ application }) => {
  const bounds = { x: 60, y: 40, width: 900, height: 640 }
  const setBounds = (to: typeof bounds) =>
    application.electron.evaluate(
      ({ BrowserWindow }, at) => BrowserWindow.getAllWindows()[0]?.setBounds(at),
      to,
    )
  await setBounds(bounds)
  const toast = application.page.getByText(/^Zoom: \d+%$/)
  await promptField(application.page).waitFor()
  for (const [key, percent] of Object.entries({ NumpadSubtract: 90, NumpadAdd: 100, '=': 110, '+': 125 })) {
    await application.page.keyboard.press(`Control+${key}`)
    await expect(toast).toHaveText(`Zoom: ${percent}%`)
  }
  await application.page.getByRole('button', { name: 'Embeddings', exact: true }).click()
  await application.relaunch()
  const { page, electron } = application
  await expect(shownPanel(page)).toHaveText('Embeddings')
  const readBounds = () =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
  expect(await readBounds()).toEqual(bounds)
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(720)
  // Also when the page is loaded again.
  await page.reload()
  await expect(shownPanel(page)).toHaveText('Embeddings')
})

test('a second window shows the same chat, and continues alone', async ({ application, model }) => {
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
  await promptField(page).fill('Written in the first window')
  await expect(promptField(second)).toHaveValue('Written in the first window')
  await promptField(second).press('End')
  await second.keyboard.type(', continued in the second')
  await expect(promptField(page)).toHaveValue('Written in the first window, continued in the second')
  await openPalette(second, 'rename')
  await second.keyboard.press('Enter')
  await second.keyboard.type('Numbers')
  await second.keyboard.press('Enter')
  await expect(title(second)).toHaveText('Numbers')
  await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('Numbers')
  await expect.poll(() => readTitles(application)).toEqual(['Gen Playground', 'Numbers'])
  // A chat that is opened in the second window is shown in the main one.
  await openPalette(second, 'new chat')
  await second.keyboard.press('Enter')
  await expect(title(page)).toHaveText('New chat')
  await expect(title(second)).toHaveText('Numbers')
  await page.close()
  answer.add('Three.')
  answer.end()
  await finished(second).waitFor()
  await expect(answers(second)).toContainText('One. Two. Three.')
  await ask(second, 'And now?')
  await expect(finished(second)).toContainText('42')
})

test('a restart opens the windows that were open; keys close one', async ({ application }) => {
  const first = await openChatWindow(application)
  await expectMenuActsOnFocused(application, first)
  await application.relaunch()
  await expect.poll(() => readTitles(application)).toEqual(['Gen Playground', chat])
  const { page } = application
  const second = application.electron.windows().find((each) => each.url().includes('#chat='))
  if (!second) throw new Error('The window of the chat is missing.')
  await expect.poll(() => nameFocused(second)).toBe('Prompt')
  await second.keyboard.type('And 7 times 8?')
  await second.keyboard.press('Enter')
  await expect(prompts(second)).toHaveCount(2)
  await expect(finished(second)).toBeVisible()
  await tabTo(second, 'Actions for chat', 'Shift+Tab')
  await second.keyboard.press('Enter')
  await second.getByRole('menuitem', { name: 'Open in main window' }).press('Enter')
  await expect(title(page)).toHaveText(chat)
  // The key is released when the window is gone.
  await second.keyboard.press('Control+w').catch(() => undefined)
  await expect.poll(() => readTitles(application)).toHaveLength(1)
  // The window that is left has the menu.
  await expect.poll(() => isMenuItemEnabled(application, 'New video')).toBe(true)
  const readChats = async () =>
    JSON.parse(await readFile(join(application.userDataFolder, 'window.json'), 'utf8')).chats
  await expect.poll(readChats).toEqual([])
})

test('a window says that its chat was deleted, in whatever window', async ({ application }) => {
  const { page } = application
  const second = await openChatWindow(application)
  await chooseForChat(page, 'Delete')
  await expect(second.getByRole('heading', { name: 'Chat deleted' })).toBeVisible()
  await second.getByRole('button', { name: 'Restore chat' }).click()
  await expect(finished(second)).toContainText('42')
  await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText(chat)
  await chooseForChat(second, 'Delete')
  await second.getByRole('button', { name: 'Undo' }).click()
  await expect(finished(second)).toContainText('42')
})

async function expectMenuActsOnFocused(application: Application, second: Page): Promise<void> {
  const { page } = application
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
  await expect(title(second)).toHaveText(chat)
}
