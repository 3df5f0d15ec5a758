// The settings of a prompt: those of each chat, those that new chats start with, and those that prevent sending.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import {
  answers,
  ask,
  chooseModel,
  finished,
  openChat,
  openSection,
  promptField,
  startNewChat,
  turnOn,
} from '../chat-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

/** The button is hidden if space is short and the tool is off. */
const tool = (page: Page, name: 'Search' | 'URL context') => page.locator(`form button[aria-label="${name}"]`)
const instruction = async (page: Page) => (await openSection(page, 'System instruction')).getByRole('textbox')
const temperature = async (page: Page) =>
  (await openSection(page, 'Sampling')).getByRole('textbox', { name: 'Temperature' })

/** What is shown for the next prompt. */
const readPrompt = async (page: Page) => ({
  text: await promptField(page).inputValue(),
  instruction: await (await instruction(page)).inputValue(),
  model: await page.getByRole('combobox', { name: 'Model', exact: true }).textContent(),
  search: await tool(page, 'Search').getAttribute('aria-pressed'),
  urls: await tool(page, 'URL context').getAttribute('aria-pressed'),
})

test('each chat has its own draft, system instruction, model and tools', async ({
  application: { page },
  model,
}) => {
  const first = { text: 'Half', instruction: 'Brief.', model: 'Gen 2.5 Pro', search: 'true', urls: 'false' }
  const unused = { text: '', instruction: '', model: 'Gen 2.5 Flash', search: 'false', urls: 'false' }
  const second = { ...unused, instruction: 'Long.', urls: 'true' }
  await chooseModel(page, /^Gen 2\.5 Pro/)
  await turnOn(page, 'Search')
  await (await instruction(page)).fill('Brief.')
  await ask(page, 'The first')
  await expect(finished(page)).toContainText('42')
  await promptField(page).fill('Half')
  await startNewChat(page)
  await expect.poll(() => readPrompt(page)).toEqual(unused)
  await turnOn(page, 'URL context')
  await (await instruction(page)).fill('Long.')
  const end = model.pauses('It starts', ' and ends.')
  await ask(page, 'The second')
  await expect(answers(page)).toContainText('It starts')

  await openChat(page, 'The first')
  await expect.poll(() => readPrompt(page)).toEqual(first)
  await expect(page.getByRole('complementary', { name: 'Inspector' }).locator('[inert]')).toHaveCount(0)
  await openChat(page, 'The second')
  await expect.poll(() => readPrompt(page)).toEqual(second)
  end()
  await expect(finished(page)).toContainText('It starts and ends.')
  await turnOn(page, 'Search')
  await ask(page, 'And elsewhere?')
  await expect.poll(() => model.requests.length).toBe(3)
  await expect(finished(page)).toContainText('42')

  expect(model.requests.map(({ tools }) => tools)).toEqual([
    [{ googleSearch: {} }],
    [{ urlContext: {} }],
    [{ urlContext: {} }, { googleSearch: {} }],
  ])

  // A tool that is turned off moves into the menu, and the focus to the prompt.
  await tool(page, 'Search').focus()
  await page.keyboard.press('Space')
  await expect(tool(page, 'Search')).toBeHidden()
  await expect(promptField(page)).toBeFocused()
})

test('a new chat starts with the saved defaults, not the last settings', async ({
  application: { page },
  model,
}) => {
  const presets = await openSection(page, 'Presets')
  await expect(presets).toContainText('New chats start with the built-in defaults.')
  await (await temperature(page)).fill('0.4')
  await presets.getByRole('button', { name: 'Save as defaults' }).click()
  await expect(presets).toContainText('New chats start with your saved defaults.')
  await (await temperature(page)).fill('0.5')
  await ask(page, 'The first')
  await expect(finished(page)).toContainText('42')
  await startNewChat(page)
  await expect(await temperature(page)).toHaveValue('0.4')
  await ask(page, 'The second')
  await expect
    .poll(() => model.requests.map(({ generationConfig }) => generationConfig?.temperature))
    .toEqual([0.5, 0.4])
  await startNewChat(page)
  await presets.getByRole('button', { name: 'Restore built-in' }).click()
  await expect(await temperature(page)).toHaveValue('')
})

test('settings have hints, and an invalid one prevents sending', async ({ application: { page }, model }) => {
  const section = await openSection(page, 'Sampling')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByRole('heading', { level: 3 }).first()).toHaveText(/^Presets/)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await section.getByRole('slider', { name: 'Temperature slider' }).focus()
  await page.keyboard.press('Tab')
  const field = section.getByRole('textbox', { name: 'Top P' })
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/^Samples only from the most likely tokens/)
  await expect(page.getByRole('tooltip', { name: /^Samples only from the most likely/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(field).toBeFocused()

  await promptField(page).fill('Now?')
  await (await temperature(page)).fill('hot')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeDisabled()
  const composer = page.getByRole('form', { name: 'New prompt' })
  await expect(composer).toContainText('Temperature must be a number from 0 to 2')
  await promptField(page).press('Enter')
  await expect(promptField(page)).toHaveValue('Now?')
  await (await openSection(page, 'Presets')).getByRole('button', { name: 'Reset all' }).click()
  await expect(await temperature(page)).toHaveValue('')
  await send.click()
  await expect(finished(page)).toContainText('42')
  expect(model.requests).toHaveLength(1)
})

test('Settings changes and resets the defaults of new chats', async ({ application: { page }, model }) => {
  const chat = await openSettings(page, 'Chat')
  const defaults = chat.getByRole('group', { name: 'Defaults of new chats' })
  const picker = chat.getByRole('combobox', { name: 'Model of new chats' })
  const newInstruction = chat.getByRole('textbox', { name: 'System instruction of new chats' })
  await expect(defaults.getByText(/^Changed/)).toHaveCount(0)
  await picker.click()
  await page.getByRole('option', { name: /Gen 2\.5 Pro/ }).click()
  await newInstruction.fill('Be brief.')
  await expectNoViolations(page, 'the defaults of new chats', '#chat')
  await page.getByRole('button', { name: 'Chat', exact: true }).first().click()
  await expect(page.getByRole('combobox', { name: 'Model' }).first()).toContainText('Gen 2.5 Pro')
  await ask(page, 'The first')
  await expect.poll(() => model.requests.length).toBe(1)
  expect(model.requests[0]?.systemInstruction).toEqual({ parts: [{ text: 'Be brief.' }] })

  await openSettings(page, 'Chat')
  await chat.getByRole('button', { name: 'Reset Defaults of new chats' }).click()
  await expect(picker).toContainText('Gen 2.5 Flash')
  await expect(defaults.getByText(/^Changed/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(picker).toContainText('Gen 2.5 Pro')
  await expect(newInstruction).toHaveValue('Be brief.')
})
