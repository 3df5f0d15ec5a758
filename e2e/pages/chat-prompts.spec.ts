// Texts of prompts: their direction and estimated tokens, large pasted texts, and long ones in the thread.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { ask, chooseModel, createChat, finished, openChat, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

test('the composer estimates tokens, and warns if the context window is exceeded', async ({
  application,
}) => {
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

test('a long prompt is collapsed, expanded by keyboard, and expanded by a match of the find bar', async ({
  application,
}) => {
  const { page } = application
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`)
  await createChat(application, 'Long', [`${lines.join('\n')}\nThe heron is here.`, 'Yes.'])
  await openChat(page, 'Long')
  const text = prompts(page).getByText('Line 1', { exact: false }).first()
  const height = () => text.evaluate((element) => element.clientHeight)
  const showAll = prompts(page).getByRole('button', { name: 'Show all' })
  const showLess = prompts(page).getByRole('button', { name: 'Show less' })
  await showAll.focus()
  const collapsed = await height()
  expect(await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > 3 * clientHeight)).toBe(true)
  await expectNoViolations(page, 'a collapsed prompt', 'article[aria-label="Your prompt"]')
  await page.keyboard.press('Enter')
  await expect(showLess).toBeFocused()
  expect(await height()).toBeGreaterThan(3 * collapsed)
  await page.keyboard.press('Enter')
  await expect(showAll).toBeFocused()
  await expect.poll(height).toBe(collapsed)

  await page.keyboard.press('ControlOrMeta+f')
  await page.getByRole('searchbox', { name: 'Find' }).fill('the heron is')
  await expect(showLess).toBeVisible()
  const isInView = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('find-current') ?? []
      const view = document.querySelector('[aria-label="Messages"]')?.getBoundingClientRect()
      if (!(range instanceof Range) || !view) return false
      const { top, bottom } = range.getBoundingClientRect()
      return top >= view.top && bottom <= view.bottom
    })
  await expect.poll(isInView).toBe(true)
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

test('a large pasted text stays in the prompt, can become a file, and returns with Undo', async ({
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

/** The left positions of the first occurrences of these texts within the element. */
const lefts = (element: Locator, ...texts: string[]) =>
  element.evaluate((node, texts) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const found = new Map<string, number>()
    for (let next = walker.nextNode(); next; next = walker.nextNode())
      for (const text of texts) {
        const at = next.textContent?.indexOf(text) ?? -1
        if (at < 0 || found.has(text)) continue
        const range = document.createRange()
        range.setStart(next, at)
        range.setEnd(next, at + text.length)
        found.set(text, range.getBoundingClientRect().left)
      }
    return texts.map((text) => found.get(text) ?? Number.NaN)
  }, texts)

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
  const [greeting = 0, api = 0] = await lefts(prompts(page), 'שלום', 'API')
  expect(greeting).toBeGreaterThan(api)

  // Without a direction, the sentence starts at the left, and its last word comes before its first.
  const hebrew = answer.locator('p', { hasText: 'ואז' })
  const [start = 0, command = 0, key = 0] = await lefts(hebrew, 'הריצו', 'npm', 'Enter')
  expect(start).toBeGreaterThan(command)
  expect(command).toBeGreaterThan(key)
  for (const element of ['ul', 'blockquote', 'table'])
    expect(await directionOf(answer.locator(element))).toBe('rtl')
  expect(await directionOf(answer.locator('p', { hasText: 'In English' }))).toBe('ltr')
  expect(await directionOf(answer.locator('pre'))).toBe('ltr')
  const title = page.getByRole('list', { name: 'All chats' }).getByText('שלום API')
  expect(await directionOf(title)).toBe('rtl')
  expect(await directionOf(page.getByRole('heading', { level: 1 }))).toBe('rtl')
})
