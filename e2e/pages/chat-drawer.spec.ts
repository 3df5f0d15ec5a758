// The list of chats in a window too narrow to show it beside the chat: in a drawer over the thread.
import { expect, type Locator } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { createChat, openChat, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'
import { narrow, resize } from '../window-size'

test('in a narrow window, chats are opened from a drawer by mouse and keyboard', async ({ application }) => {
  const { page } = application
  const { keyboard } = page
  for (const title of ['First', 'Second']) await createChat(page, title)
  await openChat(page, 'Second')
  await resize(application, narrow)
  await expect(page.getByRole('navigation', { name: 'Chats' })).toHaveCount(0)
  const opener = page.getByRole('button', { name: 'Chats', exact: true })
  const drawer = page.getByRole('dialog', { name: 'Chats' })
  const search = drawer.getByRole('searchbox', { name: 'Search chats' })
  const row = (title: string) => drawer.getByRole('button', { name: title, exact: true })
  const expectClosed = async (focused: Locator) => {
    await expect(drawer).toHaveCount(0)
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await expect(focused).toBeFocused()
  }

  await opener.click()
  await expect(drawer).toBeInViewport({ ratio: 1 })
  await expect(search).toBeFocused()
  await expect(row('Second')).toHaveAttribute('aria-current', 'true')
  await expectNoViolations(page, 'the drawer', '[role=dialog]')
  await row('First').click()
  await expectClosed(promptField(page))
  await expect(prompts(page)).toContainText('First')
  await promptField(page).fill('Half a thought')
  await opener.click()
  await expect(drawer).toBeVisible()
  // A click outside closes it, and does nothing else.
  const send = page.getByRole('button', { name: 'Send', exact: true, includeHidden: true })
  const { x = 0, y = 0 } = (await send.boundingBox()) ?? {}
  await page.mouse.click(x + 4, y + 4)
  await expectClosed(opener)
  await expect(promptField(page)).toHaveValue('Half a thought')

  await opener.press('Enter')
  await expect(search).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(row('Second')).toBeFocused()
  await keyboard.press('Enter')
  await expectClosed(promptField(page))
  await expect(prompts(page)).toContainText('Second')
  await keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Search all chats' }).click()
  await expect(search).toBeFocused()
  await keyboard.type('first')
  await expect(drawer.getByRole('list', { name: 'Search results' })).toContainText('First')
  for (const _ of ['clears the search', 'closes the drawer']) await keyboard.press('Escape')
  await expectClosed(promptField(page))
})
