// The window's layout: panes, the inspector as a drawer in small windows, toasts that cover no control, and menus.
import { expect, type Page } from '@playwright/test'
import {
  chooseFromMenu,
  choosePath,
  createChat,
  finished,
  openChat,
  openSection,
  promptField,
} from '../chat-steps'
import { test } from '../page-test'
import { narrow, resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const small = { width: 900, height: 600, zoom: 1 }
const large = { width: 1440, height: 900, zoom: 1 }

const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
const chats = (page: Page) => page.getByRole('navigation', { name: 'Chats' })

test('in a small window, a chat fits, and the inspector is a drawer', async ({ application }) => {
  const { page } = application
  await createChat(page, 'Wide', ['Show me', `${'| cell '.repeat(30)}|\n${'| - '.repeat(30)}|`])
  await openChat(page, 'Wide')
  await resize(application, large)
  await expect(inspector(page)).toBeVisible()
  const show = page.getByRole('button', { name: 'Show inspector' })
  for (const size of [narrow, small]) {
    await resize(application, size)
    await expect(inspector(page)).toHaveCount(0)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expect(promptField(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
    await show.click()
    await expect(page.getByRole('dialog').filter({ has: inspector(page) })).toBeVisible()
    const functions = await openSection(page, 'Functions')
    await functions.getByRole('button', { name: 'Edit functions…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Functions' })
    await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('textbox', { name: 'Function declarations' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(functions.getByRole('button', { name: 'Edit functions…' })).toBeFocused()
    await page.keyboard.press('Escape')
  }
  await expect(inspector(page)).toHaveCount(0)
  await expect(show).toBeFocused()
  await show.click()
  await expect(inspector(page)).toBeVisible()
  await page.mouse.click(300, 300)
  await expect(inspector(page)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+i')
  await resize(application, large)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Expanded and with the buttons of changed parameters, it does not scroll sideways.
  const sections = 'button[aria-expanded="false"]:not([role="combobox"], [aria-haspopup])'
  await inspector(page).evaluate((aside, collapsed) => {
    for (const button of aside.querySelectorAll<HTMLElement>(collapsed)) button.click()
  }, sections)
  await inspector(page).getByRole('textbox', { name: 'Temperature' }).fill('0.5')
  const listOverflows = () =>
    inspector(page).evaluate((aside) =>
      [...aside.querySelectorAll('div')]
        .filter((each) => getComputedStyle(each).overflowY === 'auto' && each.scrollWidth > each.clientWidth)
        .map(({ scrollWidth, clientWidth }) => `${scrollWidth} in ${clientWidth}`),
    )
  expect(await listOverflows()).toEqual([])
})

/** Names of visible buttons and fields under a toast. What scrolls, such as sample cards, can be scrolled away from it. */
function findCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowY) || scrolls(element.parentElement))
    const isCovered = (control: Element) => {
      const { x, y, width, height } = control.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-sonner-toast]')
    }
    return [...document.querySelectorAll('button, input, textarea, [role="combobox"]')]
      .filter(
        (each) => !each.closest('[data-sonner-toaster]') && each.checkVisibility({ checkOpacity: true }),
      )
      .filter((each) => !scrolls(each) && isCovered(each))
      .map((each) => each.getAttribute('aria-label') ?? each.textContent ?? '')
  })
}

test('toasts cover no control, and show an exported file', async ({ application }, testInfo) => {
  const { page, electron } = application
  await createChat(page, 'A short chat')
  await electron.evaluate(({ shell }) => {
    const shown: string[] = []
    Object.assign(globalThis, { shown })
    shell.showItemInFolder = (shownPath) => void shown.push(shownPath)
  })
  const path = testInfo.outputPath('chat.md')
  await choosePath(application, path)
  await resize(application, small)
  await chooseFromMenu(chats(page), 'Actions for “A short chat”', 'Export as Markdown…')
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  for (const size of [small, large]) {
    await resize(application, size)
    // A toast under the pointer stays.
    await toast.hover()
    await expect.poll(() => findCovered(page)).toEqual([])
    const { x, y, width, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect([y + height > size.height / 2, x + width > size.width / 2]).toEqual([true, true])
  }
  await expect(toast).toContainText(`Exported to ${path}`)
  await toast.getByRole('button', { name: 'Show in folder' }).click()
  // Assigned above.
  const readShown = () => electron.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)
  await expect.poll(readShown).toEqual([path])
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
  // In a small window the widest list leaves most of the space to the chat.
  await separator('chats').press('End')
  await resize(application, small)
  expect(await readWidth('chats')).toBeLessThanOrEqual(270)
  await resize(application, large)
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
  await createChat(page, 'Six times seven', ['What is 6 times 7?', 'It is 42.'])
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

  await openChat(page, 'Six times seven')
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

  const { embeddings } = await application.desktop()
  await embeddings.create({ name: 'A boat', settings: { model: 'gen-embedding-001' }, columns: [] })
  await page.getByRole('button', { name: 'Embeddings', exact: true }).click()
  const row = page.getByRole('list', { name: 'Embedding sets' }).getByRole('listitem')
  const main = row.getByRole('button').first()
  // The button of the menu appears over the row, which keeps its width.
  const width = (await main.boundingBox())?.width
  await main.hover()
  const { x = 0, width: hovered = 0 } = (await main.boundingBox()) ?? {}
  expect(hovered).toBe(width)
  const inner = await row.getByRole('button', { name: /^Actions for/ }).boundingBox()
  expect(inner?.x).toBeLessThan(x + hovered)
  const menuOfRow = page.getByRole('menu', { name: /^Actions for/ })
  for (const open of [() => main.click({ button: 'right' }), () => main.press('Shift+F10')]) {
    await open()
    await expect(menuOfRow).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menuOfRow).toHaveCount(0)
  }
})
