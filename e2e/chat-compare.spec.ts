// Two models answer the same prompt side by side; one of their answers is kept.
import { expect } from '@playwright/test'
import { test } from './application'
import { answers, ask, chooseFromMenu, finished, promptField } from './chat-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: '40' } })

test('two models stream at once, one is stopped, the other is kept and goes on', async ({ application }) => {
  const { page } = application
  await chooseFromMenu(
    page.getByRole('form', { name: 'Write a prompt' }),
    'More for this prompt',
    'Compare: turn on',
  )
  const pickers = page.getByRole('group', { name: 'Models to compare' })
  await pickers.getByRole('combobox', { name: 'Model 1' }).click()
  await page.getByRole('option', { name: /Gen 2\.5 Flash$/ }).click()
  await pickers.getByRole('combobox', { name: 'Model 2' }).click()
  await page.getByRole('option', { name: /Gen 2\.5 Pro/ }).click()
  await ask(page, 'Write 250 words about rivers.')

  const columns = page.getByRole('region', { name: 'Compared answers' })
  const first = columns.getByRole('article', { name: /^Answer 1 of 2: .*Flash/ })
  const second = columns.getByRole('article', { name: /^Answer 2 of 2: .*Pro/ })
  for (const column of [first, second]) {
    await expect(column.locator('.markdown').last()).toBeVisible()
    await expect(column).toHaveAttribute('aria-busy', 'true')
  }
  await first.getByRole('button', { name: 'Stop' }).click()
  await expect(first).toHaveAttribute('aria-busy', 'false')
  await expect(first).toContainText('You stopped this answer.')
  await expect(second).toHaveAttribute('aria-busy', 'true')
  await expect(second).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
  await expect(second).toContainText('tok/s')

  await second.getByRole('button', { name: 'Keep this one' }).click()
  await expect(columns).toHaveCount(0)
  await expect(answers(page)).toHaveCount(1)
  await expect(answers(page).getByRole('group', { name: 'Versions' })).toContainText('2 of 2')
  await expect(promptField(page)).toBeFocused()
  await ask(page, 'What is 6 times 7?')
  await expect(finished(page)).toContainText('42')
  await expect(answers(page)).toHaveCount(2)
})
