// Prices: entered by keyboard, imported and exported; then the picker, responses, images and videos show them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { ask, choosePath, finished } from '../chat-steps'
import { chooseOption, composer, openImages } from '../drawing-steps'
import { nameFocused, tabTo } from '../keyboard-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'
import { openSettings } from '../settings-steps'
import { field, form, openVideos } from '../video-steps'

/** Invented prices, in LiteLLM’s format. */
const priceList = {
  'gemini/gemini-2.5-flash-image': { mode: 'image_generation', output_cost_per_image: 0.039 },
  'gemini/veo-3.1-fast-generate-preview': { mode: 'video_generation', output_cost_per_second: 0.15 },
  'model-of-nobody': { mode: 'chat', input_cost_per_token: 1e-6 },
}

/** Without a mouse: what is missing is said at its field, and the price is then added. */
async function enterPrice(page: Page): Promise<void> {
  const { keyboard } = page
  const prices = page.getByRole('region', { name: 'Prices', exact: true })
  await prices.getByRole('button', { name: 'Add price', exact: true }).press('Enter')
  const entry = prices.getByRole('form', { name: 'New price' })
  await expect(entry.getByRole('combobox', { name: 'Model ID' })).toBeFocused()
  await keyboard.type('gemini-2.5-flash\n')
  await expect(entry.getByRole('alert')).toHaveText('is missing: enter at least one price')
  const rates = entry.getByRole('group', { name: 'Per 1M tokens', exact: true })
  const input = rates.getByRole('textbox', { name: 'Input', exact: true })
  await expect(input).toBeFocused()
  await expectNoViolations(page, 'the form of a price', 'section#prices')
  await keyboard.type('0.30')
  await keyboard.press('Tab')
  await keyboard.type('2.5')
  await tabTo(page, 'Add price')
  await keyboard.press('Enter')
  await expect(entry).toHaveCount(0)
}

async function importPrices(page: Page): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(priceList))
  const file = { name: 'model_prices.json', mimeType: 'application/json', buffer }
  await page.getByLabel('Price file').setInputFiles(file)
  const dialog = page.getByRole('dialog', { name: 'Import prices' })
  await expect(dialog).toContainText('The file has 3 prices in USD.')
  await expect(dialog.getByRole('radio', { name: 'Your models (2)' })).toBeChecked()
  await expectNoViolations(page, 'the import of prices', '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Import 2 prices' }).click()
  await expect(dialog).toHaveCount(0)
}

test('prices are entered, imported and exported, and shown before and after a request', async ({
  application,
  model,
}) => {
  const { page } = application
  const prices = await openSettings(page, 'Prices')
  const row = (name: string) => prices.getByRole('row').filter({ hasText: name })
  await expect(prices.getByRole('heading', { name: 'No prices yet' })).toBeVisible()
  await enterPrice(page)
  await expect(row('gemini-2.5-flash')).toContainText('$0.30 in · $2.50 out per 1M')
  await expect.poll(() => nameFocused(page)).toBe('Edit price of gemini-2.5-flash')

  await importPrices(page)
  await expect(row('veo-3.1-fast-generate-preview')).toContainText('$0.15 per second')
  await expect(row('model-of-nobody')).toHaveCount(0)
  await row('veo')
    .getByRole('button', { name: /^Delete price of/ })
    .click()
  await expect(row('veo')).toHaveCount(0)
  const deleted = page
    .getByRole('listitem')
    .filter({ hasText: 'Price of veo-3.1-fast-generate-preview deleted' })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(row('veo')).toHaveCount(1)
  await expectNoViolations(page, 'the table of prices', 'section#prices')
  const path = join(application.userDataFolder, 'prices.json')
  await choosePath(application, path)
  await prices.getByRole('button', { name: 'Export…' }).click()
  const shown = application.electron.evaluate(
    ({ shell }) => new Promise((resolve) => Object.assign(shell, { showItemInFolder: resolve })),
  )
  const exported = page.getByRole('listitem').filter({ hasText: `Exported to ${path}` })
  await exported.getByRole('button', { name: 'Show in folder' }).click()
  expect(await shown).toBe(path)
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
    currency: 'USD',
    entries: [{ rates: { input: 0.3, output: 2.5 } }, {}, { rates: { video: 0.15 } }],
  })

  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('combobox', { name: 'Model', exact: true }).click()
  const flash = page.getByRole('option', { name: 'Gen 2.5 Flash', exact: true })
  await expect(flash).toContainText('$0.30 in · $2.50 out per 1M')
  await flash.click()
  const usageMetadata = {
    promptTokenCount: 1100,
    candidatesTokenCount: 400,
    thoughtsTokenCount: 100,
    totalTokenCount: 1600,
  }
  const [chunk] = answerOf({ text: 'Forty-two.' })
  if (chunk) model.answers([{ ...chunk, usageMetadata, modelVersion: 'gemini-2.5-flash' }])
  await ask(page, 'What is the answer?')
  await expect(finished(page).getByRole('button', { name: /500 tokens · \$0\.0016/ })).toBeVisible()
  await expect(page.getByText('1,600 tokens, $0.0016 total')).toBeVisible()

  await openImages(page)
  await chooseOption(page, 'Variations', /^4/)
  await expect(composer(page)).toContainText('About $0.16 for 4 images')
  await openVideos(page)
  await expect(form(page)).toContainText('$0.15 per second')
  await field(page, 'Duration').getByRole('radio', { name: '8 s' }).click()
  await expect(form(page)).toContainText('About $1.20 for 8 s')
})
