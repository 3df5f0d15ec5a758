// A conversation of 2,000 turns opens at its end, and a search result far up is scrolled into view.
import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { Application } from '../application'
import { importConversation } from '../chat-steps'
import { writeLongConversation } from '../long-conversation'
import { test as base } from '../page-test'
import { listDistinct, watchThread } from '../thread-frames'

const title = 'Two thousand turns'
const lastParagraph = 'This is the very last paragraph.'
const unmarked = 'rgba(0, 0, 0, 0)'
const farUp = 'Where did the heron of Tykocin stand?'

/** The application with that conversation, and a new chat open. */
const test = base.extend<{ applicationWithLongChat: Application }>({
  applicationWithLongChat: async ({ application }, use, testInfo) => {
    const path = testInfo.outputPath('long.json')
    const texts = { 40: farUp, 1999: `The end.\n\n${lastParagraph}` }
    await writeFile(path, writeLongConversation({ title, length: 2_000, texts }))
    await importConversation(application, path)
    await expect(application.page.getByText(lastParagraph)).toBeInViewport()
    await application.page.getByRole('button', { name: 'New chat' }).first().click()
    await expect(messages(application.page)).toHaveCount(0)
    await use(application)
  },
})

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const openFromList = (page: Page) =>
  page.getByRole('list', { name: 'All chats' }).getByRole('button', { name: title, exact: true }).click()

/** After this many frames, no estimated size, load or measurement is pending that could move the content. */
const settlingFrames = 500

test('it opens at its end with the first frame, and stays there', async ({
  applicationWithLongChat: { page },
}) => {
  const watch = await watchThread(page)
  await openFromList(page)
  const frames = await watch.end(settlingFrames)
  expect(listDistinct(frames.map(({ gap }) => gap))).toEqual([0])
  const firstComplete = frames.findIndex(({ blocks }) => blocks.some(([text]) => text === lastParagraph))
  // The text is rendered within the next few frames, and does not move afterwards.
  expect(firstComplete).toBeGreaterThanOrEqual(0)
  expect(firstComplete).toBeLessThan(30)
  const positions = frames.slice(firstComplete).map(({ blocks }) => new Map(blocks).get(lastParagraph))
  expect(listDistinct(positions)).toEqual([expect.any(Number)])
})

for (const where of ['the open conversation', 'another conversation'] as const) {
  test(`a search result far up in ${where} is scrolled into view, marked and focused`, async ({
    applicationWithLongChat: { page },
  }) => {
    if (where === 'the open conversation') {
      await openFromList(page)
      await expect(page.getByText(lastParagraph)).toBeInViewport()
    }
    await page.getByRole('searchbox', { name: 'Search chats' }).fill('heron tykocin')
    const results = page.getByRole('list', { name: 'Search results' })
    await results.getByRole('button', { name: /^You.*heron/ }).click()
    const found = messages(page).locator('[tabindex="-1"]').filter({ hasText: farUp })
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
}
