// Commands: the palette with its arguments, the application menu, and shortcuts that the user changes.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import type { Application } from '../application'
import { ask, promptField } from '../chat-steps'
import { drawWithDemo, images, openImages } from '../drawing-steps'
import { nameFocused, openPalette, palette } from '../keyboard-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'
import { resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')

/** Types, and chooses what is found first. */
async function run(page: Page, query: string, expected: RegExp): Promise<void> {
  await openPalette(page, query)
  await expect(options(page).first()).toHaveText(expected)
  await page.keyboard.press('Enter')
}

interface ShownItem {
  label: string
  accelerator?: string
  enabled: boolean
  checked: boolean
}

function readMenu({ electron }: Application, menu: string): Promise<ShownItem[]> {
  return electron.evaluate(({ Menu }, name) => {
    const items = Menu.getApplicationMenu()?.items.find(({ label }) => label === name)?.submenu?.items ?? []
    return items
      .filter(({ type }) => type !== 'separator')
      .map(({ label, accelerator, enabled, checked }) => ({
        label,
        ...(accelerator && { accelerator: String(accelerator) }),
        enabled,
        checked,
      }))
  }, menu)
}

async function findInMenu(application: Application, menu: string, label: string) {
  const items = await readMenu(application, menu)
  return items.find((item) => item.label === label)
}

function clickInMenu({ electron }: Application, menu: string, label: string): Promise<void> {
  return electron.evaluate(
    ({ Menu }, [name, item]) => {
      const items = Menu.getApplicationMenu()?.items.find((each) => each.label === name)?.submenu?.items
      items?.find((each) => each.label === item)?.click()
    },
    [menu, label],
  )
}

test('the palette finds actions, chats, settings, and models, and lists what was used last first', async ({
  application,
}) => {
  const { page } = application
  await ask(page, 'Why do rainbows have seven colors?')
  await run(page, 'nis', /New image session/)
  await expect(page.getByRole('region', { name: 'Images' })).toBeVisible()
  await run(page, 'rainbows', /rainbow/i)
  await expect(page.getByRole('article', { name: 'Response' })).toBeVisible()
  await run(page, 'idle time', /Network: Timeouts/)
  await expect(page.getByRole('form', { name: 'Timeouts' }).getByRole('textbox').first()).toBeFocused()
  await run(page, 'use gen 2.5 pro', /Use Gen 2\.5 Pro/)
  await expect(page.getByRole('combobox', { name: 'Model' }).first()).toContainText('Gen 2.5 Pro')
  await openPalette(page)
  const recent = palette(page).getByRole('group', { name: 'Recent' })
  await expect(recent.getByRole('option')).toHaveText([
    /Use Gen 2\.5 Pro/,
    /Network: Timeouts/,
    /rainbow/i,
    /New image session/,
  ])
  await page.keyboard.type('zzzz qqqq')
  await expect(palette(page).getByRole('status')).toHaveText('No matching commands or items')
  await page.keyboard.press('Escape')
  // It survives a restart.
  await application.relaunch()
  await promptField(application.page).waitFor()
  await openPalette(application.page)
  await expect(options(application.page).first()).toHaveText(/Use Gen 2\.5 Pro/)
})

test('a command with an argument asks for it in place, and Backspace goes back', async ({ application }) => {
  const { page } = application
  await ask(page, 'What is 6 times 7?')
  await run(page, 'move to', /Move to folder…/)
  await expect(palette(page).getByRole('button', { name: 'Back from Move to folder' })).toBeVisible()
  await expect(options(page)).toHaveText([/No folder/, /New folder…/])
  await page.keyboard.press('Backspace')
  await expect(field(page)).toHaveAttribute('placeholder', /Type a command/)
  await page.keyboard.type('move to')
  await page.keyboard.press('Enter')
  await page.keyboard.type('new')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Numbers')
  await expect(options(page)).toHaveText(['Create folder and move: Numbers'])
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('Numbers')
  await run(page, 'rename', /Rename…/)
  await page.keyboard.type('The answer')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The answer')
  const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await run(page, 'set theme', /Set theme…/)
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect.poll(isDark).toBe(true)
  await run(page, 'use model', /Use model…/)
  await page.keyboard.type('2.5 pro')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Model' }).first()).toHaveText(/Gen 2\.5 Pro/)
})

test('the palette offers the actions of what is selected, and opens what was generated', async ({
  application: { page },
}) => {
  await openImages(page)
  await drawWithDemo(page, 'A red boat on the sea.')
  await openPalette(page)
  const selected = palette(page).getByRole('group', { name: 'Selected' })
  await expect(selected.getByRole('option', { name: /^Edit/ })).toContainText('E')
  await page.keyboard.type('view full')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /A red boat/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await openPalette(page, 'red boat')
  await palette(page)
    .getByRole('option', { name: /A red boat.*Image$/ })
    .click()
  await expect(images(page).first()).toBeVisible()
  // A set that was made elsewhere is found by its name.
  await run(page, 'new emb', /New embedding set/)
  await expect(page.getByRole('tab', { name: 'Table' })).toBeVisible()
  await page.keyboard.press('Control+1')
  await openPalette(page, 'set 1')
  await palette(page)
    .getByRole('option', { name: /Embeddings$/ })
    .click()
  await expect(page.getByRole('tab', { name: 'Table' })).toBeVisible()
})

test('the application menu has the commands, runs them, and shows whether they can run', async ({
  application,
}) => {
  const { page } = application
  const menus = await application.electron.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.items.map(({ label }) => label),
  )
  expect(menus).toEqual(['File', 'Edit', 'View', 'Go', 'Help'])
  const duplicate = () => findInMenu(application, 'File', 'Duplicate')
  await expect.poll(async () => (await findInMenu(application, 'File', 'New chat'))?.enabled).toBe(true)
  expect((await duplicate())?.enabled).toBe(false)
  await ask(page, 'What is 6 times 7?')
  await expect.poll(async () => (await duplicate())?.enabled).toBe(true)
  const chats = page.getByRole('navigation', { name: 'Chats' }).locator('[data-id]')
  await expect(chats).toHaveCount(1)
  await clickInMenu(application, 'File', 'Duplicate')
  await expect(chats).toHaveCount(2)
  // A check mark shows the state, not the click.
  const list = () => findInMenu(application, 'View', 'Toggle list')
  await expect.poll(list).toMatchObject({ checked: true, accelerator: 'CommandOrControl+B' })
  await clickInMenu(application, 'View', 'Toggle list')
  await expect(page.getByRole('navigation', { name: 'Chats' })).toBeHidden()
  await expect.poll(async () => (await list())?.checked).toBe(false)
  await clickInMenu(application, 'File', 'Export as…')
  await expect(options(page)).toHaveText([/Markdown/, /JSON/, /HTML/])
  await page.keyboard.press('Escape')
  await clickInMenu(application, 'Go', 'Video')
  await expect(page.locator('[aria-current="page"]')).toHaveText('Video')
  await expect.poll(async () => (await list())?.enabled).toBe(false)
  // Without the page, only what the main process does itself can be chosen.
  await page.evaluate(() => {
    location.href = 'app://playground/starting.html'
  })
  await expect.poll(async () => (await findInMenu(application, 'Go', 'Video'))?.enabled).toBe(false)
  expect((await findInMenu(application, 'Help', 'Open log folder'))?.enabled).toBe(true)
})

