// The list of screenshots, in the order in which they are taken.
import type { Page } from '@playwright/test'
import { ask } from '../chat-steps'
import { openSettings } from '../settings-steps'
import { showPalette, showPaletteStep, showShortcutConflict, showShortcuts } from './command-stages'
import { showComparison, showInLarge, showLibrary, showLibraryList, showSteps } from './drawing-stages'
import {
  showComparedSets,
  showMap,
  showMatrix,
  showNeighbors,
  showTexts,
  showVector,
} from './embedding-stages'
import { showConnect, showLog, showReference, showUsage } from './gateway-stages'
import { showAudioFiles, showJobResults, showTranscript, showVideo } from './job-stages'
import { openPanel, timeout, waitForAnswer } from './screenshot-steps'

export interface Shot {
  name: string
  stage: (page: Page) => Promise<unknown>
  isInReadme?: boolean
}

export const shots: Shot[] = [
  { name: 'chat-empty', stage: (page) => page.getByRole('textbox', { name: 'Prompt' }).waitFor() },
  {
    name: 'chat',
    stage: (page) => askAndWait(page, 'Explain how a rainbow forms, with a table of its colors.'),
    isInReadme: true,
  },
  { name: 'chat-functions', stage: (page) => trySample(page, 'Call a function', 'Function calls') },
  { name: 'chat-structured', stage: (page) => trySample(page, 'Return JSON', 'Structured response') },
  {
    name: 'chat-compare',
    stage: async (page) => {
      await trySample(page, 'Compare two models', 'Compared responses')
      await page.getByRole('button', { name: 'Keep this' }).first().waitFor({ timeout })
    },
    isInReadme: true,
  },
  { name: 'chat-code', stage: showCode },
  ...['Images', 'Video', 'Transcribe', 'Embeddings', 'Settings'].map(toPanelShot),
  { name: 'images-steps', stage: showSteps, isInReadme: true },
  { name: 'images-viewer', stage: showInLarge },
  { name: 'images-compare', stage: showComparison },
  { name: 'library', stage: showLibrary, isInReadme: true },
  { name: 'library-list', stage: showLibraryList },
  { name: 'video-open', stage: showVideo, isInReadme: true },
  { name: 'transcribe-queue', stage: showAudioFiles },
  { name: 'transcribe-open', stage: showTranscript, isInReadme: true },
  { name: 'library-made', stage: showJobResults },
  { name: 'embeddings-table', stage: showTexts },
  { name: 'embeddings-map', stage: showMap, isInReadme: true },
  { name: 'embeddings-matrix', stage: showMatrix },
  { name: 'embeddings-neighbors', stage: showNeighbors },
  { name: 'embeddings-vector', stage: showVector },
  { name: 'embeddings-compare', stage: showComparedSets },
  { name: 'gateway-log', stage: showLog, isInReadme: true },
  { name: 'gateway-usage', stage: showUsage },
  { name: 'gateway-reference', stage: showReference },
  { name: 'gateway-connect', stage: showConnect },
  { name: 'welcome', stage: showWelcome },
  { name: 'settings-notifications', stage: (page) => openSettings(page, 'Notifications') },
  { name: 'settings-appearance', stage: (page) => openSettings(page, 'Appearance') },
  { name: 'settings-privacy', stage: (page) => openSettings(page, 'Privacy') },
  {
    name: 'settings-search',
    stage: async (page) => {
      await openPanel(page, 'Settings')
      await page.getByRole('searchbox', { name: 'Search settings' }).fill('log')
      await page.getByRole('status').filter({ hasText: 'results' }).waitFor()
    },
  },
  { name: 'settings-data', stage: (page) => openSettings(page, 'Data') },
  { name: 'settings-data-storage', stage: showStorage },
  { name: 'settings-data-reset', stage: showReset },
  { name: 'settings-models', stage: (page) => openSettings(page, 'Models') },
  { name: 'settings-network', stage: (page) => openSettings(page, 'Network') },
  {
    name: 'settings-service',
    stage: async (page) => {
      await openSettings(page, 'Provider')
      await page.getByRole('radio', { name: 'Custom service' }).click()
      await page
        .getByRole('textbox', { name: 'Base URL', exact: true })
        .fill('https://models.example.com/v1/')
    },
  },
  {
    name: 'settings-vendor',
    stage: async (page) => {
      await openSettings(page, 'Provider')
      await page.getByRole('radio', { name: 'Gemini and OpenAI' }).click()
      await page.getByRole('button', { name: 'Test Gemini and OpenAI' }).click()
      await page.getByRole('region', { name: 'Test results' }).waitFor()
    },
  },
  { name: 'settings-shortcuts', stage: showShortcuts },
  { name: 'settings-shortcuts-conflict', stage: showShortcutConflict },
  { name: 'palette', stage: (page) => showPalette(page) },
  { name: 'palette-search', stage: (page) => showPalette(page, 'new') },
  { name: 'palette-step', stage: showPaletteStep },
  {
    name: 'shortcuts',
    stage: async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+/')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
]

/** The page opens again from Settings. */
async function showWelcome(page: Page) {
  const about = await openSettings(page, 'About')
  await about.getByRole('button', { name: 'Show welcome page' }).click()
  await page.getByRole('button', { name: 'Try the demo' }).waitFor()
}

function toPanelShot(name: string): Shot {
  const stage = async (page: Page) => {
    // Closes whatever an earlier screenshot has left open.
    await page.keyboard.press('Escape')
    await openPanel(page, name)
  }
  return { name: name.toLowerCase(), stage }
}

/** Runs a sample of a new chat until its answer is complete. */
async function trySample(page: Page, sample: string, region: string) {
  await page.getByRole('button', { name: 'New chat' }).click()
  await page.getByRole('button', { name: sample }).click()
  await page.getByRole('region', { name: region }).first().waitFor({ timeout })
  await waitForAnswer(page)
}

/** Shows the code of the last request. */
async function showCode(page: Page) {
  await page.getByRole('button', { name: 'View code', exact: true }).first().click()
  await page.getByRole('region', { name: 'Code' }).waitFor()
}

/** Sends a prompt and waits until its answer is complete. */
async function askAndWait(page: Page, prompt: string) {
  await ask(page, prompt)
  await waitForAnswer(page)
}

async function showStorage(page: Page) {
  const data = await openSettings(page, 'Data')
  await data.getByRole('table', { name: 'Storage' }).waitFor()
  await data.getByRole('heading', { name: 'Storage' }).evaluate((heading) => heading.scrollIntoView())
}

async function showReset(page: Page) {
  const data = await openSettings(page, 'Data')
  await data.getByRole('button', { name: 'Reset everything…' }).click()
  await page.getByRole('dialog').waitFor()
}
