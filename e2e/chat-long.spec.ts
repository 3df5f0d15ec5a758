// A conversation of 2,000 turns: it opens at its end, and a search leads to what stands far up in it.
import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { type Application, test as base } from './application'
import { importConversation } from './chat-steps'
import { writeLongConversation } from './long-conversation'
import { listDistinct, watchThread } from './thread-frames'

const title = 'Two thousand turns'
const lastWords = 'This is the very last paragraph.'
const unmarked = 'rgba(0, 0, 0, 0)'
const farUp = 'Where did the heron of Tykocin stand?'

/** The application holds it, and a new chat is open. */
const test = base.extend<{ holding: Application }>({
  holding: async ({ application }, use, testInfo) => {
    const path = testInfo.outputPath('long.json')
    const texts = { 40: farUp, 1999: `The end.\n\n${lastWords}` }
    await writeFile(path, writeLongConversation({ title, length: 2_000, texts }))
    await importConversation(application, path)
    await expect(application.page.getByText(lastWords)).toBeInViewport()
    await application.page.getByRole('button', { name: 'New chat' }).first().click()
    await expect(messages(application.page)).toHaveCount(0)
    await use(application)
  },
})

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const openFromList = (page: Page) =>
  page.getByRole('list', { name: 'All chats' }).getByRole('button', { name: title, exact: true }).click()

/** After so many frames nothing that was estimated, fetched or measured can still move it. */
const many = 500

test('it opens at its very end with the first frame, and stays there', async ({ holding: { page } }) => {
  const watch = await watchThread(page)
  await openFromList(page)
  const frames = await watch.end(many)
  expect(listDistinct(frames.map(({ gap }) => gap))).toEqual([0])
  const firstWhole = frames.findIndex(({ blocks }) => blocks.some(([text]) => text === lastWords))
  // Text is drawn within the next few frames, and then nothing moves.
  expect(firstWhole).toBeGreaterThanOrEqual(0)
  expect(firstWhole).toBeLessThan(30)
  const places = frames.slice(firstWhole).map(({ blocks }) => new Map(blocks).get(lastWords))
  expect(listDistinct(places)).toEqual([expect.any(Number)])
})

for (const where of ['the conversation that is open', 'one that is not'] as const) {
  test(`a find far up in ${where} is scrolled into view, marked and focused`, async ({
    holding: { page },
  }) => {
    if (where === 'the conversation that is open') {
      await openFromList(page)
      await expect(page.getByText(lastWords)).toBeInViewport()
    }
    await page.getByRole('searchbox', { name: 'Search chats' }).fill('heron tykocin')
    const finds = page.getByRole('list', { name: 'Search results' })
    await finds.getByRole('button', { name: /^You.*heron/ }).click()
    const found = messages(page).locator('[tabindex="-1"]').filter({ hasText: farUp })
    await expect(found).not.toHaveCSS('background-color', unmarked)
    await expect(found).toBeFocused()
    await expect(found).toBeInViewport({ ratio: 1 })

    const frames = await (await watchThread(page)).end(many)
    expect(listDistinct(frames.map(({ blocks }) => new Map(blocks).get(farUp)))).toEqual([expect.any(Number)])
    await expect(found).toHaveCSS('background-color', unmarked)
    await expect(found).toBeFocused()

    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect(page.getByText(lastWords)).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)
  })
}
