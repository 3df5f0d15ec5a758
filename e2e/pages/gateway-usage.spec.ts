// Usage: costs of a script's requests by prices entered later, the chart, the table, the budget, and its warning.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { openGateway, toPrompt } from '../gateway-client'
import { nameFocused } from '../keyboard-steps'
import { test } from '../page-test'
import type { Chunk } from '../scripted-model'

const answer = (promptTokenCount: number, candidatesTokenCount: number): Chunk[] => [
  {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount, candidatesTokenCount },
  },
]

async function openUsage(page: Page) {
  await page.getByRole('button', { name: 'Gateway', exact: true }).first().click()
  await page.getByRole('tab', { name: 'Usage', exact: true }).click()
  return page.getByRole('region', { name: 'Usage', exact: true })
}

test('a script’s requests get a cost by prices that are entered later, and the budget warns', async ({
  application,
  model,
}) => {
  const { page } = application
  const desktop = await application.desktop()
  const { send } = await openGateway(application)
  model.answers(answer(1000, 2000), answer(1000, 2000), answer(500, 0))
  for (const name of ['gen-2.5-pro', 'gen-2.5-pro', 'gen-2.5-flash']) {
    const path = `/v1beta/models/${name}:streamGenerateContent?alt=sse`
    const response = await send(path, toPrompt('Hi'), { 'user-agent': 'nightly/1.2' })
    await response.text()
  }
  const usage = await openUsage(page)
  const totals = usage.getByRole('definition')
  await expect(totals.first()).toHaveText('–')
  await expect(usage).toContainText('No price is set for gen-2.5-pro and gen-2.5-flash (3 requests).')
  await usage.getByRole('button', { name: 'Set prices' }).click()
  const rates = { input: 1000, output: 2000 }
  const entry = { model: 'gemini-2.5-pro', provider: null, from: null, rates }
  await desktop.settings.update({ prices: { currency: 'USD', entries: [entry] } })
  await openUsage(page)
  await expect(totals.first()).toHaveText('≥ $10.00')
  await expect(usage).toContainText('No price is set for gen-2.5-flash (1 request).')

  // By keyboard, with an invalid amount first.
  await page.getByRole('button', { name: 'Set monthly budget…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Monthly budget' })
  const amount = dialog.getByRole('textbox', { name: 'Amount in USD' })
  await expect(amount).toBeFocused()
  await page.keyboard.type('a lot')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(/an amount, such as 20/i)
  await amount.fill('12')
  await page.keyboard.press('Enter')
  const budget = usage.getByRole('region', { name: 'Monthly budget' })
  await expect(budget).toContainText('≥ $10.00 of $12.00 this month, 83%')
  await expect(page.getByText('80% of the monthly budget is spent')).toBeVisible()
  await desktop.settings.update({ budget: { amount: 9, warnAt: 80 } })
  await expect(
    page.getByText(/^The monthly budget is spent: .*111%\. Requests aren’t blocked\.$/),
  ).toBeVisible()

  // The measure, and the bars by arrow keys.
  await usage.getByRole('radio', { name: 'Cost' }).click()
  const bars = usage.getByRole('group', { name: 'Cost by day' }).getByRole('button')
  await expect(bars.last()).toHaveAccessibleName(/: at least \$10\.00\. gen-2\.5-pro \$10\.00$/)
  await usage.getByRole('radio', { name: 'Requests' }).click()
  const requests = usage.getByRole('group', { name: 'Requests by day' }).getByRole('button')
  await expect(requests.last()).toHaveAccessibleName(/: 3\. gen-2\.5-pro 2, gen-2\.5-flash 1$/)
  await requests.last().focus()
  await page.keyboard.press('ArrowLeft')
  expect(await nameFocused(page)).toMatch(/: 0$/)
  await expectNoViolations(page, 'Usage')
  await usage.getByRole('radio', { name: 'Client' }).click()
  await usage.getByRole('table').getByRole('button', { name: 'nightly' }).press('Enter')
  await expect(page.getByRole('tab', { name: 'Log', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Active filters')).toContainText('nightly/1.2')
})
