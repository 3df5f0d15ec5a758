// Finding text in the open chat, and the match of a search over all chats: marked, counted and scrolled into view.
import { writeFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { ask, finished, importConversation, promptField } from '../chat-steps'
import { writeLongConversation } from '../long-conversation'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

const bar = (page: Page) => page.getByRole('search', { name: 'Find in chat' })
const field = (page: Page) => bar(page).getByRole('searchbox', { name: 'Find' })
const status = (page: Page): Locator => bar(page).getByRole('status')

/** The texts that are marked; the mark of the current match is above the others. */
const marked = (page: Page, name = 'find') =>
  page.evaluate(
    (name) =>
      [...(CSS.highlights.get(name) ?? [])].map((range) => (range instanceof Range ? range.toString() : '')),
    name,
  )

/** Whether the current match is within the thread's visible part. */
const isInView = (page: Page) =>
  page.evaluate(() => {
    const [range] = CSS.highlights.get('find-current') ?? []
    const view = document.querySelector('[aria-label="Messages"]')?.getBoundingClientRect()
    if (!(range instanceof Range) || !view) return false
    const { top, bottom } = range.getBoundingClientRect()
    return top >= view.top && bottom <= view.bottom
  })

test('the find bar counts and marks matches, goes to the next and previous, and returns the focus', async ({
  application: { page },
  model,
}) => {
  model.answers(
    answerOf({ text: 'A **grey** heron stands.\n\n- Heron one\n- heron two\n\n```js\nheron()\n```' }),
  )
  await ask(page, 'Where is the heron?')
  await expect(finished(page)).toContainText('heron two')
  await promptField(page).focus()
  await page.keyboard.press('ControlOrMeta+f')
  await expect(field(page)).toBeFocused()
  await field(page).fill('heron')
  await expect(status(page)).toHaveText('1 of 5')
  expect(await marked(page)).toEqual(['heron', 'heron', 'Heron', 'heron', 'heron'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(status(page)).toHaveText('3 of 5')
  await expect.poll(() => marked(page, 'find-current')).toEqual(['Heron'])
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(status(page)).toHaveText('5 of 5')
  await field(page).fill('grey heron')
  await expect(status(page)).toHaveText('1 of 1')
  await expect.poll(() => marked(page, 'find-current')).toEqual(['grey heron'])
  await field(page).fill('stork')
  await expect(status(page)).toHaveText('No matches')
  expect(await marked(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(promptField(page)).toBeFocused()
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0)
})

test('matches are found in messages that are not loaded yet, and far down in a long response', async ({
  application,
}, testInfo) => {
  const { page } = application
  const path = testInfo.outputPath('long.json')
  const paragraphs = Array.from(
    { length: 400 },
    (_, index) => `Paragraph ${index} about the river and its banks.`,
  )
  paragraphs[300] = 'Here the **bittern** of Tykocin hides.'
  const texts = { 40: 'Where did the heron of Tykocin stand?', 401: paragraphs.join('\n\n'), 999: 'The end.' }
  await writeFile(path, writeLongConversation({ title: 'A thousand turns', length: 1_000, texts }))
  await importConversation(application, path)
  await expect(page.getByText('The end.')).toBeInViewport()

  await page.keyboard.press('ControlOrMeta+f')
  await field(page).fill('of Tykocin')
  await expect(status(page)).toHaveText('1 of 2')
  await expect.poll(() => isInView(page)).toBe(true)
  await expect(page.getByText('heron of Tykocin')).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('paragraph').filter({ hasText: 'of Tykocin hides.' })).toBeInViewport()
  await expect.poll(() => isInView(page)).toBe(true)
  await field(page).fill('what of drop number')
  await expect(status(page)).toHaveText(/^\d+ of 499$/)
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Search chats' }).fill('tykocin bittern')
  await page
    .getByRole('list', { name: 'Search results' })
    .getByRole('button', { name: /bittern/ })
    .click()
  await expect(page.getByRole('paragraph').filter({ hasText: 'of Tykocin hides.' })).toBeInViewport()
  await expect.poll(() => isInView(page)).toBe(true)
  await expect.poll(() => marked(page)).toEqual(['bittern', 'Tykocin'])
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('"heron of Tykocin" stand')
  await page.getByRole('list', { name: 'Search results' }).getByRole('button', { name: /stand/ }).click()
  await expect.poll(() => marked(page)).toEqual(['heron of Tykocin', 'stand'])
})

test('a letter of a very long prompt is found: the panel stays, and marks the matches in view', async ({
  application,
}, testInfo) => {
  const { page } = application
  const path = testInfo.outputPath('pasted.json')
  // More matches than a function accepts arguments.
  const texts = { 0: 'We drift on the sea.\n'.repeat(45_000), 1: 'The end.' }
  await writeFile(path, writeLongConversation({ title: 'Pasted', length: 2, texts }))
  await importConversation(application, path)
  await expect(page.getByText('The end.')).toBeInViewport()
  await page.keyboard.press('ControlOrMeta+f')
  await field(page).fill('e')
  await expect(status(page)).toHaveText(/ of 135,002$/)
  const count = (await marked(page)).length
  expect(count).toBeGreaterThan(100)
  expect(count).toBeLessThan(10_000)
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(status(page)).toHaveText('135,001 of 135,002')
  await expect.poll(() => isInView(page)).toBe(true)
})
