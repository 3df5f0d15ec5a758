// Finding text, in the open chat and in all chats; a chat of 2,000 turns opens at its end, and scrolls to a match.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, createChat, openChat, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'
import { listDistinct, watchThread } from '../thread-frames'

const title = 'Two thousand turns'
const lastParagraph = 'This is the very last paragraph.'
const unmarked = 'rgba(0, 0, 0, 0)'
const farUp = 'Where did the heron of Tykocin stand?'

/** 400 paragraphs, of which the 300th is about a bittern. */
const longAnswer = Array.from({ length: 400 }, (_, index) =>
  index === 300 ? 'Here the **bittern** of Tykocin hides.' : `Paragraph ${index} about the river.`,
).join('\n\n')

const createLongChat = (page: Page) =>
  createChat(page, title, { 40: farUp, 401: longAnswer, 1999: `The end.\n\n${lastParagraph}`, length: 2_000 })

const bar = (page: Page) => page.getByRole('search', { name: 'Find in chat' })
const field = (page: Page) => bar(page).getByRole('searchbox', { name: 'Find' })
const status = (page: Page) => bar(page).getByRole('status')

async function openResult(page: Page, query: string, name: RegExp): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search chats' }).fill(query)
  await page.getByRole('list', { name: 'Search results' }).getByRole('button', { name }).click()
}

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

test('the find bar counts, marks, and goes through the matches', async ({ application: { page }, model }) => {
  model.answers(
    answerOf({ text: 'A **grey** heron stands.\n\n- Heron one\n- heron two\n\n```js\nheron()\n```' }),
  )
  await ask(page, 'Where is the heron?')
  await expect(answers(page)).toContainText('heron two')
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

test('matches are found in messages that are not loaded yet', async ({ application: { page } }) => {
  await createLongChat(page)
  await openChat(page, title)
  await expect(page.getByText(lastParagraph)).toBeInViewport()
  await page.keyboard.press('ControlOrMeta+f')
  await field(page).fill('of Tykocin')
  await expect(status(page)).toHaveText('1 of 2')
  await expect.poll(() => isInView(page)).toBe(true)
  await expect(page.getByText('heron of Tykocin')).toBeInViewport()
  await page.keyboard.press('Enter')
  const hiding = page.getByRole('paragraph').filter({ hasText: 'of Tykocin hides.' })
  await expect(hiding).toBeInViewport()
  await expect.poll(() => isInView(page)).toBe(true)
  await field(page).fill('what of drop number')
  await expect(status(page)).toHaveText(/^\d+ of 999$/)
  await page.keyboard.press('Escape')

  await openResult(page, 'tykocin bittern', /bittern/)
  await expect(hiding).toBeInViewport()
  await expect.poll(() => isInView(page)).toBe(true)
  await expect.poll(() => marked(page)).toEqual(['bittern', 'Tykocin'])
  await openResult(page, '"heron of Tykocin" stand', /stand/)
  await expect.poll(() => marked(page)).toEqual(['heron of Tykocin', 'stand'])
})

test('a letter is found in a prompt of a megabyte', async ({ application: { page } }) => {
  // More matches than a function accepts arguments.
  await createChat(page, 'Pasted', ['We drift on the sea.\n'.repeat(45_000), 'The end.'])
  await openChat(page, 'Pasted')
  await expect(page.getByText('The end.')).toBeInViewport()
  await page.keyboard.press('ControlOrMeta+f')
  await field(page).fill('e')
  await expect(status(page)).toHaveText(/ of 135,002$/)
  const count = (await marked(page)).length
  expect(count).toBeGreaterThan(100)
  expect(count).toBeLessThan(10_000)
  for (const _ of [135_002, 135_001]) await page.keyboard.press('Shift+Enter')
  await expect(status(page)).toHaveText('135,001 of 135,002')
  await expect.poll(() => isInView(page)).toBe(true)
})

test('a long prompt is collapsed, until it is expanded or searched', async ({ application: { page } }) => {
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`)
  await createChat(page, 'Long', [`${lines.join('\n')}\nThe heron is here.`, 'Yes.'])
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
  await expect.poll(() => isInView(page)).toBe(true)
})

/** After this many frames, no estimated size, load or measurement is pending that could move the content. */
const settlingFrames = 500

test('a long chat opens at its end with the first frame, and stays there', async ({
  application: { page },
}) => {
  await createLongChat(page)
  const watch = await watchThread(page)
  await openChat(page, title)
  const frames = await watch.end(settlingFrames)
  expect(listDistinct(frames.map(({ gap }) => gap))).toEqual([0])
  const firstComplete = frames.findIndex(({ blocks }) => blocks.some(([text]) => text === lastParagraph))
  // The text is rendered within the next few frames, and does not move afterwards.
  expect(firstComplete).toBeGreaterThanOrEqual(0)
  expect(firstComplete).toBeLessThan(30)
  const positions = frames.slice(firstComplete).map(({ blocks }) => new Map(blocks).get(lastParagraph))
  expect(listDistinct(positions)).toEqual([expect.any(Number)])
})

test('a search result far up in another chat is scrolled into view, marked and focused', async ({
  application: { page },
}) => {
  await createLongChat(page)
  await openResult(page, 'heron tykocin', /^You.*heron/)
  const found = page
    .getByRole('region', { name: 'Messages' })
    .locator('[tabindex="-1"]')
    .filter({ hasText: farUp })
  await expect(found).not.toHaveCSS('background-color', unmarked)
  await expect(found).toBeFocused()
  await expect(found).toBeInViewport({ ratio: 1 })
  const frames = await (await watchThread(page)).end(settlingFrames)
  expect(listDistinct(frames.map(({ blocks }) => new Map(blocks).get(farUp)))).toEqual([expect.any(Number)])
  await expect(found).toHaveCSS('background-color', unmarked)
  await expect(found).toBeFocused()
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(page.getByText(lastParagraph)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)
})
