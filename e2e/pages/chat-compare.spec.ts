// Several models answer the same prompt side by side; the user keeps one of the answers.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, openSection, promptField, turnOn } from '../chat-steps'
import { test } from '../page-test'
import { resize } from '../window-size'

const pickers = (page: Page) => page.getByRole('group', { name: 'Models to compare' })
const columns = (page: Page) => page.getByRole('region', { name: 'Compared responses' })
const column = (page: Page, name: string) =>
  columns(page).getByRole('article', { name: new RegExp(`^Response ${name}`) })

test('three models answer side by side, and one answer is kept', async ({ application, model }) => {
  const { page } = application
  await resize(application, { width: 1440, height: 900, zoom: 1 })
  await turnOn(page, 'Compare')
  await pickers(page).getByRole('combobox', { name: 'Model 2' }).click()
  await page.getByRole('option', { name: /Gen 2\.5 Pro/ }).click()
  for (const _ of ['third', 'fourth']) await page.getByRole('button', { name: 'Add model' }).click()
  await pickers(page).getByRole('button', { name: 'Parameters for model 2' }).click()
  const temperature = (await openSection(page, 'Sampling')).getByRole('textbox', { name: 'Temperature' })
  await temperature.fill('0.1')
  await temperature.press('Tab')
  await pickers(page).getByRole('button', { name: 'Remove model 4' }).click()
  await expect(promptField(page)).toBeFocused()
  await expectNoViolations(page, 'models to compare', 'main')
  const streams = ['**long** and calm', '**short** and calm', '**long** and wild'].map((text) => {
    const stream = model.streams()
    stream.add(`The river is ${text}.`)
    return stream
  })
  await ask(page, 'Which river?')
  const group = columns(page).getByRole('group', { name: 'Responses' })
  for (const each of [1, 2, 3]) await expect(column(page, `${each} of 3`)).toContainText('The river is')
  await expect(group.locator('[aria-busy=true]')).toHaveCount(3)
  expect(model.requests.map(({ generationConfig }) => generationConfig?.temperature)).toContain(0.1)
  await column(page, '1 of 3').getByRole('button', { name: 'Stop' }).click()
  await expect(column(page, '1 of 3')).toContainText('You stopped this response')
  await expect(group.locator('[aria-busy=true]')).toHaveCount(2)
  for (const stream of streams) stream.end()
  const differences = columns(page).getByRole('button', { name: 'Show differences' })
  await expect(differences).toBeEnabled()

  // The requests arrive in any order, so the base is chosen by its text.
  const texts = await group.getByRole('article').allInnerTexts()
  const base = texts.findIndex((text) => text.includes('long and calm')) + 1
  await differences.click()
  await columns(page)
    .getByRole('radio', { name: `With ${base}` })
    .click()
  await expect(column(page, `${base} of 3`).locator('ins, del')).toHaveCount(0)
  expect((await group.locator('ins, del').allTextContents()).toSorted()).toEqual([
    'calm',
    'long',
    'short',
    'wild',
  ])
  await expectNoViolations(page, 'differences')

  await column(page, '2 of 3').getByRole('button', { name: 'Keep this' }).click()
  await expect(columns(page)).toHaveCount(0)
  await expect(promptField(page)).toBeFocused()
  const versions = answers(page).first().getByRole('group', { name: 'Versions' })
  await expect(versions).toContainText('2 of 3')
  // They are not loaded with the chat.
  await page.reload()
  await versions.getByRole('button', { name: 'Compare versions' }).click()
  await expect(columns(page).getByRole('article')).toHaveCount(3)
  await expectNoViolations(page, 'compared versions')
  await column(page, '3 of 3').getByRole('button', { name: 'Keep this' }).click()
  await expect(versions).toContainText('3 of 3')
  await ask(page, 'And which lake?')
  await expect(answers(page)).toHaveText([/The river is/, /42/])
})
