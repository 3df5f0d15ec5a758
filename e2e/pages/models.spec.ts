// The models of the demo and of an OpenAI-compatible server: in the pickers of all panels, and in Settings.
import { expect, type Locator, type Page } from '@playwright/test'
import type { FakeOpenAiServer } from '../../src/gateway/testing/fake-openai-servers/fake-server.fixture'
import { expectNoViolations } from '../accessibility'
import { promptField } from '../chat-steps'
import { nameFocused } from '../keyboard-steps'
import { test, useServer } from '../local-servers'
import { openSettings } from '../settings-steps'

const picker = (page: Page | Locator) => page.getByRole('combobox', { name: 'Model', exact: true })
const search = (page: Page) => page.getByRole('combobox', { name: 'Search models' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Models' }).getByRole('option')
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true }).getByRole('option')
const openPanel = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const toList = (...ids: readonly string[]) => ({
  object: 'list',
  data: ids.map((id) => ({ id, object: 'model', owned_by: 'library' })),
})

/** The models of the requests that have a body. */
const readModels = (server: FakeOpenAiServer) =>
  server.requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (JSON.parse(body.toString()) as { model: string }).model)

async function send(page: Page, text: string): Promise<void> {
  await promptField(page).fill(text)
  await promptField(page).press('Enter')
  await expect(page.getByText(`You said: ${text}`, { exact: true })).toBeVisible()
}

test('models are searched, made favorites and hidden by keyboard; both last, and Settings shows them', async ({
  application,
}) => {
  let { page } = application
  const { keyboard } = page
  await expect(promptField(page)).toBeFocused()
  await picker(page).press('ArrowDown')
  await expect(search(page)).toBeFocused()
  await expect(options(page).first()).toHaveAccessibleDescription(/1M context/)
  await keyboard.type('pro')
  await expect(options(page).first()).toHaveAccessibleName('Gen 2.5 Pro')
  await expectNoViolations(page, 'the list of models')
  await keyboard.press('Tab')
  await expect.poll(() => nameFocused(page)).toBe('Add favorite Gen 2.5 Pro')
  await keyboard.press('Enter')
  await expect(group(page, 'Favorites')).toHaveCount(1)
  await expect.poll(() => nameFocused(page)).toBe('Remove favorite Gen 2.5 Pro')
  await search(page).fill('3.1')
  await page.getByRole('button', { name: 'Hide Gen 3.1 Pro (preview)' }).click()
  await expect(page.getByText('No matching models')).toBeVisible()
  await search(page).fill('')
  await page.getByRole('button', { name: 'Show hidden (1)' }).click()
  await expect(group(page, 'Hidden')).toHaveAccessibleName('Gen 3.1 Pro (preview)')
  await keyboard.press('Escape')
  await expect(picker(page)).toBeFocused()

  await application.relaunch()
  page = application.page
  await picker(page).click()
  await expect(options(page).first()).toHaveAccessibleName('Gen 2.5 Pro')
  await expect(options(page).filter({ hasText: '3.1 Pro' })).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('2.5 pro')
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveText('Gen 2.5 Pro')

  const models = await openSettings(page, 'Models')
  const row = models.getByRole('row').filter({ hasText: 'gen-3.1-pro-preview' })
  await row.getByRole('button', { name: 'Show gen-3.1-pro-preview in model lists' }).click()
  await expect(row).not.toContainText('Hidden')
})

