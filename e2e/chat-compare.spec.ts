// Two models answer the same prompt side by side; one of their answers is kept.
import { expect, type Page } from '@playwright/test'
import { test } from './application'
import { answers, ask, askInANewChat, chooseFromMenu, finished, openSection, promptField } from './chat-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: '40' } })

const compare = (page: Page) =>
  chooseFromMenu(page.getByRole('form', { name: 'New prompt' }), 'More prompt options', 'Turn on Compare')

async function askHeld(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await ask(page, 'The second')
  await expect(answers(page)).toContainText('It starts with')
}

const open = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'All chats' })
    // One whose answer is under way says so before its title.
    .getByRole('button', { name: new RegExp(`${title}$`) })
    .click()

test('two models stream at once, one is stopped, the other is kept and goes on', async ({ application }) => {
  const { page } = application
  await compare(page)
  const pickers = page.getByRole('group', { name: 'Models to compare' })
  await pickers.getByRole('combobox', { name: 'Model 1' }).click()
  await page.getByRole('option', { name: /Gen 2\.5 Flash$/ }).click()
  await pickers.getByRole('combobox', { name: 'Model 2' }).click()
  await page.getByRole('option', { name: /Gen 2\.5 Pro/ }).click()
  await ask(page, 'Write 250 words about rivers.')

  const columns = page.getByRole('region', { name: 'Compared responses' })
  const first = columns.getByRole('article', { name: /^Response 1 of 2: .*Flash/ })
  const second = columns.getByRole('article', { name: /^Response 2 of 2: .*Pro/ })
  for (const column of [first, second]) {
    await expect(column.locator('.markdown').last()).toBeVisible()
    await expect(column).toHaveAttribute('aria-busy', 'true')
  }
  await first.getByRole('button', { name: 'Stop' }).click()
  await expect(first).toHaveAttribute('aria-busy', 'false')
  await expect(first).toContainText('You stopped this response')
  await expect(second).toHaveAttribute('aria-busy', 'true')
  await expect(second).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
  await expect(second).toContainText('tokens/s')

  await second.getByRole('button', { name: 'Keep this' }).click()
  await expect(columns).toHaveCount(0)
  await expect(answers(page)).toHaveCount(1)
  await expect(answers(page).getByRole('group', { name: 'Versions' })).toContainText('2 of 2')
  await expect(promptField(page)).toBeFocused()
  await ask(page, 'What is 6 times 7?')
  await expect(finished(page)).toContainText('42')
  await expect(answers(page)).toHaveCount(2)
})

test('a prompt that waits while nothing is kept cannot be sent, and goes by itself once one is', async ({
  application: { page },
}) => {
  await compare(page)
  await ask(page, 'Write 60 words about rivers.')
  await expect(page.getByRole('button', { name: 'Stop' }).first()).toBeVisible()
  await promptField(page).fill('What is 6 times 7?')
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  const waiting = page.getByRole('list', { name: 'Queued prompts' })
  await expect(waiting).toContainText('What is 6 times 7?')
  const keep = page.getByRole('button', { name: 'Keep this' })
  await expect(keep.first()).toBeEnabled({ timeout: 30_000 })
  await expect(page.getByRole('form').getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expect(waiting).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Send now' })).toHaveCount(0)
  await keep.first().click()
  await expect(finished(page)).toContainText('42')
  await expect(waiting).toHaveCount(0)
})

test('why a comparison cannot be sent now is told where it was tried, and as long as it is so', async ({
  model,
  application: { page },
}) => {
  await askInANewChat(page, 'The first')
  const end = model.holds('It starts with', ' and ends.')
  await askHeld(page)
  await compare(page)
  await promptField(page).fill('Which is better?')
  await promptField(page).press('Enter')
  const reason = page.getByText('Wait for the current response to finish before comparing.')
  await expect(reason).toBeVisible()
  await open(page, 'The first')
  await expect(reason).toHaveCount(0)
  await open(page, 'The second')
  await expect(reason).toBeVisible()
  end()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await expect(reason).toHaveCount(0)
  await expect(promptField(page)).toHaveValue('Which is better?')
})

test('the inspector stays with the column it sets where one before it is taken away', async ({
  application: { page },
}) => {
  await compare(page)
  const pickers = page.getByRole('group', { name: 'Models to compare' })
  await pickers.getByRole('button', { name: 'Add model' }).click()
  // There is room for a fourth, and the button stays.
  await expect(pickers.getByRole('button', { name: 'Add model' })).toBeFocused()
  await pickers.getByRole('button', { name: 'Parameters for model 2' }).click()
  const temperature = (await openSection(page, 'Sampling')).getByRole('textbox', { name: 'Temperature' })
  await temperature.fill('0.1')
  await temperature.press('Tab')
  await pickers.getByRole('button', { name: 'Remove model 1' }).click()
  await expect(promptField(page)).toBeFocused()
  await expect(temperature).toHaveValue('0.1')
  await pickers.getByRole('button', { name: 'Stop comparing' }).click()
  await expect(promptField(page)).toBeFocused()
})
