// The window's layout: panes, the inspector as a drawer in small windows, and context menus.
import { expect, type Page } from '@playwright/test'
import { createChat, finished, openChat, openSection, promptField } from '../chat-steps'
import { test } from '../page-test'
import { resize } from '../window-size'

const small = { width: 900, height: 600, zoom: 1 }
const large = { width: 1440, height: 900, zoom: 1 }

const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
const chats = (page: Page) => page.getByRole('navigation', { name: 'Chats' })

test('in a small window, the inspector is a drawer', async ({ application }) => {
  const { page } = application
  await resize(application, small)
  await expect(inspector(page)).toHaveCount(0)
  const show = page.getByRole('button', { name: 'Show inspector' })
  await show.click()
  await expect(page.getByRole('dialog').filter({ has: inspector(page) })).toBeVisible()
  const functions = await openSection(page, 'Functions')
  await functions.getByRole('button', { name: 'Edit functions…' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Function declarations' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(functions.getByRole('button', { name: 'Edit functions…' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(inspector(page)).toHaveCount(0)
  await expect(show).toBeFocused()
  await show.click()
  await expect(inspector(page)).toBeVisible()
  await page.mouse.click(300, 300)
  await expect(inspector(page)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+i')
  await expect(inspector(page)).toBeVisible()
  await resize(application, large)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('panes are resized and hidden, also after a restart', async ({ application }) => {
  const separator = (name: string) => application.page.getByRole('separator', { name: `Resize ${name}` })
  const readWidth = async (name: string) => Number(await separator(name).getAttribute('aria-valuenow'))
  await resize(application, large)
  const { page } = application
  const before = await readWidth('chats')
  const box = await separator('chats').boundingBox()
  const [x, y] = [(box?.x ?? 0) + 3, (box?.y ?? 0) + 200]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y, { steps: 2 })
  await page.mouse.up()
  await expect.poll(() => readWidth('chats')).toBeGreaterThan(before + 50)
  await separator('chats').dblclick()
  await expect.poll(() => readWidth('chats')).toBe(before)
  const inspectorBefore = await readWidth('inspector')
  await separator('inspector').press('ArrowLeft')
  await expect.poll(() => readWidth('inspector')).toBe(inspectorBefore + 16)

  await page.keyboard.press('ControlOrMeta+b')
  await expect(chats(page)).toHaveCount(0)
  await application.relaunch()
  await resize(application, large)
  await expect(chats(application.page)).toHaveCount(0)
  expect(await readWidth('inspector')).toBe(inspectorBefore + 16)
  await application.page.getByRole('button', { name: 'Show chats' }).click()
  await expect(chats(application.page)).toBeVisible()
})

interface PoppedMenu {
  items: { label: string; enabled: boolean }[]
}

test('text has the system’s context menu; rows have their own', async ({ application }) => {
  const { page, electron } = application
  const chat = 'Six times seven'
  await createChat(page, chat, ['What is 6 times 7?', 'It is 42.'])
  await electron.evaluate(({ Menu }) => {
    const popped: PoppedMenu[] = []
    Object.assign(globalThis, { popped })
    Menu.prototype.popup = function (this: PoppedMenu) {
      popped.push(this)
    } as typeof Menu.prototype.popup
  })
  // Assigned above.
  const readMenus = () =>
    electron.evaluate(() =>
      (globalThis as unknown as { popped: PoppedMenu[] }).popped.map(({ items }) =>
        items.filter(({ label, enabled }) => label && enabled).map(({ label }) => label),
      ),
    )
  await promptField(page).fill('A fox')
  await page.getByRole('heading', { level: 1 }).click({ button: 'right' })
  await promptField(page).click({ button: 'right' })
  await expect.poll(readMenus).toEqual([expect.arrayContaining(['Select all'])])
  await promptField(page).press('Shift+F10')
  await expect.poll(readMenus).toHaveLength(2)

  await openChat(page, chat)
  await finished(page).getByRole('heading', { level: 2 }).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Actions for message' })
  await expect(menu.getByRole('menuitem', { name: 'Copy response' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await finished(page).getByText('It is 42').dblclick()
  await finished(page).getByText('It is 42').click({ button: 'right' })
  await expect.poll(readMenus).toHaveLength(3)
  expect((await readMenus())[2]).toEqual(['Copy'])
  await expect(menu).toHaveCount(0)

  const row = chats(page).getByRole('button', { name: chat, exact: true })
  const menuOfRow = page.getByRole('menu', { name: `Actions for “${chat}”` })
  for (const open of [() => row.click({ button: 'right' }), () => row.press('Shift+F10')]) {
    await open()
    await expect(menuOfRow).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menuOfRow).toHaveCount(0)
  }
})
