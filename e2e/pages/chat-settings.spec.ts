// The settings of a prompt: those of each chat, and those that new chats start with.
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
const searchTool = (page: Page) => page.locator('form button[aria-label="Search"]')
const instruction = async (page: Page) => (await openSection(page, 'System instruction')).getByRole('textbox')
const temperature = async (page: Page) =>
  (await openSection(page, 'Sampling')).getByRole('textbox', { name: 'Temperature' })

/** What is shown for the next prompt. */
const readPrompt = async (page: Page) => ({
  text: await promptField(page).inputValue(),
  instruction: await (await instruction(page)).inputValue(),
  model: await page.getByRole('combobox', { name: 'Model', exact: true }).textContent(),
  search: await searchTool(page).getAttribute('aria-pressed'),
})

test('each chat has its own draft, instruction, model and tools', async ({
  application: { page },
  model,
}) => {
  const first = { text: 'Half', instruction: 'Brief.', model: 'Gen 2.5 Pro', search: 'true' }
  const unused = { text: '', instruction: '', model: 'Gen 2.5 Flash', search: 'false' }
  await chooseModel(page, /^Gen 2\.5 Pro/)
  await turnOn(page, 'Search')
  await (await instruction(page)).fill('Brief.')
  await ask(page, 'The first')
  await expect(finished(page)).toContainText('42')
  await promptField(page).fill('Half')
  await startNewChat(page)
  await expect.poll(() => readPrompt(page)).toEqual(unused)
  await (await instruction(page)).fill('Long.')
  const end = model.pauses('It starts', ' and ends.')
  await ask(page, 'The second')
  await expect(answers(page)).toContainText('It starts')
  await openChat(page, 'The first')
  await expect.poll(() => readPrompt(page)).toEqual(first)
  await openChat(page, 'The second')
  await expect.poll(() => readPrompt(page)).toEqual({ ...unused, instruction: 'Long.' })
  end()
  await expect(finished(page)).toContainText('It starts and ends.')
  expect(model.requests.map(({ tools }) => tools)).toEqual([[{ googleSearch: {} }], undefined])

  // A tool that is turned off moves into the menu, and the focus to the prompt.
  await openChat(page, 'The first')
  await searchTool(page).focus()
  await page.keyboard.press('Space')
  await expect(searchTool(page)).toBeHidden()
  await expect(promptField(page)).toBeFocused()
})

test('settings have hints and limits, and saved defaults', async ({ application: { page }, model }) => {
  const presets = await openSection(page, 'Presets')
  await (await temperature(page)).fill('0.4')
  await page.getByRole('slider', { name: 'Temperature slider' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip', { name: /^Samples only from the most likely/ })).toBeVisible()
  await presets.getByRole('button', { name: 'Save as defaults' }).click()
  await (await temperature(page)).fill('hot')
  await promptField(page).fill('The first')
  await expect(page.getByRole('form', { name: 'New prompt' })).toContainText('a number from 0 to 2')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await (await temperature(page)).fill('0.5')
  await ask(page, 'The first')
  await expect(finished(page)).toContainText('42')
  await startNewChat(page)
  await expect(await temperature(page)).toHaveValue('0.4')
  await presets.getByRole('button', { name: 'Restore built-in' }).click()
  await expect(await temperature(page)).toHaveValue('')

  const chat = await openSettings(page, 'Chat')
  const picker = chat.getByRole('combobox', { name: 'Model of new chats' })
  const newInstruction = chat.getByRole('textbox', { name: 'System instruction of new chats' })
  await picker.click()
  await page.getByRole('option', { name: /Gen 2\.5 Pro/ }).click()
  await newInstruction.fill('Be brief.')
  await expectNoViolations(page, 'the defaults of new chats', '#chat')
  await page.getByRole('button', { name: 'Chat', exact: true }).first().click()
  await expect(page.getByRole('combobox', { name: 'Model' }).first()).toContainText('Gen 2.5 Pro')
  await ask(page, 'The second')
  await expect.poll(() => model.requests.length).toBe(2)
  expect(model.requests[0]?.generationConfig?.temperature).toBe(0.5)
  expect(model.requests[1]?.systemInstruction).toEqual({ parts: [{ text: 'Be brief.' }] })
  await openSettings(page, 'Chat')
  await chat.getByRole('button', { name: 'Reset Defaults of new chats' }).click()
  await expect(picker).toContainText('Gen 2.5 Flash')
  await page.getByRole('button', { name: 'Undo', exact: true }).first().press('Enter')
  await expect(picker).toContainText('Gen 2.5 Pro')
  await expect(newInstruction).toHaveValue('Be brief.')
})
