// The stages of Video and of Transcribe: finished videos, and sounds on their way to text.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { root } from '../../src/dev/paths.mjs'
import { openPanel, timeout } from './screenshot-steps'

interface Sound {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The last one is open in the picture. */
const films = [
  'Rain over a city at night, lit windows, a car drives by slowly.',
  'Snow falls on a forest at night under a full moon, seen from between the trees.',
  'A sailboat crosses a calm sea at sunset with mountains in the background. Gentle waves can be heard.',
]
/** By the file of each. */
const recorded = {
  'speech.m4a': 'Interview with the lighthouse keeper.m4a',
  'opus.ogg': 'Voice memo, on the train.ogg',
  'speech.flac': 'Reading of the first chapter.flac',
}
const lecture = 'Lecture 4, the history of the harbour.wav'

const withFilms = new WeakSet<Page>()
const withSounds = new WeakSet<Page>()

/** The newest video, open at its middle. */
export async function showVideo(page: Page) {
  await page.keyboard.press('Escape')
  await openPanel(page, 'Video')
  if (!withFilms.has(page)) await makeFilms(page)
  withFilms.add(page)
  const newest = page.getByRole('list', { name: 'Videos' }).getByRole('listitem').first()
  await newest.getByRole('button').first().click()
  const player = page.getByRole('article', { name: 'Video details' }).locator('video')
  await player.waitFor()
  await player.evaluate(async (video: HTMLVideoElement) => {
    video.currentTime = 3
    // It begins once there is enough of it, and nothing turns round in the picture any more.
    await video.play()
    video.pause()
  })
  // Where nothing is pointed at, the player's controls go.
  await page.mouse.move(0, 0)
}

/** Everything that was heard. */
export async function showSounds(page: Page) {
  await page.keyboard.press('Escape')
  await openPanel(page, 'Transcribe')
  if (!withSounds.has(page)) await addSounds(page)
  withSounds.add(page)
  await page.mouse.move(0, 0)
}

/** The longest one: its waveform, its pieces and its text. */
export async function showTranscript(page: Page) {
  await showSounds(page)
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

/** What both have made, beside each other. */
export async function showMade(page: Page) {
  await page.keyboard.press('Escape')
  await openPanel(page, 'Library')
  await page.getByRole('radio', { name: 'Grid' }).click()
  for (const kind of ['Videos', 'Transcripts']) await page.getByRole('checkbox', { name: kind }).check()
  const images = page.getByRole('checkbox', { name: 'Images', exact: true })
  if (await images.isVisible()) await images.uncheck()
  await page.getByRole('option', { name: /sailing boat.*, Video,/ }).click()
  await page.waitForLoadState('networkidle')
}

/* */
async function makeFilms(page: Page) {
  const form = page.getByRole('form', { name: 'New video' })
  for (const film of films) {
    await form.getByRole('textbox', { name: 'Prompt', exact: true }).fill(film)
    await form.getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('heading', { name: film }).waitFor()
    await page.getByRole('button', { name: /^(Back to all videos|Close video)$/ }).click()
  }
  const ready = page.getByRole('list', { name: 'Videos' }).getByText(/^Ready/)
  await ready.nth(films.length - 1).waitFor({ timeout: 3 * timeout })
}

/* */
async function addSounds(page: Page) {
  const folder = join(root, 'src', 'workspace', 'audio', 'sounds')
  const sounds = await Promise.all(
    Object.entries(recorded).map(async ([file, name]) => toSound(name, await readFile(join(folder, file)))),
  )
  await page.getByLabel('Audio files to add').setInputFiles([toSound(lecture, speak(50 * 60)), ...sounds])
  await page.getByText(`${sounds.length + 1} ended`).waitFor({ timeout: 3 * timeout })
}

/** What is in a file decides what it is. */
function toSound(name: string, buffer: Buffer): Sound {
  return { name, mimeType: '', buffer }
}

const rate = 4000

/** A WAV that has the loudness of somebody who speaks, with pauses; one byte a sample. */
function speak(seconds: number) {
  const head = Buffer.alloc(44)
  const length = seconds * rate
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(length, 40)
  const samples = Buffer.alloc(length)
  for (let at = 0; at < length; at += 1) {
    const time = at / rate
    const breath = Math.max(
      0,
      Math.sin(time / 7) * Math.sin(time / 41) * 0.5 + Math.sin(time / 13) * 0.4 + 0.35,
    )
    samples[at] = 128 + Math.round(100 * Math.min(1, breath) * Math.sin(at / 2 + Math.sin(at / 90) * 5))
  }
  return Buffer.concat([head, samples])
}
