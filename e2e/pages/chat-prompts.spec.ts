// Texts of prompts: their direction, estimated tokens, large pasted texts, and templates with variables.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { ask, chooseModel, finished, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'

const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const isAllowed = document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
    // A scripted event inserts nothing itself.
    if (isAllowed) document.execCommand('insertText', false, text)
  }, text)

const directionOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).direction)

test('the composer estimates tokens, and offers to attach large pastes', async ({ application }) => {
  const { page } = application
  const desktop = await application.desktop()
  await desktop.settings.update({ models: [{ id: 'my-small-model', kind: 'text', inputTokenLimit: 1_000 }] })
  await chooseModel(page, /my-small-model/)
  const gauge = page.getByRole('meter', { name: 'Context window' })
  const warning = page.getByText('This request may not fit the context window')
  await promptField(page).fill('word '.repeat(320))
  await expect(gauge).toHaveAttribute('aria-valuetext', 'About 400 tokens of 1,000')
  await expect(warning).toHaveCount(0)
  await promptField(page).fill('word '.repeat(1_600))
  await expect(warning).toBeVisible()
  // The number is an estimate, so the provider decides.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await expectNoViolations(page, 'the warning about the context window')

  await promptField(page).fill('Summarize: ')
  await promptField(page).press('End')
  await paste(page, 'short')
  const large = `${'A line of the log.\n'.repeat(500)}End`
  await paste(page, large)
  await expect(promptField(page)).toHaveValue(`Summarize: short${large}`)
  await expect(page.getByText('9,503 characters pasted')).toBeVisible()
  // The offer does not take the focus.
  await expect(promptField(page)).toBeFocused()
  await page.keyboard.type('!')
  await page.getByRole('button', { name: 'Attach as text file' }).click()
  await expect(promptField(page)).toHaveValue('Summarize: short!')
  await expect(promptField(page)).toBeFocused()
  const attachment = page.getByRole('form', { name: 'New prompt' }).getByText('Pasted text.txt')
  await expect(attachment).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(promptField(page)).toHaveValue(`Summarize: short${large}!`)
  await expect(attachment).toHaveCount(0)

  await ask(page, 'שלום API.\nSecond line.')
  expect(await directionOf(prompts(page).getByText('שלום API.').first())).toBe('rtl')
  expect(await directionOf(promptField(page))).toBe('ltr')
})

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
