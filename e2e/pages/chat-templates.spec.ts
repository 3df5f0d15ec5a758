// Prompt templates: starter templates, the fields of their variables, and braces that are no variables.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { finished, promptField } from '../chat-steps'
import { test } from '../page-test'

const fields = (page: Page) => page.getByRole('region', { name: 'Variables' })
const field = (page: Page, name: string) => fields(page).getByRole('textbox', { name, exact: true })

test('a template is filled in, and braces can be literal', async ({ application: { page }, model }) => {
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

  await promptField(page).fill('<p>{{ title }}</p>')
  await expect(send).toBeDisabled()
  await fields(page).getByRole('button', { name: 'Send braces as written' }).click()
  await expect(promptField(page)).toBeFocused()
  await promptField(page).press('Enter')
  await expect.poll(() => model.requests[1]?.contents.at(-1)?.parts[0]?.text).toBe('<p>{{ title }}</p>')
})
