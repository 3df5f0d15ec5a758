// The window's layout: panes, the inspector as a drawer in small windows, and toasts that cover no control.
import { expect, type Page } from '@playwright/test'
import type { Application } from '../application'
import { askInANewChat, chooseFromMenu, choosePath, promptField } from '../chat-steps'
import { drawWithDemo, openImages } from '../drawing-steps'
import { test } from '../page-test'
import { generate, openVideos, row as videoRow } from '../video-steps'
import { resize } from '../window-size'

const small = { width: 900, height: 600, zoom: 1 }
const large = { width: 1440, height: 900, zoom: 1 }

const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

test('in a small window the inspector is a drawer that Escape and a click outside close', async ({
  application,
}) => {
  const { page } = application
  await resize(application, large)
  await expect(inspector(page)).toBeVisible()
  await resize(application, small)
  await expect(inspector(page)).toHaveCount(0)
  await promptField(page).fill('Send is reachable')
  await send(page).click({ trial: true })

  const show = page.getByRole('button', { name: 'Show inspector' })
  await show.click()
  await expect(page.getByRole('dialog').filter({ has: inspector(page) })).toBeVisible()
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
  await expect(inspector(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await resize(application, small)
  await expect(inspector(page)).toHaveCount(0)
})

test('the inspector of a chat never scrolls sideways, with every section expanded', async ({
  application,
}) => {
  const { page } = application
  await resize(application, large)
  await expect(inspector(page)).toBeVisible()
  const collapsed = inspector(page).locator(
    'button[aria-expanded="false"]:not([role="combobox"], [aria-haspopup])',
  )
  while ((await collapsed.count()) > 0) await collapsed.first().click()
  // Changed parameters have buttons that reset them.
  await inspector(page).getByRole('textbox', { name: 'Temperature' }).fill('0.5')
  const overflow = () =>
    inspector(page).evaluate((aside) =>
      [...aside.querySelectorAll('div')]
        .filter((each) => getComputedStyle(each).overflowY === 'auto' && each.scrollWidth > each.clientWidth)
        .map(({ scrollWidth, clientWidth }) => `${scrollWidth} in ${clientWidth}`),
    )
  expect(await overflow()).toEqual([])
  await resize(application, { width: 2560, height: 1440, zoom: 1 })
  expect(await overflow()).toEqual([])
})

/** Names of visible buttons and fields under a toast. What scrolls, such as sample cards, can be scrolled away from it. */
function findCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const covered: string[] = []
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowY) || scrolls(element.parentElement))
    for (const control of document.querySelectorAll('button, input, textarea, [role="combobox"]')) {
      if (control.closest('[data-sonner-toaster]') || !control.checkVisibility({ checkOpacity: true }))
        continue
      if (scrolls(control)) continue
      const { x, y, width, height } = control.getBoundingClientRect()
      const found = document.elementFromPoint(x + width / 2, y + height / 2)
      if (found?.closest('[data-sonner-toast]'))
        covered.push(control.getAttribute('aria-label') ?? control.textContent ?? '')
    }
    return covered
  })
}

async function expectToastBesideControls({ page }: Application, text: string): Promise<void> {
  // A toast under the pointer stays.
  await toasts(page).filter({ hasText: text }).hover()
  // It slides in from the bottom.
  await expect.poll(() => findCovered(page)).toEqual([])
  const { bottom, right } = await toasts(page)
    .filter({ hasText: text })
    .evaluate((toast) => toast.getBoundingClientRect())
  const [width, height] = await page.evaluate(() => [innerWidth, innerHeight])
  expect([bottom > (height ?? 0) / 2, right > (width ?? 0) / 2]).toEqual([true, true])
}

for (const size of [small, large]) {
  test(`toasts at the bottom right cover no control at ${size.width} × ${size.height}`, async ({
    application,
  }, testInfo) => {
    const { page } = application
    await resize(application, size)
    await askInANewChat(page, 'A short chat')
    const path = testInfo.outputPath('chat.md')
    await choosePath(application, path)
    const list = page.getByRole('list', { name: 'All chats' })
    await chooseFromMenu(list, 'Actions for “A short chat”', 'Export as Markdown…')
    await expectToastBesideControls(application, `Exported to ${path}`)
    await chooseFromMenu(list, 'Actions for “A short chat”', 'Delete')
    await expectToastBesideControls(application, 'deleted')
    await toasts(page).filter({ hasText: 'deleted' }).getByRole('button', { name: 'Undo' }).click()
    await expect(list).toContainText('A short chat')
  })
}

test('a saved file can be shown in its folder', async ({ application }, testInfo) => {
  const { page, electron } = application
  await askInANewChat(page, 'To be saved')
  const path = testInfo.outputPath('chat.md')
  await choosePath(application, path)
  await electron.evaluate(({ shell }) => {
    const shown: string[] = []
    Object.assign(globalThis, { shown })
    shell.showItemInFolder = (shownPath) => void shown.push(shownPath)
  })
  const list = page.getByRole('list', { name: 'All chats' })
  await chooseFromMenu(list, 'Actions for “To be saved”', 'Export as Markdown…')
  await toasts(page).getByRole('button', { name: 'Show in folder' }).click()
  // Assigned above.
  const readShown = () => electron.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)
  await expect.poll(readShown).toEqual([path])
})

