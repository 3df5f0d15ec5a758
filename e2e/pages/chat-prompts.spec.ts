// Texts of prompts: their direction and estimated tokens, large pasted texts, and long ones in the thread.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { ask, chooseModel, finished, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

test('the composer estimates tokens, and warns of a full context window', async ({ application }) => {
  const { page } = application
  const desktop = await application.desktop()
  await desktop.settings.update({ models: [{ id: 'my-small-model', kind: 'text', inputTokenLimit: 1_000 }] })
  const gauge = page.getByRole('meter', { name: 'Context window' })
  await expect(gauge).toHaveCount(0)
  await promptField(page).fill('word '.repeat(320))
  await expect(gauge).toHaveAttribute('aria-valuetext', 'About 400 tokens of 1,048,576')
  const warning = page.getByText('This request may not fit the context window')
  await chooseModel(page, /my-small-model/)
  await expect(gauge).toHaveAttribute('aria-valuetext', 'About 400 tokens of 1,000')
  await expect(warning).toHaveCount(0)
  await promptField(page).fill('word '.repeat(1_600))
  await expect(warning).toBeVisible()
  // The number is an estimate, so the provider decides.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await expectNoViolations(page, 'the warning about the context window')
  await promptField(page).fill('')
  await expect(warning).toHaveCount(0)
})

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

test('a large pasted text can become a file, and returns with Undo', async ({
  application: { page },
  model,
}) => {
  await promptField(page).fill('Summarize: ')
  await promptField(page).press('End')
  await paste(page, 'short')
  const offer = page.getByRole('button', { name: 'Attach as text file' })
  const large = `${'A line of the log.\n'.repeat(500)}End`
  await paste(page, large)
  await expect(promptField(page)).toHaveValue(`Summarize: short${large}`)
  await expect(page.getByText('9,503 characters pasted')).toBeVisible()
  // The offer does not take the focus.
  await expect(promptField(page)).toBeFocused()
  await page.keyboard.type('!')
  await expectNoViolations(page, 'the offer to attach a pasted text')
  await offer.click()
  await expect(promptField(page)).toHaveValue('Summarize: short!')
  await expect(promptField(page)).toBeFocused()
  const form = page.getByRole('form', { name: 'New prompt' })
  await expect(form.getByText('Pasted text.txt')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(promptField(page)).toHaveValue(`Summarize: short${large}!`)
  await expect(form.getByText('Pasted text.txt')).toHaveCount(0)

  await paste(page, large)
  await offer.click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(prompts(page).getByText('Pasted text.txt')).toBeVisible()
  await expect(finished(page)).toContainText('42')
  expect(model.requests).toHaveLength(1)
})

const directionOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).direction)

test('mixed Hebrew, Arabic and Latin text reads in order', async ({ application: { page }, model }) => {
  const text = [
    'הריצו `npm install` ואז Enter.',
    '- أولا REST.\n- ثانيا GraphQL.',
    '> ציטוט ארוך\n\n| עיר | heron |\n| --- | --- |\n| חיפה | 7 |',
    'In English: שלום.',
    '```js\nconst a = "שלום"\n```',
  ].join('\n\n')
  model.answers(answerOf({ text }))
  await promptField(page).fill('שלום API.')
  expect(await directionOf(promptField(page))).toBe('rtl')
  await promptField(page).fill('Hello')
  expect(await directionOf(promptField(page))).toBe('ltr')
  await ask(page, 'שלום API.\nSecond line.')
  const answer = finished(page)
  await expect(answer).toContainText('In English')
  expect(await directionOf(prompts(page).getByText('שלום API.').first())).toBe('rtl')
  expect(await directionOf(answer.locator('p', { hasText: 'ואז' }))).toBe('rtl')
  for (const element of ['ul', 'blockquote', 'table'])
    expect(await directionOf(answer.locator(element))).toBe('rtl')
  expect(await directionOf(answer.locator('p', { hasText: 'In English' }))).toBe('ltr')
  expect(await directionOf(answer.locator('pre'))).toBe('ltr')
  const title = page.getByRole('list', { name: 'All chats' }).getByText('שלום API')
  expect(await directionOf(title)).toBe('rtl')
  expect(await directionOf(page.getByRole('heading', { level: 1 }))).toBe('rtl')
})
