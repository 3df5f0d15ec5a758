// Prompt templates: starter templates, the fields of their variables, and variables in the system instruction.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { createChat, finished, openChat, openSection, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'

const fields = (page: Page) => page.getByRole('region', { name: 'Variables' })
const field = (page: Page, name: string) => fields(page).getByRole('textbox', { name, exact: true })

test('a template cannot be sent with a missing value', async ({ application: { page }, model }) => {
  const { keyboard } = page
  await promptField(page).press('/')
  await page.getByPlaceholder('Search templates').fill('translate')
  await expectNoViolations(page, 'choosing a template', '[role=dialog]')
  await page.getByRole('option', { name: /Translate text/ }).click()
  await expect(field(page, 'language')).toBeFocused()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeDisabled()
  await expect(send).toHaveAccessibleDescription('Fill in “language” and “text”')
  await expect(page.locator('form mark')).toHaveText(['{{language}}', /^{{register:/, '{{text:text}}'])
  await keyboard.type('French')
  // Enter in the prompt goes to the first missing value instead of sending.
  await promptField(page).press('Enter')
  await expect(field(page, 'text')).toBeFocused()
  expect(model.requests).toHaveLength(0)
  await keyboard.type('Hello {{name}} $& all')
  await expectNoViolations(page, 'a filled template')
  // Values are saved with the draft.
  await expect
    .poll(async () => {
      await page.reload()
      return await field(page, 'text').inputValue()
    })
    .toBe('Hello {{name}} $& all')
  await field(page, 'text').press('Control+Enter')
  await finished(page).waitFor()
  await expect(promptField(page)).toHaveValue('')
  await expect(fields(page)).toHaveCount(0)
  const sent = model.requests[0]?.contents.at(-1)?.parts[0]?.text
  for (const text of ['into French.', 'Use neutral language.', '<text>\nHello {{name}} $& all\n</text>'])
    expect(sent).toContain(text)
})

test('instructions have variables, and braces can be literal', async ({ application: { page }, model }) => {
  await createChat(page, 'Plans', ['What is a plan?', 'A list.'])
  await openChat(page, 'Plans')
  const instruction = (await openSection(page, 'System instruction')).getByRole('textbox')
  await instruction.fill('You are {{role}}. Answer in {{language=English}}.')
  await prompts(page).getByRole('button', { name: 'Edit prompt' }).click()
  const editor = page.getByRole('form', { name: 'Edit prompt' })
  const text = editor.getByRole('textbox', { name: 'Text' })
  const sendBranch = editor.getByRole('button', { name: 'Send as new branch' })
  await text.fill('Plan {{days:number}} days')
  await expect(sendBranch).toBeDisabled()
  await expectNoViolations(page, 'an edited prompt with variables')
  // Ctrl+Enter goes to the first missing value instead of sending.
  await text.press('Control+Enter')
  const ofEdit = (name: string) => editor.getByRole('textbox', { name, exact: true })
  await expect(ofEdit('days')).toBeFocused()
  await page.keyboard.type('two')
  await ofEdit('role').fill('a historian')
  await expect(sendBranch).toHaveAccessibleDescription('“days” must be a number')
  await ofEdit('days').fill('2')
  await ofEdit('days').press('Control+Enter')
  await expect(prompts(page)).toContainText('Plan 2 days')
  await finished(page).waitFor()
  // The chat continues with the instruction that was sent.
  const filled = 'You are a historian. Answer in English.'
  expect(model.requests[0]?.systemInstruction?.parts).toEqual([{ text: filled }])
  await expect(instruction).toHaveValue(filled)

  await promptField(page).fill('<p>{{ title }}</p>')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await fields(page).getByRole('button', { name: 'Send braces as written' }).click()
  await expect(promptField(page)).toBeFocused()
  await promptField(page).press('Enter')
  await expect.poll(() => model.requests.at(-1)?.contents.at(-1)?.parts[0]?.text).toBe('<p>{{ title }}</p>')
})
