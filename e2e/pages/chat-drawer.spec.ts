// The list of chats in a window too narrow to show it beside the chat: behind a button, over the thread.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { askInANewChat, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'
import { narrow, resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const opener = (page: Page) => page.getByRole('button', { name: 'Chats', exact: true })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Chats' })
const search = (page: Page) => drawer(page).getByRole('searchbox', { name: 'Search chats' })
const row = (page: Page, title: string) => drawer(page).getByRole('button', { name: title, exact: true })

async function expectClosed(page: Page): Promise<void> {
  await expect(drawer(page)).toHaveCount(0)
  await expect(opener(page)).toHaveAttribute('aria-expanded', 'false')
}

/** The second one is open. */
async function startTwoChats(page: Page): Promise<void> {
  await askInANewChat(page, 'What is 6 times 7?')
  await askInANewChat(page, 'What is 8 times 8?')
}

test('by mouse the drawer opens, and closes when a chat is selected', async ({ application }) => {
  const { page } = application
  await startTwoChats(page)
  await resize(application, narrow)
  await expect(page.getByRole('navigation', { name: 'Chats' })).toHaveCount(0)

  await opener(page).click()
  await expect(drawer(page)).toBeInViewport({ ratio: 1 })
  await expect(search(page)).toBeFocused()
  await expect(row(page, 'What is 8 times 8?')).toHaveAttribute('aria-current', 'true')
  await row(page, 'What is 6 times 7?').click()
  await expectClosed(page)
  await expect(prompts(page)).toContainText('6 times 7')
  await expect(promptField(page)).toBeFocused()

  await opener(page).click()
  await row(page, 'What is 6 times 7?').click()
  await expectClosed(page)
  await expect(prompts(page)).toContainText('6 times 7')

  await opener(page).click()
  await drawer(page).getByRole('button', { name: 'New chat' }).click()
  await expectClosed(page)
  await expect(prompts(page)).toHaveCount(0)
  await expect(promptField(page)).toBeFocused()
})

test('by keyboard the drawer opens, its rows are reachable, and it closes when a chat is selected', async ({
  application,
}) => {
  const { page } = application
  const { keyboard } = page
  await startTwoChats(page)
  await resize(application, narrow)
  await opener(page).focus()
  await keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(row(page, 'What is 8 times 8?')).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(row(page, 'What is 6 times 7?')).toBeFocused()
  await keyboard.press('Enter')
  await expectClosed(page)
  await expect(prompts(page)).toContainText('6 times 7')
  await expect(promptField(page)).toBeFocused()

  await opener(page).focus()
  await keyboard.press('Space')
  await expect(search(page)).toBeFocused()
  await keyboard.type('eight 8')
  await expect(drawer(page)).toContainText('No results.')
  await search(page).fill('8 times')
  await expect(drawer(page).getByRole('list', { name: 'Search results' })).toContainText('8 times 8')
  await keyboard.press('Enter')
  await expectClosed(page)
  await expect(prompts(page)).toContainText('8 times 8')
})

test('Escape clears the search, then closes the drawer, and the focus returns', async ({ application }) => {
  const { page } = application
  const { keyboard } = page
  await startTwoChats(page)
  await resize(application, narrow)
  await opener(page).focus()
  await keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  await keyboard.type('heron')
  await keyboard.press('Escape')
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
  await keyboard.press('Escape')
  await expectClosed(page)
  await expect(opener(page)).toBeFocused()

  await promptField(page).focus()
  await keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Search all chats' }).click()
  await expect(search(page)).toBeFocused()
  await keyboard.press('Escape')
  await expectClosed(page)
  await expect(promptField(page)).toBeFocused()
})

test('a click outside the drawer closes it, and does nothing else', async ({ application }) => {
  const { page } = application
  await startTwoChats(page)
  await promptField(page).fill('half a thought')
  await resize(application, narrow)
  await opener(page).click()
  await expect(drawer(page)).toBeVisible()
  const send = await page
    .getByRole('button', { name: 'Send', exact: true, includeHidden: true })
    .boundingBox()
  await page.mouse.click((send?.x ?? 0) + 4, (send?.y ?? 0) + 4)
  await expectClosed(page)
  await expect(opener(page)).toBeFocused()
  await expect(promptField(page)).toHaveValue('half a thought')
  await expect(prompts(page)).toHaveCount(1)
})

test('the drawer has no axe violations, with its list and its search results', async ({ application }) => {
  const { page } = application
  await startTwoChats(page)
  await resize(application, narrow)
  await expectNoViolations(page, 'the chat without the drawer')
  await opener(page).click()
  await expect(row(page, 'What is 8 times 8?')).toBeVisible()
  await expectNoViolations(page, 'its list', '[role=dialog]')
  await search(page).fill('times')
  await expect(drawer(page).getByRole('list', { name: 'Search results' })).toBeVisible()
  await expectNoViolations(page, 'its search results', '[role=dialog]')
})
