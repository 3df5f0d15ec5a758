// Commands: the palette with its arguments, the application menu, and shortcuts that the user changes.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { createChat, openChat, promptField } from '../chat-steps'
import { createSession, openSession } from '../drawing-steps'
import { nameFocused, openPalette, palette } from '../keyboard-steps'
import { clickMenuItem, isMenuItemEnabled, readMenuItem } from '../menu-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

const options = (page: Page) => palette(page).getByRole('option')

/** Types, and chooses what is found first. */
async function run(page: Page, query: string, expected: RegExp): Promise<void> {
  await openPalette(page, query)
  await expect(options(page).first()).toHaveText(expected)
  await page.keyboard.press('Enter')
}

async function typeAndEnter(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('the palette finds everything, and lists what was used last first', async ({ application }) => {
  const { page } = application
  await createChat(page, 'Why do rainbows have seven colors?')
  await run(page, 'nis', /New image session/)
  await expect(page.getByRole('region', { name: 'Images' })).toBeVisible()
  await run(page, 'rainbows', /rainbow/i)
  await expect(page.getByRole('article', { name: 'Response' })).toBeVisible()
  await run(page, 'idle time', /Network: Timeouts/)
  await expect(page.getByRole('form', { name: 'Timeouts' }).getByRole('textbox').first()).toBeFocused()
  await run(page, 'use gen 2.5 pro', /Use Gen 2\.5 Pro/)
  await expect(page.getByRole('combobox', { name: 'Model' }).first()).toContainText('Gen 2.5 Pro')
  await openPalette(page)
  await expectNoViolations(page, 'the palette', '[role=dialog]')
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
  await application.relaunch()
  await promptField(application.page).waitFor()
  await openPalette(application.page)
  await expect(options(application.page).first()).toHaveText(/Use Gen 2\.5 Pro/)
})

test('commands ask for their argument in place, and Backspace goes back', async ({
  application: { page },
}) => {
  await createChat(page, 'Numbers')
  await openChat(page, 'Numbers')
  await run(page, 'export as', /Export as…/)
  await expect(palette(page).getByRole('button', { name: 'Back from Export chat as' })).toBeVisible()
  await expectNoViolations(page, 'a step of the palette', '[role=dialog]')
  await page.keyboard.press('Backspace')
  await expect(palette(page).getByRole('combobox')).toHaveAttribute('placeholder', /Type a command/)
  await typeAndEnter(page, 'rename')
  await palette(page).getByRole('combobox').fill('Math')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('Math')
})

test('the palette has the actions of what is selected', async ({ application }) => {
  const { page } = application
  await createSession(application, ['A red boat on the sea.'])
  await openSession(page, 'A red boat')
  await openPalette(page)
  const selected = palette(page).getByRole('group', { name: 'Selected' })
  await expect(selected.getByRole('option', { name: /^Edit/ })).toContainText('E')
  await typeAndEnter(page, 'view full')
  await expect(page.getByRole('dialog', { name: /A red boat/ })).toBeVisible()
})

test('the application menu runs the commands that can run', async ({ application }) => {
  const { page } = application
  await expect.poll(() => isMenuItemEnabled(application, 'New chat')).toBe(true)
  expect(await isMenuItemEnabled(application, 'Duplicate')).toBe(false)
  await createChat(page, 'Numbers')
  await openChat(page, 'Numbers')
  await expect.poll(() => isMenuItemEnabled(application, 'Duplicate')).toBe(true)
  const chats = page.getByRole('navigation', { name: 'Chats' })
  await clickMenuItem(application, 'Duplicate')
  await expect(chats.locator('[data-id]')).toHaveCount(2)
  // A check mark shows the state, not the click.
  const list = () => readMenuItem(application, 'Toggle list')
  await expect.poll(list).toMatchObject({ checked: true, accelerator: 'CommandOrControl+B' })
  await clickMenuItem(application, 'Toggle list')
  await expect(chats).toBeHidden()
  await expect.poll(list).toMatchObject({ checked: false })
  await clickMenuItem(application, 'Video')
  await expect(page.locator('[aria-current="page"]')).toHaveText('Video')
  await expect.poll(list).toMatchObject({ enabled: false })
  // Without the page, only what the main process does itself can be chosen.
  await page.evaluate(() => {
    location.href = 'app://playground/start.html'
  })
  await expect.poll(() => isMenuItemEnabled(application, 'Video')).toBe(false)
  expect(await isMenuItemEnabled(application, 'Open log folder')).toBe(true)
})

test('a shortcut is changed by keyboard alone, after asking in a conflict', async ({ application }) => {
  const { page } = application
  const { keyboard } = page
  const shortcuts = await openSettings(page, 'Shortcuts')
  const row = (title: string) =>
    shortcuts.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
  await shortcuts.getByRole('searchbox', { name: 'Search shortcuts' }).focus()
  await keyboard.type('toggle inspector')
  await expect(shortcuts.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Change Toggle inspector' }).press('Enter')
  await expect.poll(() => nameFocused(page)).toBe('Press the new keys of Toggle inspector')
  await keyboard.press('x')
  await expect(row('Toggle inspector').getByRole('alert')).toHaveText(/needs Ctrl/)
  // A conflict: nothing is saved before the answer.
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
  // It runs, and the menu shows it.
  await page.getByRole('button', { name: 'Chat', exact: true }).first().click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toBeVisible()
  await promptField(page).press('Control+b')
  await keyboard.press('Control+i')
  await expect(inspector).toHaveCount(0)
  const accelerator = 'CommandOrControl+B'
  expect(await readMenuItem(application, 'Toggle inspector')).toMatchObject({ accelerator })
  expect(await readMenuItem(application, 'Toggle list')).toMatchObject({ accelerator: null })
  await keyboard.press('Control+/')
  await keyboard.type('next frame')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByRole('term')).toHaveText('Previous or next frame')
  await keyboard.press('Escape')

  await openSettings(page, 'Shortcuts')
  await shortcuts.getByRole('button', { name: 'Reset all' }).click()
  await expect(row('Toggle inspector')).toContainText('CtrlI')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(shortcuts.getByRole('status')).toHaveText('2 changed')
  await shortcuts.getByRole('button', { name: 'Search by keys' }).click()
  await keyboard.press('Control+b')
  await expect(shortcuts.getByRole('listitem')).toHaveText([/Toggle inspector/])
  await expectNoViolations(page, 'the shortcuts', '#shortcuts')
})
