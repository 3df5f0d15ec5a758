// Several models answer the same prompt side by side; the user keeps one of the answers.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, createChat, finished, openChat, openSection, promptField, turnOn } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'
import { resize } from '../window-size'

const pickers = (page: Page) => page.getByRole('group', { name: 'Models to compare' })
const columns = (page: Page) => page.getByRole('region', { name: 'Compared responses' })
const column = (page: Page, name: string) =>
  columns(page).getByRole('article', { name: new RegExp(`^Response ${name}`) })

async function pick(page: Page, picker: string, model: RegExp): Promise<void> {
  await pickers(page).getByRole('combobox', { name: picker }).click()
  await page.getByRole('option', { name: model }).click()
}

test('two models stream at once, and one answer is kept and continued', async ({
  application: { page },
  model,
}) => {
  await turnOn(page, 'Compare')
  await pick(page, 'Model 1', /Gen 2\.5 Flash$/)
  await pick(page, 'Model 2', /Gen 2\.5 Pro/)
  await expectNoViolations(page, 'models to compare', 'main')
  const streams = [model.streams(), model.streams()]
  for (const stream of streams) stream.add('It starts with')
  await ask(page, 'Which river?')
  const [first, second] = [column(page, '1 of 2: .*Flash'), column(page, '2 of 2: .*Pro')]
  for (const each of [first, second]) {
    await expect(each).toContainText('It starts with')
    await expect(each).toHaveAttribute('aria-busy', 'true')
  }
  await promptField(page).fill('And which lake?')
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  const waiting = page.getByRole('list', { name: 'Queued prompts' })
  await expect(waiting).toContainText('And which lake?')
  await first.getByRole('button', { name: 'Stop' }).click()
  await expect(first).toContainText('You stopped this response')
  await expect(second).toHaveAttribute('aria-busy', 'true')
  // Each request has one of the streams, in any order.
  for (const stream of streams) {
    stream.add(' and ends.')
    stream.end()
  }
  await expect(second).toHaveAttribute('aria-busy', 'false')
  await expect(second).toContainText('It starts with and ends.')

  // The queue waits until an answer is kept.
  await expect(page.getByRole('form').getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expect(waiting).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Send now' })).toHaveCount(0)
  expect(model.requests).toHaveLength(2)
  await second.getByRole('button', { name: 'Keep this' }).click()
  await expect(columns(page)).toHaveCount(0)
  await expect(answers(page).first().getByRole('group', { name: 'Versions' })).toContainText('2 of 2')
  await expect(promptField(page)).toBeFocused()
  await expect(finished(page)).toContainText('42')
  await expect(answers(page)).toHaveCount(2)
  await expect(waiting).toHaveCount(0)
})

test('columns are removed, and a comparison that must wait says why', async ({
  application: { page },
  model,
}) => {
  await createChat(page, 'Another')
  const end = model.pauses('It starts with', ' and ends.')
  await ask(page, 'The first')
  await expect(answers(page)).toContainText('It starts with')
  await turnOn(page, 'Compare')
  await pickers(page).getByRole('button', { name: 'Add model' }).click()
  // There is space for a fourth model, so the button stays.
  await expect(pickers(page).getByRole('button', { name: 'Add model' })).toBeFocused()
  await pickers(page).getByRole('button', { name: 'Parameters for model 2' }).click()
  const temperature = (await openSection(page, 'Sampling')).getByRole('textbox', { name: 'Temperature' })
  await temperature.fill('0.1')
  await temperature.press('Tab')
  await pickers(page).getByRole('button', { name: 'Remove model 1' }).click()
  await expect(promptField(page)).toBeFocused()
  await expect(temperature).toHaveValue('0.1')

  await promptField(page).fill('Which is better?')
  await promptField(page).press('Enter')
  const reason = page.getByText('Wait for the current response to finish before comparing.')
  await expect(reason).toBeVisible()
  await openChat(page, 'Another')
  await expect(reason).toHaveCount(0)
  await openChat(page, 'The first')
  await expect(reason).toBeVisible()
  end()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await expect(reason).toHaveCount(0)
  await expect(promptField(page)).toHaveValue('Which is better?')
  await pickers(page).getByRole('button', { name: 'Stop comparing' }).click()
  await expect(promptField(page)).toBeFocused()
})

test('three responses show their differences, and are compared again', async ({ application, model }) => {
  const { page } = application
  await resize(application, { width: 1440, height: 900, zoom: 1 })
  await turnOn(page, 'Compare')
  await page.getByRole('button', { name: 'Add model' }).click()
  model.answers(
    answerOf({ text: 'The river is **long** and calm.' }),
    answerOf({ text: 'The river is **short** and calm.' }),
    answerOf({ text: 'The river is **long** and wild.' }),
  )
  await ask(page, 'Which river?')
  const differences = columns(page).getByRole('button', { name: 'Show differences' })
  await expect(differences).toBeEnabled()
  const group = columns(page).getByRole('group', { name: 'Responses' })
  expect(await group.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)

  // The requests arrive in any order, so the base is chosen by its text.
  const texts = await group.getByRole('article').allInnerTexts()
  const base = texts.findIndex((text) => text.includes('long and calm')) + 1
  await differences.click()
  await expect(differences).toHaveAttribute('aria-pressed', 'true')
  await columns(page)
    .getByRole('radio', { name: `With ${base}` })
    .click()
  const found = await Promise.all(
    [1, 2, 3].map((each) => column(page, `${each} of 3`).locator('ins, del').allTextContents()),
  )
  expect(found[base - 1]).toEqual([])
  expect(found.map((each) => each.join()).toSorted()).toEqual(['', 'calm,wild', 'long,short'])
  await expectNoViolations(page, 'differences')
  await differences.click()
  await expect(columns(page).locator('ins, del')).toHaveCount(0)

  await column(page, '2 of 3').getByRole('button', { name: 'Keep this' }).click()
  const versions = answers(page).getByRole('group', { name: 'Versions' })
  await expect(versions).toContainText('2 of 3')
  await versions.getByRole('button', { name: 'Compare versions' }).click()
  await expect(columns(page).getByRole('article')).toHaveCount(3)
  await expect(column(page, '2 of 3')).toContainText('Current')
  await expectNoViolations(page, 'compared versions')
  await column(page, '3 of 3').getByRole('button', { name: 'Keep this' }).click()
  await expect(versions).toContainText('3 of 3')
  await expect(promptField(page)).toBeFocused()
  // They are not loaded with the chat.
  await page.reload()
  await versions.getByRole('button', { name: 'Compare versions' }).click()
  await expect(columns(page).getByRole('article')).toHaveCount(3)
  await columns(page).getByRole('button', { name: 'Close comparison' }).click()
  await expect(versions).toContainText('3 of 3')
})