const chats = (page: Page) => page.getByRole('navigation', { name: 'Chats' })
const separator = (page: Page, name: string) => page.getByRole('separator', { name: `Resize ${name}` })
const readWidth = async (page: Page, name: string) =>
  Number(await separator(page, name).getAttribute('aria-valuenow'))

test('panes are resized by mouse and keyboard, lists are hidden, and both survive a restart', async ({
  application,
}) => {
  await resize(application, large)
  const { page } = application
  const before = await readWidth(page, 'chats')
  const box = await separator(page, 'chats').boundingBox()
  const [x, y] = [(box?.x ?? 0) + 3, (box?.y ?? 0) + 200]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => readWidth(page, 'chats')).toBeGreaterThan(before + 50)
  const dragged = await readWidth(page, 'chats')
  await separator(page, 'chats').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => readWidth(page, 'chats')).toBe(dragged - 16)
  const inspectorBefore = await readWidth(page, 'inspector')
  await separator(page, 'inspector').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => readWidth(page, 'inspector')).toBe(inspectorBefore + 16)

  // In a small window the widest list leaves most of the space to the chat.
  await separator(page, 'chats').focus()
  await page.keyboard.press('End')
  await resize(application, small)
  expect(await readWidth(page, 'chats')).toBeLessThanOrEqual(270)
  await resize(application, large)
  await separator(page, 'chats').dblclick()
  await expect.poll(() => readWidth(page, 'chats')).toBe(before)

  await page.keyboard.press('ControlOrMeta+b')
  await expect(chats(page)).toHaveCount(0)
  await application.relaunch()
  await resize(application, large)
  await expect(application.page.getByRole('button', { name: 'Show chats' })).toBeVisible()
  await expect(chats(application.page)).toHaveCount(0)
  expect(await readWidth(application.page, 'inspector')).toBe(inspectorBefore + 16)
  await application.page.getByRole('button', { name: 'Show chats' }).click()
  await expect(chats(application.page)).toBeVisible()
})

interface PoppedMenu {
  items: { label: string; enabled: boolean; click: () => void }[]
}

test('a text field and selected text have the system’s context menu, by mouse and keyboard; other places have none', async ({
  application,
}) => {
  const { page, electron } = application
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
  await expect.poll(readMenus).toHaveLength(1)
  expect((await readMenus())[0]).toContain('Select all')
  await promptField(page).selectText()
  await promptField(page).press('Shift+F10')
  await expect.poll(readMenus).toHaveLength(2)
  expect((await readMenus())[1]).toEqual(expect.arrayContaining(['Cut', 'Copy', 'Select all']))

  const response = await askInANewChat(page, 'What is 6 times 7?')
  await response.getByRole('heading', { level: 2 }).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Actions for message' })
  await expect(menu.getByRole('menuitem', { name: 'Copy response' })).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect.poll(readMenus).toHaveLength(2)
  await response.getByText('42').first().dblclick()
  await response.getByText('42').first().click({ button: 'right' })
  await expect.poll(readMenus).toHaveLength(3)
  expect((await readMenus())[2]).toEqual(['Copy'])
  await expect(menu).toHaveCount(0)
})

test('rows of lists have their menu by right click and Shift+F10, and its button covers the row', async ({
  application: { page },
}) => {
  await openImages(page)
  await drawWithDemo(page, 'A red boat on the sea.')
  const session = page.getByRole('list', { name: 'All sessions' }).getByRole('listitem').first()
  await openVideos(page)
  await generate(page, 'A paper boat on a pond.')
  const video = videoRow(page, 'A paper boat')
  await page.getByRole('button', { name: 'Embeddings', exact: true }).click()
  await page.getByRole('button', { name: 'New set', exact: true }).first().click()
  const set = page.getByRole('list', { name: 'Embedding sets' }).getByRole('listitem').first()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await askInANewChat(page, 'A row for its menu')
  const chat = page
    .getByRole('list', { name: 'All chats' })
    .getByRole('listitem')
    .filter({ hasText: 'A row' })
  const panels = [
    // Its age is beside the title, where the button appears.
    { panel: 'Chat', row: chat },
    { panel: 'Images', row: session },
    { panel: 'Video', row: video },
    { panel: 'Embeddings', row: set },
  ]
  for (const { panel, row } of panels) {
    await page.getByRole('button', { name: panel, exact: true }).click()
    const main = row.getByRole('button').first()
    const button = row.getByRole('button', { name: /^Actions for/ })
    const width = (await main.boundingBox())?.width
    await main.hover()
    expect((await main.boundingBox())?.width, panel).toBe(width)
    const [outer, inner] = [await main.boundingBox(), await button.boundingBox()]
    if (panel !== 'Chat') expect((inner?.x ?? 0) < (outer?.x ?? 0) + (outer?.width ?? 0), panel).toBe(true)
    const expected = page.getByRole('menu', { name: /^Actions for/ })
    await main.click({ button: 'right' })
    await expect(expected).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(expected).toHaveCount(0)
    await main.focus()
    await page.keyboard.press('Shift+F10')
    await expect(expected).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(expected).toHaveCount(0)
  }
})
