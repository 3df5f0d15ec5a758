// Two models answer the same prompt side by side; the user keeps one of the answers.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import {
  answers,
  ask,
  askInANewChat,
  chooseFromMenu,
  finished,
  openSection,
  promptField,
} from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'
import { resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: '40' } })

const turnOnCompare = (page: Page) =>
  chooseFromMenu(page.getByRole('form', { name: 'New prompt' }), 'More prompt options', 'Turn on Compare')

async function askSecondPrompt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await ask(page, 'The second')
  await expect(answers(page)).toContainText('It starts with')
}

const openChat = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'All chats' })
    // While an answer is streaming, the name begins with its status.
    .getByRole('button', { name: new RegExp(`${title}$`) })
    .click()

test('two models stream at the same time, one is stopped, and the other continues and is kept', async ({
  application,
}) => {
  const { page } = application
  await turnOnCompare(page)
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
  await expect(second).toHaveAttribute('aria-busy', 'false')
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

test('a queued prompt waits until an answer is kept, then is sent automatically', async ({
  application: { page },
}) => {
  await turnOnCompare(page)
  await ask(page, 'Write 60 words about rivers.')
  await expect(page.getByRole('button', { name: 'Stop' }).first()).toBeVisible()
  await promptField(page).fill('What is 6 times 7?')
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  const waiting = page.getByRole('list', { name: 'Queued prompts' })
  await expect(waiting).toContainText('What is 6 times 7?')
  const columnButtons = page.getByRole('button', { name: 'Keep this' })
  await expect(columnButtons.first()).toBeEnabled()
  await expect(page.getByRole('form').getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expect(waiting).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Send now' })).toHaveCount(0)
  await columnButtons.first().click()
  await expect(finished(page)).toContainText('42')
  await expect(waiting).toHaveCount(0)
})

test('explains why a comparison cannot be sent, in that chat only and only while it applies', async ({
  model,
  application: { page },
}) => {
  await askInANewChat(page, 'The first')
  const end = model.pauses('It starts with', ' and ends.')
  await askSecondPrompt(page)
  await turnOnCompare(page)
  await promptField(page).fill('Which is better?')
  await promptField(page).press('Enter')
  const reason = page.getByText('Wait for the current response to finish before comparing.')
  await expect(reason).toBeVisible()
  await openChat(page, 'The first')
  await expect(reason).toHaveCount(0)
  await openChat(page, 'The second')
  await expect(reason).toBeVisible()
  end()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await expect(reason).toHaveCount(0)
  await expect(promptField(page)).toHaveValue('Which is better?')
})

test('the inspector stays with its column when an earlier column is removed', async ({
  application: { page },
}) => {
  await turnOnCompare(page)
  const pickers = page.getByRole('group', { name: 'Models to compare' })
  await pickers.getByRole('button', { name: 'Add model' }).click()
  // There is space for a fourth model, so the button stays.
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

test('three responses fit side by side, show their differences, and are compared again after one was kept', async ({
  application,
  model,
}) => {
  const { page } = application
  await resize(application, { width: 1440, height: 900, zoom: 1 })
  await turnOnCompare(page)
  await page.getByRole('button', { name: 'Add model' }).click()
  model.answers(
    answerOf({ text: 'The river is **long** and calm.' }),
    answerOf({ text: 'The river is **short** and calm.' }),
    answerOf({ text: 'The river is **long** and wild.' }),
  )
  await ask(page, 'Which river?')
  const columns = page.getByRole('region', { name: 'Compared responses' })
  const column = (name: string) => columns.getByRole('article', { name: new RegExp(`^Response ${name}`) })
  const differences = columns.getByRole('button', { name: 'Show differences' })
  await expect(differences).toBeEnabled()
  const group = columns.getByRole('group', { name: 'Responses' })
  expect(await group.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)

  // The requests arrive in any order, so the base is chosen by its text.
  const texts = await group.getByRole('article').allInnerTexts()
  const base = texts.findIndex((text) => text.includes('long and calm')) + 1
  await differences.click()
  await expect(differences).toHaveAttribute('aria-pressed', 'true')
  const changes = (name: string) => column(name).locator('ins, del').allTextContents()
  await columns.getByRole('radio', { name: `With ${base}` }).click()
  expect(await changes(`${base} of 3`)).toEqual([])
  const others = [1, 2, 3].filter((each) => each !== base)
  const found = await Promise.all(others.map((each) => changes(`${each} of 3`)))
  expect(found.map((each) => each.join()).toSorted()).toEqual(['calm,wild', 'long,short'])
  await expectNoViolations(page, 'differences')
  await differences.click()
  await expect(columns.locator('ins, del')).toHaveCount(0)

  await column('2 of 3').getByRole('button', { name: 'Keep this' }).click()
  await expect(columns).toHaveCount(0)
  const versions = answers(page).getByRole('group', { name: 'Versions' })
  await expect(versions).toContainText('2 of 3')
  await versions.getByRole('button', { name: 'Compare versions' }).click()
  await expect(columns.getByRole('article')).toHaveCount(3)
  await expect(column('2 of 3')).toContainText('Current')
  await expectNoViolations(page, 'compared versions')
  await column('3 of 3').getByRole('button', { name: 'Keep this' }).click()
  await expect(versions).toContainText('3 of 3')
  await expect(promptField(page)).toBeFocused()
  // They are not loaded with the chat.
  await page.reload()
  await versions.getByRole('button', { name: 'Compare versions' }).click()
  await expect(columns.getByRole('article')).toHaveCount(3)
  await columns.getByRole('button', { name: 'Close comparison' }).click()
  await expect(versions).toContainText('3 of 3')
})
