// The pictures of the application: what is on each, in the order in which they are taken.
import { showComparison, showInLarge, showLibrary, showLibraryList, showSteps } from './drawing-stages.mjs'
import { showMap, showMatrix, showMoves, showNeighbours, showTexts, showVector } from './embedding-stages.mjs'
import { showMade, showSounds, showTranscript, showVideo } from './job-stages.mjs'
import { patience, visit, waitForAnswer } from './stage.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {{ name: string, stage: (page: Page) => Promise<void>, isInReadme?: boolean }} Shot */

/** @type {Shot[]} */
export const shots = [
  { name: 'chat-empty', stage: (page) => page.getByRole('textbox', { name: 'Prompt' }).waitFor() },
  {
    name: 'chat',
    stage: (page) => ask(page, 'Explain how a rainbow forms, with a table of its colours.'),
    isInReadme: true,
  },
  { name: 'chat-functions', stage: (page) => trySample(page, 'Call a function', 'Function calls') },
  { name: 'chat-structured', stage: (page) => trySample(page, 'Answer as JSON', 'Structured answer') },
  {
    name: 'chat-compare',
    stage: async (page) => {
      await trySample(page, 'Compare two models', 'Compared answers')
      await page.getByRole('button', { name: 'Keep this one' }).first().waitFor({ timeout: patience })
    },
    isInReadme: true,
  },
  { name: 'chat-code', stage: showCode },
  ...['Images', 'Video', 'Transcribe', 'Embeddings', 'Gateway', 'Settings'].map(toDestination),
  { name: 'images-steps', stage: showSteps, isInReadme: true },
  { name: 'images-viewer', stage: showInLarge },
  { name: 'images-compare', stage: showComparison },
  { name: 'library', stage: showLibrary, isInReadme: true },
  { name: 'library-list', stage: showLibraryList },
  { name: 'video-open', stage: showVideo, isInReadme: true },
  { name: 'transcribe-queue', stage: showSounds },
  { name: 'transcribe-open', stage: showTranscript, isInReadme: true },
  { name: 'library-made', stage: showMade },
  { name: 'embeddings-table', stage: showTexts },
  { name: 'embeddings-map', stage: showMap, isInReadme: true },
  { name: 'embeddings-matrix', stage: showMatrix },
  { name: 'embeddings-neighbours', stage: showNeighbours },
  { name: 'embeddings-vector', stage: showVector },
  { name: 'embeddings-compare', stage: showMoves },
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
  const stage = async (/** @type {Page} */ page) => {
    // Whatever an earlier picture has left open.
    await page.keyboard.press('Escape')
    await visit(page, name)
  }
  return { name: name.toLowerCase(), stage }
}

/** Runs a sample of a new chat until its answer is complete. @param {Page} page @param {string} sample @param {string} region */
async function trySample(page, sample, region) {
  await page.getByRole('button', { name: 'New chat' }).click()
  await page.getByRole('button', { name: sample }).click()
  await page.getByRole('region', { name: region }).first().waitFor({ timeout: patience })
  await waitForAnswer(page)
}

/** The code of the last request. @param {Page} page */
async function showCode(page) {
  await page.getByRole('button', { name: 'Code', exact: true }).first().click()
  await page.getByRole('region', { name: 'Code' }).waitFor()
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
  await waitForAnswer(page)
}
