// The chat without a mouse, and in a small window.
import { expect, type Locator, type Page } from '@playwright/test'
import { answers, ask, createChat, finished, openChat, promptField, prompts } from '../chat-steps'
import { nameFocused, tabTo } from '../keyboard-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'
import { narrow, resize } from '../window-size'

const expectFocused = (page: Page, name: string) => expect.poll(() => nameFocused(page)).toBe(name)

test('prompts are sent, edited and deleted by keyboard alone', async ({ application: { page }, model }) => {
  const { keyboard } = page
  model.answers(answerOf({ text: 'It is 42.' }), answerOf({ text: 'It is 64.' }))
  await keyboard.press('Control+n')
  await expect(promptField(page)).toBeFocused()
  // Enter does not send a word that an input method is still composing.
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await expect(promptField(page)).toHaveValue('にほん')
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await client.send('Input.insertText', { text: '日本' })
  await expect(promptField(page)).toHaveValue('日本')
  await expect(prompts(page)).toHaveCount(0)
  await keyboard.press('Shift+Enter')
  await keyboard.type('times 7?')
  await expect(promptField(page)).toHaveValue('日本\ntimes 7?')
  await keyboard.press('Enter')
  await expect(finished(page)).toContainText('42')
  await expect(promptField(page)).toBeFocused()

  await keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await keyboard.press('Control+a')
  await keyboard.type('What is 8 times 8?')
  await keyboard.press('Control+Enter')
  await expect(finished(page)).toContainText('64')
  await expect.poll(() => nameFocused(page)).not.toBe('nothing')

  await promptField(page).focus()
  await tabTo(page, 'Previous version', 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(prompts(page)).toContainText('times 7')
  await expectFocused(page, 'Previous version')
  await tabTo(page, 'Next version')
  await keyboard.press('Enter')
  await expect(prompts(page)).toContainText('8 times 8')
  await expectFocused(page, 'Next version')

  await tabTo(page, 'View request')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Request' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocused(page, 'View request')

  await tabTo(page, 'More actions')
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(answers(page)).toHaveCount(0)
  await expect.poll(() => nameFocused(page)).not.toBe('nothing')
})

test('menus and dialogs hold and return the focus', async ({ application: { page }, model }) => {
  const { keyboard } = page
  const end = model.pauses('It starts with', ' and it ends.')
  await ask(page, 'First')
  await expect(answers(page)).toContainText('It starts with')
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  const overlay = page.locator('[role=dialog], [role=menu]')
  const list = page.getByRole('navigation', { name: 'Chats' })
  const row = list.locator('[data-id] [data-entry]')

  /** Opens it from the control that has the focus; it holds the focus until Escape returns that. */
  async function check(opener: Locator, open: () => Promise<void>, name: string): Promise<void> {
    const isMenu = name.startsWith('menu ')
    await opener.focus()
    await open()
    const opened = page.getByRole(isMenu ? 'menu' : 'dialog', { name: name.replace(/^menu /, '') })
    await expect(opened).toBeVisible()
    for (let count = 0; count < (isMenu ? 0 : 8); count += 1) {
      await expect(opened.locator(':focus'), name).toHaveCount(1)
      await keyboard.press('Tab')
    }
    await expect(opened.locator(':focus'), name).toHaveCount(1)
    await keyboard.press('Escape')
    await expect(overlay, name).toHaveCount(0)
    // The name of what has it instead is in the message.
    const isReturned = () => opener.evaluate((element) => element === document.activeElement)
    await expect.poll(async () => (await isReturned()) || (await nameFocused(page)), name).toBe(true)
    await expect(page.locator('[aria-hidden=true] :focus')).toHaveCount(0)
    // Elsewhere, Escape stops the response.
    await expect(stop, name).toBeVisible()
  }
  const press = (key: string) => () => keyboard.press(key)
  const choose = (item: string) => async () => {
    await keyboard.press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  const composer = page.getByRole('form', { name: 'New prompt' })
  const more = composer.getByRole('button', { name: 'More prompt options' })
  await check(more, press('Enter'), 'menu More prompt options')
  await check(composer.getByRole('combobox', { name: 'Model' }), press('ArrowDown'), 'Models')
  await check(promptField(page), press('/'), 'Prompt templates')
  await check(promptField(page), press('Control+k'), 'Command palette')
  await check(promptField(page), press('Control+/'), 'Keyboard shortcuts')
  const actions = list.getByRole('button', { name: 'Actions for “First”' })
  await check(actions, press('Enter'), 'menu Actions for “First”')
  await check(actions, choose('Move to folder…'), 'Move “First” to folder')
  await check(actions, choose('Tags…'), 'Tags of “First”')
  await check(row, press('Shift+F10'), 'menu Actions for “First”')
  const header = page.getByRole('button', { name: 'Actions for chat' })
  await check(header, choose('Tags…'), 'Tags of “First”')

  await row.focus()
  await keyboard.press('Control+a')
  const selected = page.getByRole('toolbar', { name: 'Selected chats' })
  await check(selected.getByRole('button', { name: 'Tags…' }), press('Enter'), 'Tags of “First”')
  await expect(selected).toContainText('1 selected')
  await keyboard.press('Escape')
  await expect(selected).toHaveCount(0)
  await expect(row).toBeFocused()
  await expect(stop).toBeVisible()
  await keyboard.press('Control+a')
  await selected.getByRole('button', { name: 'Move to folder…' }).press('Enter')
  await page.getByRole('textbox', { name: 'New folder' }).fill('Work')
  await keyboard.press('Enter')
  await expect(page.getByText('“First” moved to “Work”')).toBeVisible()
  await expect(page.locator('nav :focus')).toHaveCount(1)

  await actions.focus()
  await choose('Move to folder…')()
  await page.getByRole('button', { name: 'No folder' }).focus()
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'No folder' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(stop).toBeVisible()

  end()
  await expect(finished(page)).toContainText('and it ends.')

  // From a menu that closes, the dialog returns the focus to the prompt.
  await composer.getByRole('button', { name: 'Attach', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Add from URL…' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'URL' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(promptField(page)).toBeFocused()

  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  for (const count of [0, 1]) {
    await keyboard.press('Control+i')
    await expect(inspector).toHaveCount(count)
  }
  await expect(promptField(page)).toBeFocused()
  await tabTo(page, 'Functions')
  await keyboard.press('Enter')
  await expect(inspector.getByRole('button', { name: 'Edit functions…' })).toBeVisible()
  await tabTo(page, 'Edit functions…')
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Function declarations' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocused(page, 'Edit functions…')
})

test('a chat and its dialogs fit a small window, and 200% zoom', async ({ application }) => {
  const { page } = application
  await createChat(page, 'Wide', ['Show me', `${'| cell '.repeat(30)}|\n${'| - '.repeat(30)}|`])
  await openChat(page, 'Wide')
  const expectFits = async () => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expect(promptField(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
  }
  for (const size of [{ width: 900, height: 600, zoom: 1 }, narrow]) {
    await resize(application, size)
    await expectFits()
    await page.getByRole('button', { name: 'Show inspector' }).click()
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    const functions = inspector.getByRole('button', { name: 'Functions', exact: true })
    if ((await functions.getAttribute('aria-expanded')) === 'false') await functions.click()
    await page.getByRole('button', { name: 'Edit functions…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Functions' })
    await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('textbox', { name: 'Function declarations' })).toBeInViewport()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Hide inspector' }).click()
    await expectFits()
  }
})
