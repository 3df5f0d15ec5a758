// The list of chats in a window too narrow to show it beside the chat: behind a button, over the thread.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import type { Application } from '../application'
import { createChat, openChat, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'
import { narrow, resize } from '../window-size'

const opener = (page: Page) => page.getByRole('button', { name: 'Chats', exact: true })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Chats' })
const search = (page: Page) => drawer(page).getByRole('searchbox', { name: 'Search chats' })
const row = (page: Page, title: string) => drawer(page).getByRole('button', { name: title, exact: true })

async function expectClosed(page: Page, focused: (page: Page) => ReturnType<typeof opener>): Promise<void> {
  await expect(drawer(page)).toHaveCount(0)
  await expect(opener(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(focused(page)).toBeFocused()
}

/** “Second” is open, and the window is narrow. */
async function openNarrow(application: Application): Promise<Page> {
  for (const title of ['First', 'Second']) await createChat(application, title)
  await openChat(application.page, 'Second')
  await resize(application, narrow)
  return application.page
}

test('by mouse the drawer opens, and closes when a chat is selected, or on a click outside, which does nothing else', async ({
  application,
}) => {
  const page = await openNarrow(application)
  await expect(page.getByRole('navigation', { name: 'Chats' })).toHaveCount(0)
  await opener(page).click()
  await expect(drawer(page)).toBeInViewport({ ratio: 1 })
  await expect(search(page)).toBeFocused()
  await expect(row(page, 'Second')).toHaveAttribute('aria-current', 'true')
  await expectNoViolations(page, 'the list of chats', '[role=dialog]')
  for (const _ of ['another chat', 'the open chat']) {
    await row(page, 'First').click()
    await expectClosed(page, promptField)
    await expect(prompts(page)).toContainText('First')
    await opener(page).click()
  }
  await drawer(page).getByRole('button', { name: 'New chat' }).click()
  await expectClosed(page, promptField)
  await expect(prompts(page)).toHaveCount(0)

  await promptField(page).fill('half a thought')
  await opener(page).click()
  await expect(drawer(page)).toBeVisible()
  const send = page.getByRole('button', { name: 'Send', exact: true, includeHidden: true })
  const { x = 0, y = 0 } = (await send.boundingBox()) ?? {}
  await page.mouse.click(x + 4, y + 4)
  await expectClosed(page, opener)
  await expect(promptField(page)).toHaveValue('half a thought')
  await expect(prompts(page)).toHaveCount(0)
})

test('by keyboard the drawer opens, its rows and results are reachable, and Escape returns the focus', async ({
  application,
}) => {
  const page = await openNarrow(application)
  const { keyboard } = page
  await opener(page).press('Enter')
  await expect(search(page)).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(row(page, 'Second')).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(row(page, 'First')).toBeFocused()
  await keyboard.press('Enter')
  await expectClosed(page, promptField)
  await expect(prompts(page)).toContainText('First')

  await opener(page).press('Space')
  await keyboard.type('heron')
  await expect(drawer(page)).toContainText('No results.')
  await keyboard.press('Escape')
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
  await keyboard.press('Escape')
  await expectClosed(page, opener)

  await promptField(page).focus()
  await keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Search all chats' }).click()
  await expect(search(page)).toBeFocused()
  await keyboard.press('Escape')
  await expectClosed(page, promptField)

  await opener(page).press('Enter')
  await keyboard.type('second')
  await expect(drawer(page).getByRole('list', { name: 'Search results' })).toContainText('Second')
  await expectNoViolations(page, 'the search results', '[role=dialog]')
  await keyboard.press('Enter')
  await expect(drawer(page)).toHaveCount(0)
  await expect(prompts(page)).toContainText('Second')
})
