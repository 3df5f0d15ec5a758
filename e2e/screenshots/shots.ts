// The list of screenshots, in the order in which they are taken, and the content that they show.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { root } from '../../src/dev/paths.mjs'
import type { Application } from '../application'
import { makeWav } from '../audio-files'
import { ask, finished } from '../chat-steps'
import { openSettings } from '../settings-steps'

export interface Shot {
  readonly name: string
  readonly show: (application: Application) => Promise<unknown>
  readonly isInReadme?: boolean
}

export const shots: readonly Shot[] = [
  { name: 'chat-empty', show: ({ page }) => page.getByRole('textbox', { name: 'Prompt' }).waitFor() },
  { name: 'chat', show: showChat, isInReadme: true },
  { name: 'chat-compare', show: compareModels, isInReadme: true },
  { name: 'images-steps', show: drawSteps, isInReadme: true },
  { name: 'video-open', show: generateVideo, isInReadme: true },
  { name: 'transcribe-open', show: transcribe, isInReadme: true },
  { name: 'embeddings-map', show: showMap, isInReadme: true },
  { name: 'library', show: ({ page }) => openPanel(page, 'Library'), isInReadme: true },
  { name: 'gateway-log', show: showLog, isInReadme: true },
  { name: 'gateway-usage', show: ({ page }) => page.getByRole('tab', { name: 'Usage' }).click() },
  { name: 'gateway-reference', show: ({ page }) => page.getByRole('tab', { name: 'Reference' }).click() },
  ...['Provider', 'Models', 'Appearance', 'Shortcuts', 'Data'].map((section) => ({
    name: `settings-${section.toLowerCase()}`,
    show: ({ page }: Application) => openSettings(page, section),
  })),
  { name: 'palette', show: ({ page }) => page.keyboard.press('Control+k') },
]

const timeout = 60_000

async function openPanel(page: Page, name: string): Promise<void> {
  // Closes whatever an earlier screenshot has left open.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name, exact: true }).first().click()
}

async function showChat({ page }: Application): Promise<void> {
  await ask(page, 'Explain how a rainbow forms, with a table of its colors.')
  await finished(page).waitFor({ timeout })
}

async function compareModels({ page }: Application): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).click()
  await page.getByRole('button', { name: 'Compare two models' }).click()
  await expect(page.getByRole('button', { name: 'Keep this' })).toHaveCount(2, { timeout })
}

async function drawSteps(application: Application): Promise<void> {
  const { page } = application
  const desktop = await application.desktop()
  const draw = (text: string, aspectRatio: string, variations = 1) =>
    desktop.images.draw({
      conversationId: null,
      after: null,
      parts: [{ text }],
      parameters: { model: 'gen-2.5-flash-image', aspectRatio },
      variations,
    })
  for (const [text, ratio] of [
    ['A city skyline at night with a full moon, as a poster.', '3:4'],
    ['A hot air balloon over mountains at sunrise.', '3:2'],
    ['A fox in a snowy forest at night under the stars.', '4:3'],
    ['A lighthouse on a cliff above the sea at dusk, with the moon.', '9:16'],
  ] as const)
    await draw(text, ratio)
  await draw('A sailing boat on a calm sea at sunset, mountains behind it.', '16:9', 4)
  await expect.poll(async () => (await desktop.application.status()).running, { timeout }).toBe(0)
  await openPanel(page, 'Images')
  await page
    .getByRole('button', { name: /^A sailing boat/ })
    .first()
    .click()
  await page.getByRole('article', { name: 'Variation 2 of 4' }).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'New prompt' })
  await form.getByRole('textbox', { name: 'Prompt' }).fill('Add a lighthouse.')
  await form.getByRole('button', { name: 'Generate' }).click()
  const step = page.getByRole('region', { name: 'Step 2' })
  await step.getByRole('img').first().waitFor({ timeout })
  await step.evaluate((element) => element.scrollIntoView())
}

