// Arabic and Hebrew text: each paragraph reads in its own direction, in the prompt, the response, and the lists.
import { expect, type Locator } from '@playwright/test'
import { ask, finished, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

const directionOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).direction)

/** The horizontal positions of the first occurrences of these texts within the element. */
const lefts = (element: Locator, texts: readonly string[]) =>
  element.evaluate(
    (node, texts) =>
      texts.map((text) => {
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
        for (let next = walker.nextNode(); next; next = walker.nextNode()) {
          const at = next.textContent?.indexOf(text) ?? -1
          if (at < 0) continue
          const range = document.createRange()
          range.setStart(next, at)
          range.setEnd(next, at + text.length)
          return range.getBoundingClientRect().left
        }
        throw new Error(`“${text}” is not in the text.`)
      }),
    texts,
  )

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
  const [greeting = 0, api = 0] = await lefts(prompts(page), ['שלום', 'API'])
  expect(greeting).toBeGreaterThan(api)

  // Without a direction, the sentence starts at the left, and its last word comes before its first.
  const hebrew = answer.locator('p', { hasText: 'ואז' })
  expect(await directionOf(hebrew)).toBe('rtl')
  const [start = 0, command = 0, key = 0] = await lefts(hebrew, ['הריצו', 'npm', 'Enter'])
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
