// The model and the tools of the next prompt are stored per conversation.
import { expect, type Page } from '@playwright/test'
import { ask, askInANewChat, chooseFromMenu, chooseModel, finished, promptField } from '../chat-steps'
import { test } from '../page-test'

/** The button is hidden if space is short and the tool is off. */
const tool = (page: Page, name: 'Search' | 'URL context') => page.locator(`form button[aria-label="${name}"]`)

const turnOn = (page: Page, name: Parameters<typeof tool>[1]) =>
  chooseFromMenu(page.getByRole('form', { name: 'New prompt' }), 'More prompt options', `Turn on ${name}`)

/** Reads the model and the tools that are shown for the next prompt. */
async function readTools(page: Page) {
  const isOn = (name: Parameters<typeof tool>[1]) => tool(page, name).getAttribute('aria-pressed')
  return {
    model: await page.getByRole('combobox', { name: 'Model', exact: true }).textContent(),
    search: await isOn('Search'),
    urls: await isOn('URL context'),
  }
}

const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'All chats' }).getByRole('button', { name: title, exact: true })

async function openChat(page: Page, title: string): Promise<void> {
  await row(page, title).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

const withSearch = { model: 'Gen 2.5 Pro', search: 'true', urls: 'false' }
const ofNewChats = { model: 'Gen 2.5 Flash', search: 'false', urls: 'false' }
const withUrls = { model: 'Gen 2.5 Flash', search: 'false', urls: 'true' }

/** Starts two conversations: one with Search, the other with URL context. */
async function startBoth(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await chooseModel(page, /^Gen 2\.5 Pro/)
  await turnOn(page, 'Search')
  await askInANewChat(page, 'What is new?')
  await page.getByRole('button', { name: 'New chat' }).first().click()
  // Not the model and the tools of the chat before it.
  expect(await readTools(page)).toEqual(ofNewChats)
  await turnOn(page, 'URL context')
  await askInANewChat(page, 'What is there?')
}

test('each conversation shows, changes and sends its own model and tools', async ({
  model,
  application: { page },
}) => {
  await startBoth(page)
  await openChat(page, 'What is new?')
  expect(await readTools(page)).toEqual(withSearch)
  await openChat(page, 'What is there?')
  expect(await readTools(page)).toEqual(withUrls)
  await turnOn(page, 'Search')
  expect(await readTools(page)).toEqual({ ...withUrls, search: 'true' })
  await ask(page, 'And elsewhere?')
  await expect(finished(page)).toContainText('42')
  await expect.poll(() => model.requests.length).toBe(3)
  await openChat(page, 'What is new?')
  expect(await readTools(page)).toEqual(withSearch)
  await ask(page, 'And since then?')
  await expect.poll(() => model.requests.length).toBe(4)
  expect(model.requests.map(({ tools }) => tools)).toEqual([
    [{ googleSearch: {} }],
    [{ urlContext: {} }],
    [{ urlContext: {} }, { googleSearch: {} }],
    [{ googleSearch: {} }],
  ])
})

test('a change made before an opened conversation has loaded is added to its own tools', async ({
  model,
  application: { page },
}) => {
  await startBoth(page)
  await page.getByRole('button', { name: 'New chat' }).first().click()
  expect(await readTools(page)).toEqual(ofNewChats)
  // In one task: the conversation is marked as open, but cannot have loaded yet.
  await row(page, 'What is new?').evaluate(async (button: HTMLElement) => {
    button.click()
    await null
    await null
    document.querySelector<HTMLElement>('form button[aria-label="URL context"]')?.click()
  })
  await expect(page.getByRole('heading', { name: 'What is new?', level: 1 })).toBeVisible()
  expect(await readTools(page)).toEqual({ ...withSearch, urls: 'true' })
  await ask(page, 'And there?')
  await expect.poll(() => model.requests.length).toBe(3)
  expect(model.requests[2]?.tools).toEqual([{ urlContext: {} }, { googleSearch: {} }])
})

test('turning off a tool that then moves into the menu moves the focus to the prompt', async ({
  application: { page },
}) => {
  await turnOn(page, 'Search')
  await tool(page, 'Search').focus()
  await page.keyboard.press('Space')
  await expect(tool(page, 'Search')).toBeHidden()
  await expect(promptField(page)).toBeFocused()
})
