// Texts of prompts: their direction and estimated tokens, and large pasted texts.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { ask, chooseModel, promptField, prompts } from '../chat-steps'
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
  await expectNoViolations(page, 'the offer to attach a pasted text')
  await page.getByRole('button', { name: 'Attach as text file' }).click()
  await expect(promptField(page)).toHaveValue('Summarize: short!')
  await expect(promptField(page)).toBeFocused()
  const attachment = page.getByRole('form', { name: 'New prompt' }).getByText('Pasted text.txt')
  await expect(attachment).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(promptField(page)).toHaveValue(`Summarize: short${large}!`)
  await expect(attachment).toHaveCount(0)

  await promptField(page).fill('שלום API.')
  expect(await directionOf(promptField(page))).toBe('rtl')
  await ask(page, 'שלום API.\nSecond line.')
  expect(await directionOf(prompts(page).getByText('שלום API.').first())).toBe('rtl')
  const row = page.getByRole('list', { name: 'All chats' }).getByText('שלום API')
  expect(await directionOf(row)).toBe('rtl')
  expect(await directionOf(page.getByRole('heading', { level: 1 }))).toBe('rtl')
  expect(await directionOf(promptField(page))).toBe('ltr')
})