test('a shortcut is changed by keyboard alone, conflicts are asked about, and everything can be reset', async ({
  application,
}) => {
  const { page } = application
  const { keyboard } = page
  const shortcuts = await openSettings(page, 'Shortcuts')
  const row = (title: string) =>
    shortcuts.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
  const search = shortcuts.getByRole('searchbox', { name: 'Search shortcuts' })
  await search.focus()
  await keyboard.type('toggle inspector')
  await expect(shortcuts.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Change Toggle inspector' }).focus()
  await keyboard.press('Enter')
  await expect.poll(() => nameFocused(page)).toBe('Press the new keys of Toggle inspector')
  await keyboard.press('x')
  await expect(row('Toggle inspector').getByRole('alert')).toHaveText(/needs Ctrl/)
  await keyboard.press('Escape')
  await expect.poll(() => nameFocused(page)).toBe('Change Toggle inspector')
  // A conflict: nothing is saved before the answer.
  await keyboard.press('Enter')
  await keyboard.press('Control+b')
  const conflict = row('Toggle inspector').getByRole('alert')
  await expect(conflict).toContainText('already runs “Toggle list” (General)')
  await expect.poll(() => nameFocused(page)).toBe('Cancel')
  await expectNoViolations(page, 'a conflict', '#shortcuts')
  await keyboard.press('Escape')
  await expect(conflict).toHaveCount(0)
  await expect(row('Toggle inspector')).toContainText('CtrlI')
  await expect.poll(() => nameFocused(page)).toBe('Change Toggle inspector')
  await keyboard.press('Enter')
  await keyboard.press('Control+b')
  await conflict.getByRole('button', { name: 'Replace' }).press('Enter')
  await expect(row('Toggle inspector')).toContainText('default: Ctrl+I')
  await search.fill('toggle list')
  await expect(row('Toggle list')).toContainText('None')
  // The new keys work, and are shown in the palette, in the tooltip, and in the menu.
  await page.getByRole('button', { name: 'Chat', exact: true }).first().click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toBeVisible()
  await promptField(page).focus()
  await keyboard.press('Control+b')
  await expect(inspector).toHaveCount(0)
  await keyboard.press('Control+i')
  await expect(inspector).toHaveCount(0)
  await page.getByRole('button', { name: 'Show inspector' }).hover()
  await expect(page.getByRole('tooltip').first()).toContainText('CtrlB')
  await openPalette(page, 'inspector')
  await expect(options(page).first()).toHaveText(/Toggle inspector.*CtrlB/)
  await keyboard.press('Escape')
  expect((await findInMenu(application, 'View', 'Toggle inspector'))?.accelerator).toBe('CommandOrControl+B')
  expect((await findInMenu(application, 'View', 'Toggle list'))?.accelerator).toBeUndefined()
  // After a restart, too.
  await application.relaunch()
  await promptField(application.page).waitFor()
  await application.page.keyboard.press('Control+b')
  await expect(application.page.getByRole('complementary', { name: 'Inspector' })).toBeVisible()
})

test('one shortcut or all are reset, which can be undone, and commands are found by their keys', async ({
  application: { page },
}) => {
  const { keyboard } = page
  const shortcuts = await openSettings(page, 'Shortcuts')
  const change = async (title: string, keys: string) => {
    await shortcuts.getByRole('button', { name: `Change ${title}`, exact: true }).click()
    await keyboard.press(keys)
  }
  const item = (title: string) =>
    shortcuts.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
  await change('Import chats…', 'Control+Shift+o')
  await change('Test provider', 'Control+Alt+t')
  await change('Command palette', 'Backspace')
  await expect(shortcuts.getByRole('status')).toHaveText('3 changed')
  await expect(item('Command palette')).toContainText('None')
  await keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
  await shortcuts.getByRole('button', { name: 'Reset Command palette' }).click()
  await expect(shortcuts.getByRole('status')).toHaveText('2 changed')
  await openPalette(page)
  await keyboard.press('Escape')
  await shortcuts.getByRole('button', { name: 'Reset all' }).click()
  await expect(shortcuts.getByRole('status')).toHaveText('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(shortcuts.getByRole('status')).toHaveText('2 changed')
  await shortcuts.getByRole('button', { name: 'Search by keys' }).click()
  await keyboard.press('Control+Alt+t')
  await expect(shortcuts.getByRole('listitem')).toHaveCount(1)
  await expect(shortcuts.getByRole('listitem')).toContainText('Test provider')
  await keyboard.press('Control+n')
  await expect(shortcuts.getByRole('listitem')).toHaveCount(2)
  await keyboard.press('Escape')
  await expect(shortcuts.getByRole('searchbox')).toBeVisible()
  await expectNoViolations(page, 'the shortcuts', '#shortcuts')
})

test('the palette and the list of shortcuts fit a small window, and have no axe violations', async ({
  application,
}) => {
  const { page } = application
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await openPalette(page)
  await expect(options(page).first()).toBeVisible()
  const box = await palette(page).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(600)
  await expectNoViolations(page, 'the palette', '[role=dialog]')
  await page.keyboard.type('use model')
  await page.keyboard.press('Enter')
  await expect(palette(page).getByRole('button', { name: 'Back from Use model' })).toBeVisible()
  await expectNoViolations(page, 'a step of the palette', '[role=dialog]')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+/')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.type('next frame')
  await expect(list.getByRole('term')).toHaveText('Previous or next frame')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('duplicate')
  await expect(list).toContainText('No matching shortcuts')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await expectNoViolations(page, 'the list of shortcuts', '[role=dialog]')
})
