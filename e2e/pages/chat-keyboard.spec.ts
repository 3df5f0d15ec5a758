// The focus in the chat: menus and dialogs hold and return it.
import { expect, type Locator } from '@playwright/test'
import { answers, ask, finished, promptField } from '../chat-steps'
import { nameFocused } from '../keyboard-steps'
import { test } from '../page-test'

test('overlays hold and return the focus; else Escape stops', async ({ application: { page }, model }) => {
  const { keyboard } = page
  model.pauses('It starts with', ' never sent')
  await ask(page, 'First')
  await expect(answers(page)).toContainText('It starts with')
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  const overlay = page.locator('[role=dialog], [role=menu]')
  const list = page.getByRole('navigation', { name: 'Chats' })
  const row = list.locator('[data-id] [data-entry]')

  /** Opens it from the control that has the focus; it holds the focus until Escape returns that. */
  async function check(opener: Locator, open: () => Promise<void>, name: string): Promise<void> {
    await opener.focus()
    await open()
    const opened = page.getByRole('dialog', { name }).or(page.getByRole('menu', { name }))
    await expect(opened).toBeVisible()
    // One step back from the first control, and on from the last one.
    for (const key of ['Shift+Tab', 'Tab']) {
      await expect(opened.locator(':focus'), name).toHaveCount(1)
      await keyboard.press(key)
    }
    await expect(opened.locator(':focus'), name).toHaveCount(1)
    await keyboard.press('Escape')
    await expect(overlay, name).toHaveCount(0)
    // The name of what has it instead is in the message.
    const isReturned = () => opener.evaluate((element) => element === document.activeElement)
    await expect.poll(async () => (await isReturned()) || (await nameFocused(page)), name).toBe(true)
    await expect(page.locator('[aria-hidden=true] :focus')).toHaveCount(0)
    await expect(stop, name).toBeVisible()
  }
  const press = (key: string) => () => keyboard.press(key)
  const choose = (item: string) => async () => {
    await keyboard.press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  const composer = page.getByRole('form', { name: 'New prompt' })
  const more = composer.getByRole('button', { name: 'More prompt options' })
  await check(more, press('Enter'), 'More prompt options')
  await check(composer.getByRole('combobox', { name: 'Model' }), press('ArrowDown'), 'Models')
  await check(promptField(page), press('/'), 'Prompt templates')
  await check(promptField(page), press('Control+k'), 'Command palette')
  await check(row, press('Shift+F10'), 'Actions for “First”')
  const actions = list.getByRole('button', { name: 'Actions for “First”' })
  await check(actions, choose('Move to folder…'), 'Move “First” to folder')
  const header = page.getByRole('button', { name: 'Actions for chat' })
  await check(header, choose('Tags…'), 'Tags of “First”')
  await row.focus()
  await keyboard.press('Control+a')
  const selected = page.getByRole('toolbar', { name: 'Selected chats' })
  await check(selected.getByRole('button', { name: 'Tags…' }), press('Enter'), 'Tags of “First”')
  await keyboard.press('Escape')
  await expect(selected).toHaveCount(0)
  await expect(row).toBeFocused()

  // From a menu that closes, the dialog returns the focus to the prompt.
  await composer.getByRole('button', { name: 'Attach', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Add from URL…' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'URL' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(overlay).toHaveCount(0)
  await expect(promptField(page)).toBeFocused()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  for (const count of [0, 1]) {
    await keyboard.press('Control+i')
    await expect(inspector).toHaveCount(count)
  }
  await expect(promptField(page)).toBeFocused()
  await keyboard.press('Escape')
  await expect(finished(page)).toContainText('You stopped this response')
})