async function generateVideo({ page }: Application): Promise<void> {
  await openPanel(page, 'Video')
  const form = page.getByRole('form', { name: 'New video' })
  const prompt = 'A sailboat crosses a calm sea at sunset with mountains in the background.'
  await form.getByRole('textbox', { name: 'Prompt', exact: true }).fill(prompt)
  await form.getByRole('button', { name: 'Generate' }).click()
  const player = page.getByRole('article', { name: 'Video details' }).locator('video')
  await player.waitFor({ timeout: 3 * timeout })
  await player.evaluate(async (video: HTMLVideoElement) => {
    video.currentTime = 3
    // Once it plays, it is loaded and shows no spinner.
    await video.play()
    video.pause()
  })
}

async function transcribe({ page }: Application): Promise<void> {
  await openPanel(page, 'Transcribe')
  const folder = join(root, 'src', 'workspace', 'audio', 'samples')
  const lecture = makeWav('Lecture 4, the history of the harbor.wav', { seconds: 50 * 60 })
  const interview = {
    name: 'Interview with the lighthouse keeper.m4a',
    mimeType: '',
    buffer: await readFile(join(folder, 'speech.m4a')),
  }
  await page.getByLabel('Audio files to add').setInputFiles([lecture, interview])
  await page.getByText('2 finished').waitFor({ timeout: 3 * timeout })
  await page.getByRole('button', { name: `Open ${lecture.name}` }).click()
  await page.getByRole('textbox', { name: 'Transcript text' }).waitFor()
}

const subjects = [
  'bread',
  'dough',
  'planet',
  'telescope',
  'striker',
  'goal',
  'roses',
  'soil',
  'violin',
  'song',
]
const places = ['in the morning', 'at night', 'in the city', 'by the sea']

async function showMap(application: Application): Promise<void> {
  const { page } = application
  const desktop = await application.desktop()
  const topics = ['baking', 'astronomy', 'football', 'gardening', 'music']
  const rows = subjects.flatMap((subject, at) =>
    places.map((place) => ({
      text: `A text about ${subject} and ${topics[Math.floor(at / 2)]} ${place}.`,
      values: { topic: topics[Math.floor(at / 2)] ?? '' },
    })),
  )
  const settings = { model: 'gen-embedding-001' }
  const { id } = await desktop.embeddings.create({
    name: 'Notes of five topics',
    settings,
    columns: ['topic'],
  })
  await desktop.embeddings.insertRows({ id, before: null, rows })
  await desktop.embeddings.run({ id })
  await openPanel(page, 'Embeddings')
  await page
    .getByRole('button', { name: /^Notes of five topics/ })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Map', exact: true }).click()
  await page.getByRole('radio', { name: 'UMAP' }).click()
  await page.getByText(`UMAP of ${rows.length} texts`).waitFor({ timeout })
  await page.getByRole('combobox', { name: 'Color by' }).click()
  await page.getByRole('option', { name: 'topic' }).click()
}

/** The requests of several clients, one after the other; the newest one is open. */
async function showLog(application: Application): Promise<void> {
  const { page, gatewayUrl } = application
  const { key } = await (await application.desktop()).localKey.read()
  for (const [client, model, text] of [
    ['python-requests/2.32', 'gen-2.5-pro:generateContent', 'Name three rivers.'],
    ['google-genai-sdk/1.30 gl-node/22', 'gen-2.5-flash-image:generateContent', 'A sailing boat.'],
    ['curl/8.5', 'gen-2.5-flash:streamGenerateContent?alt=sse', ''],
    ['nightly-evaluation/0.4', 'gen-2.5-flash:streamGenerateContent?alt=sse', 'Write a short story.'],
  ]) {
    const response = await fetch(`${gatewayUrl}/v1beta/models/${model}`, {
      method: 'POST',
      headers: { 'x-goog-api-key': key, 'content-type': 'application/json', 'user-agent': client ?? '' },
      body: JSON.stringify({ contents: text ? [{ role: 'user', parts: [{ text }] }] : 'Hello' }),
    })
    await response.text()
  }
  await openPanel(page, 'Gateway')
  await page.getByRole('grid', { name: 'Requests' }).getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Replay request' }).waitFor({ timeout })
}
