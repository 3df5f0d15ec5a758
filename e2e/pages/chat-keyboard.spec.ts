// The chat by keyboard alone: overlays return the focus; prompts, responses, their versions and branches are edited and deleted.
import { expect, type Locator } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, finished, promptField, prompts } from '../chat-steps'
import { nameFocused, tabTo } from '../keyboard-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

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
    for (const key of ['Shift+Tab', 'Tab', 'Escape']) {
      await expect(opened.locator(':focus'), name).toHaveCount(1)
      await keyboard.press(key)
    }
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
  for (const count of [0, 1]) {
    await keyboard.press('Control+i')
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toHaveCount(count)
  }
  await expect(promptField(page)).toBeFocused()
  await keyboard.press('Escape')
  await expect(finished(page)).toContainText('You stopped this response')
})

test('messages have versions, all by keyboard', async ({ application: { page }, model }) => {
  const { keyboard } = page
  const expectFocused = (name: string) => expect.poll(() => nameFocused(page)).toBe(name)
  const press = (container: Locator, name: string) => container.getByRole('button', { name }).press('Enter')
  const choose = async (message: Locator, menu: string, item: string | RegExp) => {
    await press(message, menu)
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  model.answers(...['It is 42.', 'It is 64.', 'Sixty-four.'].map((text) => answerOf({ text })))
  await keyboard.press('Control+n')
  await expect(promptField(page)).toBeFocused()
  await keyboard.type('What is 6')
  await keyboard.press('Shift+Enter')
  await keyboard.type('times 7?')
  await keyboard.press('Enter')
  await expect(finished(page)).toContainText('42')
  await expect(promptField(page)).toBeFocused()
  await keyboard.press('Alt+ArrowUp')
  const text = page.getByRole('textbox', { name: 'Text' })
  await expect(text).toHaveValue('What is 6\ntimes 7?')
  await expect(text).toBeFocused()
  await keyboard.press('Control+a')
  await keyboard.type('What is 8 times 8?')
  await keyboard.press('Control+Enter')
  await expect(finished(page)).toContainText('64')
  await expect.poll(() => nameFocused(page)).not.toBe('nothing')

  await promptField(page).focus()
  await tabTo(page, 'Previous version', 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(prompts(page)).toContainText('times 7')
  await expect(finished(page)).toContainText('It is 42.')
  await expectFocused('Previous version')
  await tabTo(page, 'Next version')
  await keyboard.press('Enter')
  await expect(finished(page)).toContainText('It is 64.')
  await tabTo(page, 'View request')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Request' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectFocused('View request')

  await choose(answers(page), 'Regenerate', /\(current\)$/)
  await expect(finished(page)).toContainText('Sixty-four.')
  const versions = answers(page).getByRole('group', { name: 'Versions' })
  await expect(versions).toContainText('2 of 2')
  await press(answers(page), 'Edit response')
  await text.fill('It is **8²**.')
  await expectNoViolations(page, 'an edited response')
  await press(page.getByRole('form', { name: 'Edit response' }), 'Save as new version')
  await expect(answers(page)).toContainText('Edited')
  await expect(answers(page).locator('strong')).toHaveText('8²')
  await expect(versions).toContainText('3 of 3')
  await choose(answers(page), 'More actions', 'Delete')
  await expect(versions).toContainText('of 2')
  await press(page.locator('body'), 'Undo')
  await expect(versions).toContainText('of 3')

  await choose(answers(page), 'More actions', 'Branch to new chat')
  const list = page.getByRole('list', { name: 'All chats' })
  await expect(list.getByRole('button', { name: /^Actions for “/ })).toHaveCount(2)
  await expect(answers(page).locator('strong')).toHaveText('8²')
  await choose(answers(page), 'More actions', 'Delete')
  await expect.poll(() => nameFocused(page)).not.toBe('nothing')
  await choose(prompts(page), 'More actions', 'Delete')
  await expect(prompts(page)).toHaveCount(0)
  const deleted = page.getByRole('button', { name: 'Deleted messages', exact: true })
  const messages = page.getByRole('list', { name: 'Deleted messages' })
  await deleted.press('Enter')
  // The response is offered once its prompt is there again.
  await expect(messages.getByRole('listitem')).toHaveText(/What is 8 times 8\?.*Prompt · deleted/)
  await expectNoViolations(page, 'the deleted messages')
  await press(messages, 'Restore')
  await expect(prompts(page)).toContainText('8 times 8')
  await expect(promptField(page)).toBeFocused()
  await deleted.press('Enter')
  await press(messages, 'Restore')
  await expect(answers(page).locator('strong')).toHaveText('8²')
  await expect(deleted).toHaveCount(0)
})