test('the picker shows the server’s models before the spec’s names, and refreshes the list', async ({
  application,
  ollama,
}) => {
  const { page } = application
  ollama.listModels(toList('llama3.3:70b', 'qwen3:8b', 'nomic-embed-text', 'z-image'))
  await useServer(application, ollama)
  // With two models and no default, the first one is used.
  await expect(picker(page)).toHaveText('llama3.3:70b')
  await picker(page).click()
  await expect(group(page, 'Ollama')).toHaveText(['llama3.3:70b', 'qwen3:8b'])
  await expect(group(page, 'Image models')).toHaveText(['z-image'])
  await expectNoViolations(page, 'the models of a server')
  ollama.listModels(toList('llama3.3:70b', 'qwen3:8b', 'gemma3:27b'))
  await page.getByRole('button', { name: 'Refresh models' }).click()
  await expect(page.getByText('Listed just now')).toBeVisible()
  await options(page).filter({ hasText: 'gemma3:27b' }).click()
  await send(page, 'Hello')
  expect(readModels(ollama)).toEqual(['gemma3:27b'])

  // It was removed from the server, which is then asked anyway.
  ollama.listModels(toList('llama3.3:70b', 'qwen3:8b'))
  await picker(page).click()
  await page.getByRole('button', { name: 'Refresh models' }).click()
  await expect(options(page).filter({ hasText: 'gemma3:27b' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Ollama doesn’t list gemma3:27b')).toBeVisible()

  // A list of hundreds would be rendered with each typed character.
  ollama.listModels(toList(...Array.from({ length: 450 }, (_, at) => `vendor-${at % 30}/model-${at}`)))
  await picker(page).click()
  await page.getByRole('button', { name: 'Refresh models' }).click()
  await expect(group(page, 'vendor-0')).toHaveCount(15)
  const more = options(page).filter({ hasText: /^Show \d+ more$/ })
  await expect(more).toHaveCount(1)
  expect(await options(page).count()).toBeLessThan(80)
  await more.click()
  await expect.poll(() => options(page).count()).toBeGreaterThan(200)
  await search(page).fill('model-449')
  await expect(options(page)).toHaveText(['vendor-29/model-449'])
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveText('vendor-29/model-449')
})

test('a default in Settings sends a name of the spec as the chosen model, and the type of a model is changed', async ({
  application,
  ollama,
}) => {
  const { page } = application
  ollama.listModels(toList('llama3.3:70b', 'qwen3:8b', 'painter:1b'))
  await picker(page).click()
  await options(page).filter({ hasText: 'Gen 2.5 Pro' }).click()
  await useServer(application, ollama)
  await expect(picker(page)).toHaveText('llama3.3:70b')
  await expect(page.getByText('gen-2.5-pro isn’t available from Ollama')).toBeVisible()
  await page.getByRole('button', { name: 'Set default models' }).click()
  const models = page.getByRole('region', { name: 'Models', exact: true })
  const choose = async (name: string, model: string) => {
    const select = models.getByRole('combobox', { name })
    await select.click()
    await options(page).filter({ hasText: model }).click()
    await expect(select).toHaveText(model)
  }
  await choose('Default text model', 'qwen3:8b')
  await openPanel(page, 'Chat')
  await expect(picker(page)).toHaveText('Gen 2.5 Pro → qwen3:8b')
  await send(page, 'One')

  await openSettings(page, 'Models')
  await models.getByRole('button', { name: 'Set models for individual names' }).click()
  await choose('Model for gen-2.5-pro', 'llama3.3:70b')
  await openPanel(page, 'Chat')
  await send(page, 'Two')
  expect(readModels(ollama)).toEqual(['qwen3:8b', 'llama3.3:70b'])

  await openSettings(page, 'Models')
  await models.getByRole('button', { name: 'Reset Default models' }).click()
  const byDefault = models.getByRole('combobox', { name: 'Default text model' })
  await expect(byDefault).toHaveText('Not set')
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(byDefault).toHaveText('qwen3:8b')

  await openPanel(page, 'Images')
  await expect(page.getByText('Ollama has no image model').first()).toBeVisible()
  await page.getByRole('button', { name: 'Open Models' }).first().click()
  await models.getByRole('combobox', { name: 'Type of painter:1b' }).click()
  await page.getByRole('option', { name: 'Image' }).click()
  await expect(models.getByRole('combobox', { name: 'Default image model' })).toHaveText(
    'Only model: painter:1b',
  )
  await expectNoViolations(page, 'Settings with the models of a server')
  await openPanel(page, 'Images')
  await expect(picker(page.getByRole('form', { name: 'New prompt' }))).toContainText('painter:1b')
})

test('a server without models, or without an answer, says what to do', async ({ application, ollama }) => {
  const { page } = application
  ollama.listModels(toList())
  const { models } = await useServer(application, ollama)
  await picker(page).click()
  await expect(page.getByRole('dialog', { name: 'Models' })).toContainText('Ollama has no text model')
  await expectNoViolations(page, 'a list without models')
  await page.keyboard.press('Escape')
  await openPanel(page, 'Video')
  await expect(page.getByText('Ollama can’t generate videos').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate' }).last()).toBeDisabled()
  await page.getByRole('button', { name: 'Choose provider' }).first().click()
  await expect(page.getByRole('region', { name: 'Provider', exact: true })).toBeVisible()

  ollama.listModels('<html>')
  await models.refresh().catch(() => undefined)
  await openPanel(page, 'Chat')
  await expect(page.getByText('Couldn’t load the models of Ollama').first()).toBeVisible()
  ollama.listModels(toList('llama3.3:70b'))
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(picker(page)).toContainText('llama3.3:70b')
})
