// The list of screenshots, in the order in which they are taken, and the content that they show.
import { expect, type Page } from '@playwright/test'
import type { Application } from '../application'
import { makeWav, readAudioFile } from '../audio-files'
import { ask, finished } from '../chat-steps'
import { createSession, draw } from '../drawing-steps'
import { addSet, showView } from '../embeddings-steps'
import { openGateway, toPrompt } from '../gateway-client'
import { openSettings } from '../settings-steps'
import { generate, player } from '../video-steps'

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
  { name: 'video-open', show: showVideo, isInReadme: true },
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
  for (const [text, aspectRatio] of [
    ['A city skyline at night with a full moon, as a poster.', '3:4'],
    ['A hot air balloon over mountains at sunrise.', '3:2'],
    ['A fox in a snowy forest at night under the stars.', '4:3'],
    ['A lighthouse on a cliff above the sea at dusk, with the moon.', '9:16'],
  ] as const)
    await createSession(application, [text], { aspectRatio })
  const prompt = 'A sailing boat on a calm sea at sunset, mountains behind it.'
  await createSession(application, [prompt], { aspectRatio: '16:9', variations: 4 })
  await openPanel(page, 'Images')
  await page
    .getByRole('button', { name: /^A sailing boat/ })
    .first()
    .click()
  await page.getByRole('article', { name: 'Variation 2 of 4' }).getByRole('button', { name: 'Edit' }).click()
  await draw(page, 'Add a lighthouse.')
  const step = page.getByRole('region', { name: 'Step 2' })
  await step.getByRole('img').first().waitFor({ timeout })
  await step.evaluate((element) => element.scrollIntoView())
}

async function showVideo({ page }: Application): Promise<void> {
  await openPanel(page, 'Video')
  await generate(page, 'A sailboat crosses a calm sea at sunset with mountains in the background.')
  await player(page).waitFor({ timeout: 3 * timeout })
  await player(page).evaluate(async (video: HTMLVideoElement) => {
    video.currentTime = 3
    // Once it plays, it is loaded and shows no spinner.
    await video.play()
    video.pause()
  })
}

async function transcribe({ page }: Application): Promise<void> {
  await openPanel(page, 'Transcribe')
  const lecture = makeWav('Lecture 4, the history of the harbor.wav', { seconds: 50 * 60 })
  const interview = await readAudioFile('speech.m4a', 'Interview with the lighthouse keeper.m4a')
  await page.getByLabel('Audio files to add').setInputFiles([lecture, interview])
  await page.getByText('2 finished').waitFor({ timeout: 3 * timeout })
  await page.getByRole('button', { name: `Open ${lecture.name}` }).click()
  await page.getByRole('textbox', { name: 'Transcript text' }).waitFor()
}

const subjects = 'bread dough planet telescope striker goal roses soil violin song'.split(' ')
const topics = ['baking', 'astronomy', 'football', 'gardening', 'music']
const places = ['in the morning', 'at night', 'in the city', 'by the sea']

async function showMap(application: Application): Promise<void> {
  const { page } = application
  const rows = subjects.flatMap((subject, at) => {
    const topic = topics[Math.floor(at / 2)] ?? ''
    return places.map((place) => ({ text: `A text about ${subject} and ${topic} ${place}.`, cells: [topic] }))
  })
  await addSet(application, { name: 'Notes of five topics', columns: ['topic'], rows })
  await showView(page, 'Map')
  await page.getByRole('radio', { name: 'UMAP' }).click()
  await page.getByText(`UMAP of ${rows.length} texts`).waitFor({ timeout })
  await page.getByRole('combobox', { name: 'Color by' }).click()
  await page.getByRole('option', { name: 'topic' }).click()
}

/** The requests of several clients, one after the other; the newest one is open. */
async function showLog(application: Application): Promise<void> {
  const { page } = application
  const { send } = await openGateway(application)
  for (const [client = '', model, text] of [
    ['python-requests/2.32', 'gen-2.5-pro:generateContent', 'Name three rivers.'],
    ['google-genai-sdk/1.30 gl-node/22', 'gen-2.5-flash-image:generateContent', 'A sailing boat.'],
    ['curl/8.5', 'gen-2.5-flash:streamGenerateContent?alt=sse', ''],
    ['nightly-evaluation/0.4', 'gen-2.5-flash:streamGenerateContent?alt=sse', 'Write a short story.'],
  ]) {
    const body = text ? toPrompt(text) : { contents: 'Hello' }
    const response = await send(`/v1beta/models/${model}`, body, { 'user-agent': client })
    await response.text()
  }
  await openPanel(page, 'Gateway')
  await page.getByRole('grid', { name: 'Requests' }).getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Replay request' }).waitFor({ timeout })
}
