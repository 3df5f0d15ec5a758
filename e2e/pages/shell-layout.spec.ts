// The window's layout: panes, the inspector as a drawer in small windows, toasts that cover no control, and menus.
import { expect, type Page } from '@playwright/test'
import type { Application } from '../application'
import { chooseFromMenu, choosePath, finished, promptField } from '../chat-steps'
import { test } from '../page-test'
import { resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const small = { width: 900, height: 600, zoom: 1 }
const large = { width: 1440, height: 900, zoom: 1 }

const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const chats = (page: Page) => page.getByRole('navigation', { name: 'Chats' })

/** A chat with this prompt, answered by the demo. */
async function createChat(application: Application, text: string): Promise<void> {
  const { chat, settings } = await application.desktop()
  // A new title would close the menu of its row.
  await settings.update({ chatTitles: false })
  await chat.send({ conversationId: null, parts: [{ text }], parameters: { model: 'gen-2.5-flash' } })
  await expect(chats(application.page)).toContainText(text)
}

test('in a small window the inspector is a drawer that Escape and a click outside close', async ({
  application,
}) => {
  const { page } = application
  await resize(application, large)
  await expect(inspector(page)).toBeVisible()
  await resize(application, small)
  await expect(inspector(page)).toHaveCount(0)
  await promptField(page).fill('Send is reachable')
  await page.getByRole('button', { name: 'Send', exact: true }).click({ trial: true })
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

  // Expanded and with the buttons of changed parameters, it does not scroll sideways.
  const collapsed = inspector(page).locator(
    'button[aria-expanded="false"]:not([role="combobox"], [aria-haspopup])',
  )
  while ((await collapsed.count()) > 0) await collapsed.first().click()
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

for (const size of [small, large]) {
  test(`toasts at the bottom right cover no control at ${size.width} × ${size.height}`, async ({
    application,
  }, testInfo) => {
    const { page, electron } = application
    await resize(application, size)
    await createChat(application, 'A short chat')
    const expectBesideControls = async (text: string) => {
      const toast = toasts(page).filter({ hasText: text })
      // A toast under the pointer stays.
      await toast.hover()
      await expect.poll(() => findCovered(page)).toEqual([])
      const { x, y, width, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      expect([y + height > size.height / 2, x + width > size.width / 2]).toEqual([true, true])
    }
    await electron.evaluate(({ shell }) => {
      const shown: string[] = []
      Object.assign(globalThis, { shown })
      shell.showItemInFolder = (shownPath) => void shown.push(shownPath)
    })
    const path = testInfo.outputPath('chat.md')
    await choosePath(application, path)
    await chooseFromMenu(chats(page), 'Actions for “A short chat”', 'Export as Markdown…')
    await expectBesideControls(`Exported to ${path}`)
    await chooseFromMenu(chats(page), 'Actions for “A short chat”', 'Delete')
    await expectBesideControls('deleted')
    await toasts(page).filter({ hasText: 'deleted' }).getByRole('button', { name: 'Undo' }).click()
    await expect(chats(page)).toContainText('A short chat')
    await chooseFromMenu(chats(page), 'Actions for “A short chat”', 'Export as Markdown…')
    await toasts(page).getByRole('button', { name: 'Show in folder' }).first().press('Enter')
    // Assigned above.
    const readShown = () => electron.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)
    await expect.poll(readShown).toEqual([path])
  })
}

test('panes are resized by mouse and keyboard, lists are hidden, and both survive a restart', async ({
  application,
}) => {
  const separator = (name: string) => application.page.getByRole('separator', { name: `Resize ${name}` })
  const readWidth = async (name: string) => Number(await separator(name).getAttribute('aria-valuenow'))
  await resize(application, large)
  const { page } = application
  const before = await readWidth('chats')
  const box = await separator('chats').boundingBox()
  const [x, y] = [(box?.x ?? 0) + 3, (box?.y ?? 0) + 200]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => readWidth('chats')).toBeGreaterThan(before + 50)
  const dragged = await readWidth('chats')
  await separator('chats').press('ArrowLeft')
  await expect.poll(() => readWidth('chats')).toBe(dragged - 16)
  const inspectorBefore = await readWidth('inspector')
  await separator('inspector').press('ArrowLeft')
  await expect.poll(() => readWidth('inspector')).toBe(inspectorBefore + 16)

  // In a small window the widest list leaves most of the space to the chat.
  await separator('chats').press('End')
  await resize(application, small)
  expect(await readWidth('chats')).toBeLessThanOrEqual(270)
  await resize(application, large)
  await separator('chats').dblclick()
  await expect.poll(() => readWidth('chats')).toBe(before)

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

test('a text field and selected text have the system’s context menu, by mouse and keyboard; other places have none', async ({
  application,
}) => {
  const { page, electron } = application
  await createChat(application, 'What is 6 times 7?')
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
  await promptField(page).selectText()
  await promptField(page).press('Shift+F10')
  await expect.poll(readMenus).toHaveLength(2)
  expect((await readMenus())[1]).toEqual(expect.arrayContaining(['Cut', 'Copy', 'Select all']))

  await chats(page).getByRole('button', { name: 'What is 6 times 7?', exact: true }).click()
  await finished(page).getByRole('heading', { level: 2 }).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Actions for message' })
  await expect(menu.getByRole('menuitem', { name: 'Copy response' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect.poll(readMenus).toHaveLength(2)
  await finished(page).getByText('42').first().dblclick()
  await finished(page).getByText('42').first().click({ button: 'right' })
  await expect.poll(readMenus).toHaveLength(3)
  expect((await readMenus())[2]).toEqual(['Copy'])
  await expect(menu).toHaveCount(0)
})

test('rows of lists have their menu by right click and Shift+F10, and its button covers the row', async ({
  application,
}) => {
  const { page } = application
  const { images, videos, embeddings } = await application.desktop()
  await createChat(application, 'A boat')
  const parts = [{ text: 'A boat' }]
  const parameters = { model: 'gen-2.5-flash-image' }
  await images.draw({ conversationId: null, after: null, parts, parameters, variations: 1 })
  await videos.create({ model: 'gen-video-3.1-fast-generate-preview', prompt: 'A boat' })
  await embeddings.create({ name: 'A boat', settings: { model: 'gen-embedding-001' }, columns: [] })
  for (const [panel, list] of [
    ['Chat', 'All chats'],
    ['Images', 'All sessions'],
    ['Video', 'Videos'],
    ['Embeddings', 'Embedding sets'],
  ] as const) {
    await page.getByRole('button', { name: panel, exact: true }).click()
    const row = page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: 'A boat' })
    const main = row.getByRole('button').first()
    const width = (await main.boundingBox())?.width
    await main.hover()
    const outer = await main.boundingBox()
    expect(outer?.width, panel).toBe(width)
    const inner = await row.getByRole('button', { name: /^Actions for/ }).boundingBox()
    // In a chat’s row, its age is where the button appears.
    if (panel !== 'Chat') expect(inner?.x ?? 0, panel).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0))
    const menu = page.getByRole('menu', { name: /^Actions for/ })
    await main.click({ button: 'right' })
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await main.press('Shift+F10')
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  }
})
