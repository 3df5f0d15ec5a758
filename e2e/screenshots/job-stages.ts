// Screenshots of Video and Transcribe: finished videos, and audio files with their transcripts.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { root } from '../../src/dev/paths.mjs'
import { openPanel, timeout } from './screenshot-steps'

interface AudioFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The last one is open in the screenshot. */
const videoPrompts = [
  'Rain over a city at night, lit windows, a car drives by slowly.',
  'Snow falls on a forest at night under a full moon, seen from between the trees.',
  'A sailboat crosses a calm sea at sunset with mountains in the background.',
]
/** Names of the sample files on screen. */
const displayNames = {
  'speech.m4a': 'Interview with the lighthouse keeper.m4a',
  'opus.ogg': 'Voice memo, on the train.ogg',
  'speech.flac': 'Reading of the first chapter.flac',
}
const lecture = 'Lecture 4, the history of the harbor.wav'

const withVideos = new WeakSet<Page>()
const withAudio = new WeakSet<Page>()

/** The newest video, open at its middle. */
export async function showVideo(page: Page) {
  await page.keyboard.press('Escape')
  await openPanel(page, 'Video')
  if (!withVideos.has(page)) await createVideos(page)
  withVideos.add(page)
  const newest = page.getByRole('list', { name: 'Videos' }).getByRole('listitem').first()
  await newest.getByRole('button').first().click()
  const player = page.getByRole('article', { name: 'Video details' }).locator('video')
  await player.waitFor()
  await player.evaluate(async (video: HTMLVideoElement) => {
    video.currentTime = 3
    // Once it plays, it is loaded and shows no spinner.
    await video.play()
    video.pause()
  })
  // The player hides its controls if the pointer is elsewhere.
  await page.mouse.move(0, 0)
}

/** Shows the list of transcribed files. */
export async function showAudioFiles(page: Page) {
  await page.keyboard.press('Escape')
  await openPanel(page, 'Transcribe')
  if (!withAudio.has(page)) await addAudioFiles(page)
  withAudio.add(page)
  await page.mouse.move(0, 0)
}

/** Shows the longest transcript: its waveform, its chunks and its text. */
export async function showTranscript(page: Page) {
  await showAudioFiles(page)
  await page.getByRole('button', { name: `Open ${lecture}` }).click()
  await page.getByRole('textbox', { name: 'Transcript text' }).waitFor()
  await page.getByRole('slider', { name: 'Position' }).locator('[data-cut]').first().waitFor()
  const position = page.getByRole('slider', { name: 'Position' })
  await position.locator('canvas').first().waitFor({ state: 'attached' })
  await position.click({ position: { x: 180, y: 20 } })
  const isSeeking = () => [...document.querySelectorAll('audio')].some(({ seeking }) => seeking)
  await expect.poll(() => page.evaluate(isSeeking)).toBe(false)
  await page.mouse.move(0, 0)
}

/** Shows the results of both in the Library. */
export async function showJobResults(page: Page) {
  await page.keyboard.press('Escape')
  await openPanel(page, 'Library')
  await page.getByRole('radio', { name: 'Grid' }).click()
  for (const kind of ['Videos', 'Transcripts']) await page.getByRole('checkbox', { name: kind }).check()
  const images = page.getByRole('checkbox', { name: 'Images', exact: true })
  if (await images.isVisible()) await images.uncheck()
  await page.getByRole('option', { name: /sailboat.*, Video,/ }).click()
  await page.waitForLoadState('networkidle')
}

async function createVideos(page: Page) {
  const form = page.getByRole('form', { name: 'New video' })
  for (const prompt of videoPrompts) {
    await form.getByRole('textbox', { name: 'Prompt', exact: true }).fill(prompt)
    await form.getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('heading', { name: prompt }).waitFor()
    await page.getByRole('button', { name: /^(Back to all videos|Close video)$/ }).click()
  }
  const ready = page.getByRole('list', { name: 'Videos' }).getByText(/^Ready/)
  await ready.nth(videoPrompts.length - 1).waitFor({ timeout: 3 * timeout })
}

async function addAudioFiles(page: Page) {
  const folder = join(root, 'src', 'workspace', 'audio', 'samples')
  const samples = await Promise.all(
    Object.entries(displayNames).map(async ([file, name]) =>
      toAudioFile(name, await readFile(join(folder, file))),
    ),
  )
  await page
    .getByLabel('Audio files to add')
    .setInputFiles([toAudioFile(lecture, makeSpeechWav(50 * 60)), ...samples])
  await page.getByText(`${samples.length + 1} finished`).waitFor({ timeout: 3 * timeout })
}

/** The content decides the type, so none is given. */
function toAudioFile(name: string, buffer: Buffer): AudioFile {
  return { name, mimeType: '', buffer }
}

const rate = 4000

/** A WAV with the loudness of a speaker, with pauses; one byte per sample. */
function makeSpeechWav(seconds: number) {
  const header = Buffer.alloc(44)
  const length = seconds * rate
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(length, 40)
  const samples = Buffer.alloc(length)
  for (let at = 0; at < length; at += 1) {
    const time = at / rate
    const loudness = Math.max(
      0,
      Math.sin(time / 7) * Math.sin(time / 41) * 0.5 + Math.sin(time / 13) * 0.4 + 0.35,
    )
    samples[at] = 128 + Math.round(100 * Math.min(1, loudness) * Math.sin(at / 2 + Math.sin(at / 90) * 5))
  }
  return Buffer.concat([header, samples])
}
