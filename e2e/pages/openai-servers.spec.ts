// OpenAI-compatible servers: adding and detecting them, in Settings and on the welcome page.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers } from '../chat-steps'
import { test } from '../local-servers'
import { openSettings } from '../settings-steps'

const provider = (page: Page) => page.getByRole('contentinfo')

test('a server on this computer is found, added, tested, edited, and removed; its forms reject what is invalid', async ({
  application,
  ollama,
}) => {
  const { page } = application
  const { settings } = await application.desktop()
  const section = await openSettings(page, 'Provider')
  await section.getByRole('radio', { name: 'OpenAI-compatible' }).click()
  await expect(section.getByText('The demo stays in use until you add a server.')).toBeVisible()
  await section.getByRole('button', { name: 'Detect servers' }).click()
  const found = section.getByRole('region', { name: 'Servers on this computer' })
  await expect(found).toContainText('Ollama · 3 models')
  await expectNoViolations(page, 'a server that was found')
  await found.getByRole('button', { name: 'Add Ollama' }).click()
  await expect(found).toHaveCount(0)
  await expect(provider(page)).toContainText('Ollama')
  await section.getByRole('button', { name: 'Test Ollama' }).click()
  const results = section.getByRole('region', { name: 'Test results' })
  await expect(results).toContainText('List of models · Working')

  await section.getByRole('button', { name: 'Add server' }).click()
  const form = section.getByRole('form', { name: 'New server' })
  const url = form.getByRole('textbox', { name: 'Base URL' })
  await url.fill('ftp://localhost:1234')
  await form.getByRole('button', { name: 'Add server' }).click()
  await expect(url).toHaveAccessibleDescription(/must start with http/i)
  await url.fill('http://localhost:1234')
  await expect(form.getByRole('combobox', { name: 'Server' })).toContainText('LM Studio')
  await expect(form).toContainText('http://localhost:1234/v1/chat/completions')
  await form.getByRole('button', { name: 'Cancel' }).click()

  const servers = section.getByRole('list', { name: 'Servers', exact: true })
  await servers.getByRole('button', { expanded: false, name: /^Ollama/ }).click()
  await section.getByRole('switch', { name: 'Count tokens with a request' }).click()
  const edited = section.getByRole('form', { name: 'Ollama URL' })
  await edited.getByRole('textbox', { name: 'Name' }).fill('My Ollama')
  await edited.getByRole('button', { name: 'Save server' }).click()
  await expect(provider(page)).toContainText('My Ollama')
  expect((await settings.read()).openAiProfiles).toMatchObject([
    { name: 'My Ollama', baseUrl: ollama.baseUrl, countsTokens: true },
  ])
  await expectNoViolations(page, 'an open server')
  // The key would be sent to the URL that is saved.
  const renamed = section.getByRole('form', { name: 'My Ollama URL' })
  await renamed.getByRole('textbox', { name: 'Base URL' }).fill('https://other.example/v1')
  await expect(section.getByRole('form', { name: 'My Ollama key' })).toContainText('Save the base URL first.')

  await ollama.close()
  await section.getByRole('button', { name: 'Test My Ollama' }).click()
  await expect(results).toContainText('The provider refused the connection')
  await section.getByRole('button', { name: /^Detect/ }).click()
  await expect(section.getByText('No server found on this computer.')).toBeVisible()
  await section.getByRole('button', { name: 'Remove server…' }).click()
  await expect(page.getByRole('dialog')).toContainText('default models, and types of models are removed too')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove server' }).click()
  await expect(provider(page)).toContainText('Demo')
  expect((await settings.read()).openAiProfiles).toEqual([])
})

test('the welcome page offers a running server, which answers after two clicks, and says what to do without models', async ({
  application: { page },
  ollama,
}) => {
  const about = await openSettings(page, 'About')
  await about.getByRole('button', { name: 'Show welcome page' }).click()
  const card = page.getByRole('region', { name: 'Use local models' })
  await expect(card).toContainText('Ollama · 3 models')
  expect(ollama.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /v1/models'])
  await expectNoViolations(page, 'the welcome page with a local server')
  // As Ollama without models responds.
  ollama.listModels({ object: 'list', data: null })
  await card.getByRole('button', { name: 'Detect again' }).click()
  await expect(card).toContainText('no models yet. Run “ollama pull llama3.2”.')
  const model = { id: ollama.models.text, object: 'model', owned_by: 'library' }
  ollama.listModels({ object: 'list', data: [model] })
  await card.getByRole('button', { name: 'Detect again' }).click()
  await card.getByRole('button', { name: 'Use Ollama' }).click()
  await expect(provider(page)).toContainText('Ollama')
  await page.getByRole('list', { name: 'Samples' }).getByRole('button').first().click()
  await expect(answers(page).first()).toContainText('You said')
})
