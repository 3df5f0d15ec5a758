// Finding text, in the open chat and in all chats; a chat of 2,000 turns opens at its end, and scrolls to a match.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { createChat, openChat, promptField, prompts, startNewChat } from '../chat-steps'
import { test } from '../page-test'
import { listDistinct, watchThread } from '../thread-frames'

const bar = (page: Page) => page.getByRole('search', { name: 'Find in chat' })
const field = (page: Page) => bar(page).getByRole('searchbox', { name: 'Find' })
const status = (page: Page) => bar(page).getByRole('status')

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

test('the find bar counts, marks, and goes through the matches', async ({ application: { page } }) => {
  const answer = 'A **grey** heron stands.\n\n- Heron one\n- heron two\n\n```js\nheron()\n```'
  await createChat(page, 'Birds', ['Where is the heron?', answer])
  await openChat(page, 'Birds')
  await promptField(page).press('ControlOrMeta+f')
  await expect(field(page)).toBeFocused()
  await field(page).fill('heron')
  await expect(status(page)).toHaveText('1 of 5')
  expect(await marked(page)).toEqual(['heron', 'heron', 'Heron', 'heron', 'heron'])
  for (const _ of [2, 3]) await page.keyboard.press('Enter')
  await expect(status(page)).toHaveText('3 of 5')
  await expect.poll(() => marked(page, 'find-current')).toEqual(['Heron'])
  for (const _ of [2, 1, 5]) await page.keyboard.press('Shift+Enter')
  await expect(status(page)).toHaveText('5 of 5')
  await field(page).fill('stork')
  await expect(status(page)).toHaveText('No matches')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(promptField(page)).toBeFocused()
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0)
})

test('a long prompt is collapsed, until it is expanded or searched', async ({ application: { page } }) => {
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`)
  // More matches than a function accepts arguments.
  const texts = ['eeeee '.repeat(27_000), 'Yes.', `${lines.join('\n')}\nThe heron is here.`, 'No.']
  await createChat(page, 'Long', texts)
  await openChat(page, 'Long')
  const prompt = prompts(page).last()
  const text = prompt.getByText('Line 1', { exact: false }).first()
  const height = () => text.evaluate((element) => element.clientHeight)
  const showAll = prompt.getByRole('button', { name: 'Show all' })
  const showLess = prompt.getByRole('button', { name: 'Show less' })
  await showAll.focus()
  const collapsed = await height()
  await expectNoViolations(page, 'a collapsed prompt', 'article[aria-label="Your prompt"]')
  await page.keyboard.press('Enter')
  await expect(showLess).toBeFocused()
  expect(await height()).toBeGreaterThan(3 * collapsed)
  await page.keyboard.press('Enter')
  await expect.poll(height).toBe(collapsed)
  await page.keyboard.press('ControlOrMeta+f')
  await field(page).fill('the heron is')
  await expect(showLess).toBeVisible()
  await expect.poll(() => isInView(page)).toBe(true)

  await field(page).fill('eeeee')
  await expect(status(page)).toHaveText(/ of 27,000$/)
  await field(page).fill('e')
  await expect(status(page)).toHaveText(/ of 135,\d\d\d$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => isInView(page)).toBe(true)
  const count = (await marked(page)).length
  expect(count).toBeGreaterThan(100)
  expect(count).toBeLessThan(10_000)
})

const unmarked = 'rgba(0, 0, 0, 0)'
const lastParagraph = 'This is the very last paragraph.'
const farUp = 'Where did the heron of Tykocin stand?'
/** 400 paragraphs, of which the 300th is about a bittern. */
const longAnswer = Array.from({ length: 400 }, (_, index) =>
  index === 300 ? 'Here the **bittern** of Tykocin hides.' : `Paragraph ${index} about the river.`,
).join('\n\n')

test('a chat of 2,000 turns opens at its end, and is searched', async ({ application: { page } }) => {
  const title = 'Two thousand turns'
  const texts = { 40: farUp, 401: longAnswer, 1999: `The end.\n\n${lastParagraph}`, length: 2_000 }
  await createChat(page, title, texts)
  const opening = await watchThread(page)
  await openChat(page, title)
  const frames = await opening.end()
  expect(listDistinct(frames.map(({ gap }) => gap))).toEqual([0])
  const firstComplete = frames.findIndex(({ blocks }) => blocks.some(([text]) => text === lastParagraph))
  // The text is rendered within the next few frames, and does not move afterwards.
  expect(firstComplete).toBeGreaterThanOrEqual(0)
  expect(firstComplete).toBeLessThan(30)
  const positions = frames.slice(firstComplete).map(({ blocks }) => new Map(blocks).get(lastParagraph))
  expect(listDistinct(positions)).toEqual([expect.any(Number)])

  await page.keyboard.press('ControlOrMeta+f')
  await field(page).fill('of Tykocin')
  await expect(status(page)).toHaveText('1 of 2')
  await expect(page.getByText('heron of Tykocin')).toBeInViewport()
  await page.keyboard.press('Enter')
  const hiding = page.getByRole('paragraph').filter({ hasText: 'of Tykocin hides.' })
  await expect(hiding).toBeInViewport()
  await expect.poll(() => isInView(page)).toBe(true)
  await field(page).fill('what of drop number')
  await expect(status(page)).toHaveText(/^\d+ of 999$/)
  await startNewChat(page)

  const openResult = async (query: string, name: RegExp) => {
    await page.getByRole('searchbox', { name: 'Search chats' }).fill(query)
    await page.getByRole('list', { name: 'Search results' }).getByRole('button', { name }).click()
  }
  await openResult('tykocin bittern', /bittern/)
  await expect(hiding).toBeInViewport()
  await expect.poll(() => marked(page)).toEqual(['bittern', 'Tykocin'])
  await openResult('"heron of Tykocin" stand', /^You.*heron/)
  const messages = page.getByRole('region', { name: 'Messages' })
  const found = messages.locator('[tabindex="-1"]').filter({ hasText: farUp })
  await expect(found).not.toHaveCSS('background-color', unmarked)
  await expect(found).toBeFocused()
  await expect(found).toBeInViewport({ ratio: 1 })
  const after = await (await watchThread(page)).end()
  expect(listDistinct(after.map(({ blocks }) => new Map(blocks).get(farUp)))).toEqual([expect.any(Number)])
  await expect(found).toHaveCSS('background-color', unmarked)
  await expect(found).toBeFocused()
  expect(await marked(page)).toEqual(['heron of Tykocin', 'stand'])
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(page.getByText(lastParagraph)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)
})

test('a chat opens where it was left', async ({ application: { page } }) => {
  const texts = Array.from({ length: 12 }, (_, index) => `Text ${index}. ${'More of it. '.repeat(90)}`)
  await createChat(page, 'Long', texts)
  await createChat(page, 'Short')
  const messages = page.getByRole('region', { name: 'Messages' })
  await openChat(page, 'Long')
  await expect(messages.getByText('Text 11.')).toBeInViewport()
  await messages.evaluate((thread) => thread.scrollTo({ top: 0 }))
  await expect(messages.getByText('Text 0.')).toBeInViewport()
  await openChat(page, 'Short')
  await expect(messages).toContainText('A response.')
  await openChat(page, 'Long')
  await expect(messages.getByText('Text 0.')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
})
