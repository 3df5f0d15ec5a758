// The models of an OpenAI-compatible server: in the pickers of all panels, and in Settings.
import { expect, type Locator, type Page } from '@playwright/test'
import type { FakeOpenAiServer } from '../../src/gateway/testing/fake-openai-servers/fake-server.fixture'
import { expectNoViolations } from '../accessibility'
import { promptField } from '../chat-steps'
import { test } from '../local-servers'
import { useServer } from '../openai-server'
import { openSettings } from '../settings-steps'
import { resize } from '../window-size'

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
  await expect(page.getByText(`You said: ${text}`)).toBeVisible()
}

test('the picker shows the server’s models before the spec’s names, finds and marks them, and refreshes the list', async ({
  application: { page },
  ollama,
}) => {
  ollama.listModels(toList('llama3.3:70b', 'qwen3:8b', 'nomic-embed-text', 'z-image'))
  await useServer(page, ollama)
  // With two models and no default, the first one is used.
  await expect(picker(page)).toHaveText('llama3.3:70b')
  await picker(page).click()
  await expect(group(page, 'Ollama')).toHaveText(['llama3.3:70b', 'qwen3:8b'])
  await expect(group(page, 'Image models')).toHaveText(['z-image'])
  await expectNoViolations(page, 'the models of a server')
  await search(page).fill('qwen')
  await expect(options(page)).toHaveText(['qwen3:8b'])
  await page.getByRole('button', { name: 'Add favorite qwen3:8b' }).click()
  await search(page).fill('')
  await expect(group(page, 'Favorites')).toHaveText(['qwen3:8b'])
  ollama.listModels(toList('llama3.3:70b', 'qwen3:8b', 'gemma3:27b'))
  await page.getByRole('button', { name: 'Refresh models' }).click()
  await expect(options(page).filter({ hasText: 'gemma3:27b' })).toHaveCount(1)
  await expect(page.getByText('Listed just now')).toBeVisible()
  await options(page).filter({ hasText: 'gemma3:27b' }).click()
  await expect(picker(page)).toHaveText('gemma3:27b')
  await send(page, 'Hello')
  expect(readModels(ollama)).toEqual(['gemma3:27b'])

  // It was removed from the server, which is then asked anyway.
  ollama.listModels(toList('llama3.3:70b', 'qwen3:8b'))
  await picker(page).click()
  await page.getByRole('button', { name: 'Refresh models' }).click()
  await expect(options(page).filter({ hasText: 'gemma3:27b' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Ollama doesn’t list gemma3:27b')).toBeVisible()
})

test('a default in Settings sends a name of the spec as the chosen model; without one, a served model is used', async ({
  application: { page },
  ollama,
}) => {
  ollama.listModels(toList('llama3.3:70b', 'qwen3:8b'))
  await picker(page).click()
  await options(page).filter({ hasText: 'Gen 2.5 Pro' }).click()
  await useServer(page, ollama)
  await expect(picker(page)).toHaveText('llama3.3:70b')
  await expect(page.getByText('gen-2.5-pro isn’t available from Ollama')).toBeVisible()
  await page.getByRole('button', { name: 'Set default models' }).click()
  const models = page.getByRole('region', { name: 'Models', exact: true })
  await models.getByRole('combobox', { name: 'Default text model' }).click()
  await options(page).filter({ hasText: 'qwen3:8b' }).click()
  await expect(models.getByRole('combobox', { name: 'Default text model' })).toHaveText('qwen3:8b')
  await openPanel(page, 'Chat')
  await expect(picker(page)).toHaveText('Gen 2.5 Pro → qwen3:8b')
  await expect(page.getByText('gen-2.5-pro isn’t available')).toHaveCount(0)
  await send(page, 'One')

  await openSettings(page, 'Models')
  await models.getByRole('button', { name: 'Set models for individual names' }).click()
  await models.getByRole('combobox', { name: 'Model for gen-2.5-pro' }).click()
  await options(page).filter({ hasText: 'llama3.3:70b' }).click()
  await expect(models.getByRole('combobox', { name: 'Model for gen-2.5-pro' })).toHaveText('llama3.3:70b')
  await openPanel(page, 'Chat')
  await send(page, 'Two')
  expect(readModels(ollama)).toEqual(['qwen3:8b', 'llama3.3:70b'])

  await openSettings(page, 'Models')
  await models.getByRole('button', { name: 'Reset Default models' }).click()
  await expect(models.getByRole('combobox', { name: 'Default text model' })).toHaveText('Not set')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(models.getByRole('combobox', { name: 'Default text model' })).toHaveText('qwen3:8b')
})

test('the type of a model is changed and reset, and a model that is not listed is added and removed', async ({
  application: { page },
  ollama,
}) => {
  ollama.listModels(toList('llama3.3:70b', 'painter:1b'))
  await useServer(page, ollama)
  await openPanel(page, 'Images')
  await expect(page.getByText('Ollama has no image model').first()).toBeVisible()
  await page.getByRole('button', { name: 'Open Models' }).first().click()
  const models = page.getByRole('region', { name: 'Models', exact: true })
  const type = models.getByRole('combobox', { name: 'Type of painter:1b' })
  await type.click()
  await page.getByRole('option', { name: 'Image' }).click()
  await expect(type).toHaveText('Image')
  await expect(models.getByRole('combobox', { name: 'Default image model' })).toHaveText(
    'Only model: painter:1b',
  )
  await expectNoViolations(page, 'Settings with the models of a server')
  await openPanel(page, 'Images')
  await expect(page.getByText('Ollama has no image model')).toHaveCount(0)
  await expect(picker(page.getByRole('form', { name: 'New prompt' }))).toContainText('painter:1b')
  await openSettings(page, 'Models')
  await models.getByRole('button', { name: 'Reset type of painter:1b to Text' }).click()
  await expect(type).toHaveText('Text')

  await models.getByRole('button', { name: 'Add model' }).click()
  const form = models.getByRole('form', { name: 'New model' })
  await form.getByRole('textbox', { name: 'Model ID' }).fill('hidden-embed')
  await expect(form.getByRole('combobox', { name: 'Type' })).toHaveText('Embedding')
  await form.getByRole('button', { name: 'Add model' }).click()
  const row = models.getByRole('row').filter({ hasText: 'hidden-embed' })
  await expect(row).toContainText('Added by you')
  await row.getByRole('button', { name: 'Remove hidden-embed' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(row).toHaveCount(1)
})

test('a server without models, or without an answer, says in every panel what to do', async ({
  application: { page },
  ollama,
}) => {
  ollama.listModels(toList())
  const desktop = await useServer(page, ollama)
  await expect(page.getByText('Ollama has no text model')).toBeVisible()
  await picker(page).click()
  await expect(page.getByRole('dialog', { name: 'Models' })).toContainText('Ollama has no text model')
  await expectNoViolations(page, 'a list without models')
  await page.keyboard.press('Escape')
  await openPanel(page, 'Images')
  await expect(page.getByText('Ollama has no image model').first()).toBeVisible()
  await openPanel(page, 'Transcribe')
  await expect(page.getByText('Ollama has no transcription model').first()).toBeVisible()
  await openPanel(page, 'Embeddings')
  await expect(page.getByText('Ollama has no embedding model').first()).toBeVisible()
  await openPanel(page, 'Video')
  await expect(page.getByText('Ollama can’t generate videos', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate', exact: false }).last()).toBeDisabled()
  await page.getByRole('button', { name: 'Choose provider' }).first().click()
  await expect(page.getByRole('region', { name: 'Provider', exact: true })).toBeVisible()

  ollama.listModels('<html>')
  await desktop.models.refresh().catch(() => undefined)
  await openPanel(page, 'Chat')
  await expect(page.getByText('Couldn’t load the models of Ollama').first()).toBeVisible()
  ollama.listModels(toList('llama3.3:70b'))
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(picker(page)).toContainText('llama3.3:70b')
  await expect(page.getByText('Couldn’t load the models of Ollama')).toHaveCount(0)

  // A refresh that takes too long is canceled, and changes nothing.
  ollama.silenceList()
  await picker(page).click()
  await page.getByRole('button', { name: 'Refresh models' }).click()
  await expect(page.getByText('Refreshing the models of Ollama…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Listed just now')).toBeVisible()
  await expect(options(page).filter({ hasText: 'llama3.3:70b' }).first()).toBeVisible()
  const next = ollama.requests.length
  await page.getByRole('button', { name: 'Refresh models' }).click()
  await ollama.waitForRequest(next)
  ollama.listModels(toList('llama3.3:70b', 'qwen3:8b'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Refresh models' }).click()
  await expect(options(page).filter({ hasText: 'qwen3:8b' })).toHaveCount(1)
})

test('while another server has not listed its models, those of the last one are not offered', async ({
  application: { page },
  ollama,
  online,
}) => {
  ollama.listModels(toList('llama3.3:70b', 'qwen3:8b'))
  online.silenceList()
  const desktop = await useServer(page, ollama)
  await expect(picker(page)).toHaveText('llama3.3:70b')
  const { openAiProfiles } = await desktop.settings.read()
  const other = { id: 'openai-other', name: 'Other', baseUrl: online.baseUrl, server: 'other' as const }
  await desktop.settings.update({
    openAiProfiles: [
      ...openAiProfiles,
      { ...other, countsTokens: false, defaults: {}, kinds: {}, aliases: [] },
    ],
    upstream: { kind: 'openai', profile: other.id },
  })
  await expect(picker(page)).not.toHaveText('llama3.3:70b')
  await picker(page).click()
  await expect(page.getByRole('dialog', { name: 'Models' })).toContainText('Loading the models of Other…')
  await expect(options(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  const models = await openSettings(page, 'Models')
  await expect(models.getByLabel('Loading models…')).toBeVisible()
  await expect(models.getByRole('combobox', { name: 'Default text model' })).toHaveText('Loading models…')
  // The demo's models need no answer of the other server.
  await desktop.settings.update({ upstream: { kind: 'demo' } })
  await expect(models.getByRole('row').filter({ hasText: 'gen-2.5-pro' }).first()).toBeVisible()
  await desktop.settings.update({ upstream: { kind: 'openai', profile: 'openai-test' } })
  await openPanel(page, 'Chat')
  await expect(picker(page)).toHaveText('llama3.3:70b')
})

test('what the server does not have prevents sending, and says why', async ({ application, ollama }) => {
  const { page } = application
  await resize(application, { width: 1440, height: 900, zoom: 1 })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await useServer(page, ollama)
  await promptField(page).fill('News?')
  await expect(page.getByText(/^Ollama can’t search the web\. Turn off Search/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  const toggle = page.getByRole('button', { name: 'Search', exact: true })
  await toggle.click()
  await expect(page.getByText(/^Ollama can’t search the web\. Turn off/)).toHaveCount(0)
  await toggle.click({ force: true })
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await expect(toggle).toHaveAccessibleDescription('Ollama can’t search the web')
  await send(page, 'News?')
})

test('hundreds of models are grouped by their vendor, and open and filter without delay', async ({
  application: { page },
  ollama,
}) => {
  const ids = Array.from({ length: 450 }, (_, at) => `vendor-${at % 30}/model-${at}`)
  ollama.listModels(toList(...ids))
  await useServer(page, ollama, { name: 'OpenRouter', server: 'openrouter' })
  await expect(picker(page)).toHaveText('vendor-0/model-0')
  await picker(page).click()
  await expect(group(page, 'vendor-0')).toHaveCount(15)
  // A list of all of them would be rendered with each typed character.
  await expect(options(page)).toHaveCount(61)
  await options(page)
    .filter({ hasText: /^Show \d+ more$/ })
    .click()
  await expect(options(page)).toHaveCount(241)
  await search(page).fill('model-449')
  await expect(options(page)).toHaveText(['vendor-29/model-449'])
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveText('vendor-29/model-449')
})
