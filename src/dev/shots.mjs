// The pictures of the application: what is on each, in the order in which they are taken.

/** @typedef {import('playwright').Page} Page */
/** @typedef {{ name: string, stage: (page: Page) => Promise<void>, isInReadme?: boolean }} Shot */

const patience = 60_000

/** @type {Shot[]} */
export const shots = [
  { name: 'chat-empty', stage: (page) => page.getByRole('textbox', { name: 'Prompt' }).waitFor() },
  {
    name: 'chat',
    stage: (page) => ask(page, 'Explain how a rainbow forms, with a table of its colours.'),
    isInReadme: true,
  },
  ...['Images', 'Video', 'Transcribe', 'Embeddings', 'Library', 'Gateway', 'Settings'].map(toDestination),
  { name: 'settings-models', stage: (page) => showSection(page, 'Models') },
  { name: 'settings-network', stage: (page) => showSection(page, 'Network') },
  {
    name: 'settings-service',
    stage: async (page) => {
      await showSection(page, 'Upstream')
      await page.getByRole('radio', { name: 'Service' }).click()
      await page
        .getByRole('textbox', { name: 'Base URL', exact: true })
        .fill('https://models.example.com/v1/')
    },
  },
  {
    name: 'settings-vendor',
    stage: async (page) => {
      await showSection(page, 'Upstream')
      await page.getByRole('radio', { name: 'Vendor APIs' }).click()
      await page.getByRole('button', { name: 'Test the vendor APIs' }).click()
      await page.getByRole('region', { name: 'Result of the test' }).waitFor()
    },
  },
]

/** @param {string} name @returns {Shot} */
function toDestination(name) {
  return { name: name.toLowerCase(), stage: (page) => visit(page, name) }
}

/** Chooses a destination of the rail. @param {Page} page @param {string} name */
async function visit(page, name) {
  await page.getByRole('button', { name, exact: true }).first().click()
}

/** Brings a section of Settings into sight. @param {Page} page @param {string} name */
async function showSection(page, name) {
  await visit(page, 'Settings')
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()
}

/** Sends a prompt and waits until its answer is complete. @param {Page} page @param {string} prompt */
async function ask(page, prompt) {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  // A short answer may be over before its button is seen.
  await stop.waitFor({ timeout: 5_000 }).catch(() => {})
  await stop.waitFor({ state: 'hidden', timeout: patience })
}
