// Steps of tests in the chat: asking, reading, choosing from menus, writing in editors, choosing files.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Application } from './application'
import { openDesktopClient } from './desktop-client'
import { writeLongConversation } from './long-conversation'

export async function ask(page: Page, prompt: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Asks in a new chat, and returns the finished answer. */
export async function askInANewChat(page: Page, prompt = 'What is 6 times 7?'): Promise<Locator> {
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('button', { name: 'New chat' }).first().click()
  // The answer of the chat that was open must not be taken for the new one.
  await expect(prompts(page)).toHaveCount(0)
  await ask(page, prompt)
  await expect(prompts(page)).toContainText(prompt)
  await finished(page).waitFor()
  return finished(page)
}

export const promptField = (page: Page) => page.getByRole('textbox', { name: 'Prompt' })
export const prompts = (page: Page) => page.getByRole('article', { name: 'Your prompt' })
export const answers = (page: Page) => page.getByRole('article', { name: 'Response', exact: true })
export const finished = (page: Page) =>
  page.locator('article[aria-label="Response"][aria-busy="false"]').last()

export async function chooseModel(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Model', exact: true }).click()
  await page.getByRole('option', { name }).click()
}

/** Chooses from the menu of a button within `container`. */
export async function chooseFromMenu(container: Locator, menu: string, item: string | RegExp): Promise<void> {
  await container.getByRole('button', { name: menu, exact: true }).click()
  await container.page().getByRole('menuitem', { name: item }).click()
}

export async function openInspector(page: Page): Promise<Locator> {
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  const show = page.getByRole('button', { name: 'Show inspector' })
  // Just after the start the inspector opens automatically, once the window has its size.
  await expect(async () => {
    if (await show.isVisible()) await show.click()
    await expect(inspector).toBeVisible({ timeout: 1_000 })
  }).toPass()
  return inspector
}

/** Opens the inspector and the section, and returns the section's content. */
export async function openSection(page: Page, title: string): Promise<Locator> {
  const inspector = await openInspector(page)
  const head = inspector.getByRole('button', { name: title, exact: true })
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  return inspector.getByRole('region', { name: title, exact: true })
}

/** Makes the next file dialogs choose this path. */
export async function choosePath({ electron }: Application, path: string): Promise<void> {
  await electron.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path })
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, path)
}

/** Replaces the text of the editor. */
export async function writeInEditor(editor: Locator, text: string): Promise<void> {
  await editor.click()
  await editor.press('ControlOrMeta+a')
  // Typed key by key, the text would get additional brackets from the editor.
  await editor.page().keyboard.insertText(text)
}

/**
 * Creates a chat with these prompts and responses in turn, without opening it. Missing texts are generated.
 * Works until the page is reloaded.
 */
export async function createChat(
  page: Page,
  title: string,
  texts: ArrayLike<string> = [title, 'A response.'],
): Promise<void> {
  const text = writeLongConversation({ title, length: texts.length, texts: Array.from(texts) })
  const { desktop } = await openDesktopClient(page)
  await desktop.conversations.importText({ text })
}

export async function openChat(page: Page, title: string): Promise<void> {
  const list = page.getByRole('list', { name: 'All chats' })
  // The row's other button has the title in its name, too. While a response streams, the name starts with its status.
  await list.getByRole('button', { name: title }).first().click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

export const startNewChat = (page: Page) => page.getByRole('button', { name: 'New chat' }).first().click()

/** Turns on a tool of the next prompt. */
export const turnOn = (page: Page, tool: string) =>
  chooseFromMenu(page.getByRole('form', { name: 'New prompt' }), 'More prompt options', `Turn on ${tool}`)
