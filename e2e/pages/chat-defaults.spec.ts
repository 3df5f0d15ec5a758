// The settings that a new chat starts with, and settings that prevent sending.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { ask, finished, openSection, promptField } from '../chat-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

const temperature = async (page: Page) =>
  (await openSection(page, 'Sampling')).getByRole('textbox', { name: 'Temperature' })
const presets = (page: Page) => openSection(page, 'Presets')
const startNewChat = (page: Page) => page.getByRole('button', { name: 'New chat' }).first().click()

async function askWith(page: Page, value: string, prompt: string): Promise<void> {
  await (await temperature(page)).fill(value)
  await ask(page, prompt)
  await expect(finished(page)).toContainText('42')
}

test('a new chat starts with the built-in or the saved defaults, not with the last settings', async ({
  application: { page },
  model,
}) => {
  await askWith(page, '0.3', 'The first')
  await startNewChat(page)
  await expect(await temperature(page)).toHaveValue('')
  await (await temperature(page)).fill('0.4')
  const section = await presets(page)
  await expect(section).toContainText('New chats start with the built-in defaults.')
  await section.getByRole('button', { name: 'Save as defaults' }).click()
  await expect(section).toContainText('New chats start with your saved defaults.')
  await askWith(page, '0.5', 'The second')
  await startNewChat(page)
  await expect(await temperature(page)).toHaveValue('0.4')
  await ask(page, 'The third')
  await expect
    .poll(() => model.requests.map(({ generationConfig }) => generationConfig?.temperature))
    .toEqual([0.3, 0.5, 0.4])
  await startNewChat(page)
  await (await presets(page)).getByRole('button', { name: 'Restore built-in' }).click()
  await expect(await temperature(page)).toHaveValue('')
})

test('an invalid value disables Send with its reason, until all settings are reset', async ({
  application: { page },
  model,
}) => {
  await promptField(page).fill('Now?')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeEnabled()
  await (await temperature(page)).fill('hot')
  await expect(send).toBeDisabled()
  const reason = page
    .getByRole('form', { name: 'New prompt' })
    .getByText('Temperature must be a number from 0 to 2')
  await expect(reason).toBeVisible()
  await promptField(page).press('Enter')
  await expect(promptField(page)).toHaveValue('Now?')
  await (await presets(page)).getByRole('button', { name: 'Reset all' }).click()
  await expect(await temperature(page)).toHaveValue('')
  await expect(reason).toHaveCount(0)
  await send.click()
  await expect(finished(page)).toContainText('42')
  expect(model.requests).toHaveLength(1)
})

test('presets are the first section, and hints are tooltips on keyboard focus', async ({
  application: { page },
}) => {
  const section = await openSection(page, 'Sampling')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByRole('heading', { level: 3 }).first()).toHaveText(/^Presets/)
  const field = section.getByRole('textbox', { name: 'Top P' })
  const hint = 'Samples only from the most likely tokens, up to this cumulative probability'
  await expect(field).toHaveAccessibleDescription(`${hint}.`)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await section.getByRole('slider', { name: 'Temperature slider' }).focus()
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await expect(page.getByRole('tooltip', { name: hint })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(field).toBeFocused()
  await expectNoViolations(page, 'the inspector with a hint')
})

test('Settings changes the defaults of new chats, and resets them with Undo', async ({
  application: { page },
  model,
}) => {
  const chat = await openSettings(page, 'Chat')
  const defaults = chat.getByRole('group', { name: 'Defaults of new chats' })
  const picker = chat.getByRole('combobox', { name: 'Model of new chats' })
  await expect(picker).toContainText('Gen 2.5 Flash')
  await expect(defaults.getByText(/^Changed/)).toHaveCount(0)
  await picker.click()
  await page.getByRole('option', { name: /Gen 2\.5 Pro/ }).click()
  await expect(picker).toContainText('Gen 2.5 Pro')
  await chat.getByRole('textbox', { name: 'System instruction of new chats' }).fill('Be brief.')
  await chat.getByRole('switch', { name: 'Stream responses in new chats' }).click()
  await expectNoViolations(page, 'the defaults of new chats', '#chat')
  await page.getByRole('button', { name: 'Chat', exact: true }).first().click()
  await expect(page.getByRole('combobox', { name: 'Model' }).first()).toContainText('Gen 2.5 Pro')
  await ask(page, 'The first')
  await expect.poll(() => model.requests.length).toBe(1)
  expect(model.requests[0]?.systemInstruction).toEqual({ parts: [{ text: 'Be brief.' }] })
  await openSettings(page, 'Chat')
  await chat.getByRole('button', { name: 'Reset Defaults of new chats' }).click()
  await expect(picker).toContainText('Gen 2.5 Flash')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(picker).toContainText('Gen 2.5 Pro')
  // Its end returns the focus.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  // Without a difference from the built-in ones, nothing is saved.
  const instruction = chat.getByRole('textbox', { name: 'System instruction of new chats' })
  await expect(instruction).toHaveValue('Be brief.')
  await instruction.fill('')
  await expect(instruction).toHaveValue('')
  await chat.getByRole('switch', { name: 'Stream responses in new chats' }).click()
  await picker.click()
  await page
    .getByRole('option', { name: /^Gen 2\.5 Flash/ })
    .first()
    .click()
  await expect(defaults.getByText(/^Changed/)).toHaveCount(0)
})
