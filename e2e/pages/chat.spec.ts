// The chat: an answer streams, is stopped, and survives a reload, a switch of panels, a restart and a kill.
import { expect, type Page } from '@playwright/test'
import type { Application } from '../application'
import { expectOpenOnDisk, openSection } from '../chat-steps'
import { test } from '../page-test'

const longPrompt = 'Write 2000 words about rivers.'

async function ask(page: Page, prompt: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await page.getByRole('button', { name: 'Send' }).click()
}

const answer = (page: Page) => page.getByRole('article', { name: 'Response' }).last()
const finished = (page: Page) => page.locator('article[aria-label="Response"][aria-busy="false"]').last()

/** Waits until the running answer is longer than `characters`. */
async function waitForText(page: Page, characters: number): Promise<string> {
  await expect.poll(async () => (await answer(page).innerText()).length).toBeGreaterThan(characters)
  return answer(page).locator('.markdown').last().innerText()
}

test.describe('with an answer at reading speed', () => {
  test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: '40' } })

  test('the first run answers without a key: it streams, and is marked as the demo', async ({
    application,
  }) => {
    const { page } = application
    expect(application.upstream).toBe('demo')
    await ask(page, 'What is 6 times 7?')
    await expect(page.getByRole('article', { name: 'Your prompt' })).toContainText('What is 6 times 7?')
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    await expect(finished(page)).toContainText('42')
    await expect(finished(page)).toContainText('Demo')
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  })

  test('Stop ends an answer and saves the text received so far', async ({ application }) => {
    const { page } = application
    await ask(page, longPrompt)
    await waitForText(page, 200)
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(finished(page)).toContainText('You stopped this response')
    const text = await finished(page).locator('.markdown').last().innerText()
    await page.reload()
    await expect(finished(page).locator('.markdown').last()).toHaveText(text, { useInnerText: true })
  })

  test('Continue appends to a stopped answer exactly where it ends', async ({ application: { page } }) => {
    await ask(page, 'Count to 120.')
    await waitForText(page, 60)
    await page.getByRole('button', { name: 'Stop' }).click()
    await finished(page).getByRole('button', { name: 'Continue' }).click()
    const numbers = Array.from({ length: 120 }, (_, index) => index + 1)
    await expect(finished(page).locator('.markdown p').first()).toHaveText(numbers.join(', '))
  })

  test('Escape stops an answer', async ({ application }) => {
    const { page } = application
    await ask(page, longPrompt)
    await waitForText(page, 100)
    await page.keyboard.press('Escape')
    await expect(finished(page)).toContainText('You stopped this response')
  })

  test('after a reload during an answer, it continues to stream, without loss', async ({ application }) => {
    const { page } = application
    await ask(page, longPrompt)
    const before = await waitForText(page, 200)
    await page.reload()
    const after = await waitForText(page, 400)
    expect(after.startsWith(before.slice(0, 150))).toBe(true)
    await expect(answer(page)).toHaveAttribute('aria-busy', 'true')
    await page.getByRole('button', { name: 'Stop' }).click()
  })

  test('the inspector belongs to the open conversation, also while an answer streams', async ({
    application: { page },
  }) => {
    const open = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
    const instruction = (await openSection(page, 'System instruction')).getByRole('textbox')
    await ask(page, 'Hello')
    await expect(finished(page)).toBeVisible()
    await instruction.fill('Be brief.')
    await open('New chat')
    await expect(instruction).toHaveValue('')
    await ask(page, longPrompt)
    await waitForText(page, 100)
    await instruction.fill('Be long.')
    await open(/Hello/)
    await expect(instruction).toHaveValue('Be brief.')
    await expect(page.getByRole('complementary', { name: 'Inspector' }).locator('[inert]')).toHaveCount(0)
    await open(/2000 words/)
    await expect(instruction).toHaveValue('Be long.')
    await expect(answer(page)).toHaveAttribute('aria-busy', 'true')
    await page.getByRole('button', { name: 'Stop' }).click()
  })

  test('an answer continues to stream while another panel is open', async ({ application }) => {
    const { page } = application
    await ask(page, longPrompt)
    await waitForText(page, 100)
    await page.getByRole('button', { name: 'Images' }).click()
    await expect(page.getByRole('article', { name: 'Response' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await expect(answer(page)).toHaveAttribute('aria-busy', 'true')
    await page.getByRole('button', { name: 'Stop' }).click()
  })

  test('an answer continues to stream while the window is closed', async ({ application }) => {
    const { page, electron } = application
    await ask(page, longPrompt)
    await waitForText(page, 200)
    const reopened = electron.waitForEvent('window')
    await electron.evaluate(({ app, BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.destroy()
      app.emit('activate')
    })
    const next = await reopened
    await expect(answer(next)).toHaveAttribute('aria-busy', 'true')
    await next.getByRole('button', { name: 'Stop' }).click()
    await expect(finished(next)).toContainText('You stopped this response')
  })

  test('a kill during an answer loses at most a second of text, and the answer is marked as interrupted', async ({
    application,
  }) => {
    const { page } = application
    await ask(page, longPrompt)
    await expectOpenOnDisk(application)
    await waitForText(page, 600)
    const received = await answer(page).locator('.markdown').last().innerText()
    await application.kill()
    await application.launch()
    await expect(application.page.getByRole('article', { name: 'Your prompt' })).toContainText(longPrompt)
    await expect(finished(application.page)).toContainText(
      'Gen Playground closed before this response finished',
    )
    const restored = await finished(application.page).locator('.markdown').last().innerText()
    // 40 tokens per second are about 200 characters. Twice that is allowed, since the machine may be busy.
    expect(restored.length).toBeGreaterThan(received.length - 400)
    expect(received.startsWith(restored.slice(0, 150))).toBe(true)
  })
})

test.describe('with instant answers', () => {
  test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

  test('a conversation of several turns survives a restart', async ({ application }) => {
    await ask(application.page, 'My name is Ada.')
    await expect(finished(application.page)).toBeVisible()
    await ask(application.page, 'What did I say first?')
    // Both answers have ended: the first one contains the name, too.
    await expect(application.page.locator('article[aria-label="Response"][aria-busy="false"]')).toHaveCount(2)
    await expect(finished(application.page)).toContainText('My name is Ada')
    const text = await finished(application.page).locator('.markdown').last().innerText()
    await application.relaunch()
    await openFirstConversation(application)
    await expect(finished(application.page).locator('.markdown').last()).toHaveText(text, {
      useInnerText: true,
    })
  })

  test('thinking is collapsed above the answer, and expands', async ({ application }) => {
    const { page } = application
    await page.getByRole('combobox', { name: 'Model' }).first().click()
    await page.getByRole('option', { name: /Gen 2\.5 Pro/ }).click()
    await ask(page, 'A train leaves at 9:40 and arrives at 12:05. How long does it travel?')
    const thoughts = finished(page).getByRole('button', { name: /Thought/ })
    await expect(thoughts).toHaveAttribute('aria-expanded', 'false')
    await thoughts.click()
    await expect(thoughts).toHaveAttribute('aria-expanded', 'true')
  })

  test('a conversation is renamed, deleted and restored', async ({ application }) => {
    const { page } = application
    await ask(page, 'Tell me about Danube bridges.')
    await expect(finished(page)).toBeVisible()
    const row = page.getByRole('button', { name: 'Tell me about Danube bridges', exact: false }).first()
    await row.focus()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Title' }).fill('Bridges')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Bridges', exact: true }).hover()
    await page.getByRole('button', { name: 'Actions for “Bridges”' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: 'Bridges', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Bridges', exact: true }).click()
    await expect(page.getByRole('article', { name: 'Your prompt' })).toContainText('Danube bridges')
  })

  test('Enter sends, Shift+Enter inserts a line break, and Enter within an input method does neither', async ({
    application,
  }) => {
    const { page } = application
    const prompt = page.getByRole('textbox', { name: 'Prompt' })
    await prompt.fill('one')
    await prompt.press('Shift+Enter')
    await prompt.pressSequentially('two')
    expect(await prompt.inputValue()).toBe('one\ntwo')
    await prompt.dispatchEvent('keydown', {
      key: 'Enter',
      code: 'Enter',
      isComposing: true,
      keyCode: 229,
      bubbles: true,
    })
    await expect(page.getByRole('article', { name: 'Your prompt' })).toHaveCount(0)
    await prompt.press('Enter')
    await expect(page.getByRole('article', { name: 'Your prompt' })).toContainText('two')
  })

  test('a draft is kept while another conversation is open', async ({ application }) => {
    const { page } = application
    const prompt = page.getByRole('textbox', { name: 'Prompt' })
    await ask(page, 'Hello')
    await expect(finished(page)).toBeVisible()
    await prompt.fill('half a thought')
    await page.getByRole('button', { name: 'New chat' }).first().click()
    await expect(prompt).toHaveValue('')
    await page.getByRole('button', { name: 'Hello', exact: true }).click()
    await expect(prompt).toHaveValue('half a thought')
  })
})

async function openFirstConversation({ page }: Application): Promise<void> {
  if (await page.getByRole('article', { name: 'Response' }).first().isVisible()) return
  await page
    .getByRole('button', { name: /My name is Ada/ })
    .first()
    .click()
}
