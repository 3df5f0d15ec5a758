// Results of jobs in the Library: videos have a poster and play, transcripts are found by their text.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import type { Application } from '../application'
import { makeWav } from '../audio-files'
import { choosePath } from '../chat-steps'
import { openDesktopClient } from '../desktop-client'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const item = (page: Page, name: string | RegExp) =>
  page.getByRole('listbox', { name: 'Items' }).getByRole('option', { name })
const details = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })

/** Uploads a file in the way the page uploads a dropped one. */
async function uploadAudio(page: Page, name: string, audio: Buffer): Promise<string> {
  return await page.evaluate(
    async ([fileName, base64]) => {
      const body = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer
      const upload = {
        upload: crypto.randomUUID(),
        name: fileName,
        bytes: String(body.byteLength),
        use: 'sound',
      }
      const query = new URLSearchParams({ ...upload, offset: '0' })
      const response = await fetch(`media://library/?${query}`, { method: 'POST', body })
      const result: { media: string } = await response.json()
      return result.media
    },
    [name, audio.toString('base64')] as const,
  )
}

async function createItems({ page }: Application): Promise<void> {
  const { desktop } = await openDesktopClient(page)
  const media = await uploadAudio(page, 'Talk.wav', makeWav('Talk.wav', { seconds: 3 }).buffer)
  await desktop.videos.create({
    model: 'gen-video-3.1-fast-generate-preview',
    prompt: 'A calm sea at dusk',
    durationSeconds: 4,
  })
  await desktop.transcriptions.add({
    sources: [{ media, mimeType: 'audio/wav', name: 'Talk.wav' }],
    settings: { model: 'gen-4o-transcribe' },
  })
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await expect(item(page, /, Video, /)).toBeVisible({ timeout: 60_000 })
  await expect(item(page, /, Transcript, /)).toBeVisible({ timeout: 60_000 })
}

/** Selects everything and deletes it, by keys that are faster than the selection can be read. */
async function selectAllAndDelete({ page, electron }: Application): Promise<void> {
  await expect(page.getByRole('listbox', { name: 'Items' })).toBeFocused()
  await electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'A', modifiers: ['control'] })
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'Delete' })
  })
}

test('a video has a poster and plays, in the details and in the viewer', async ({ application }) => {
  test.slow()
  const { page } = application
  await createItems(application)
  const video = item(page, /A calm sea at dusk, Video, .*0:04/)
  const poster = video.locator('img')
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  await video.click()
  await expectNoViolations(page, 'a video in the Library')
  const player = details(page).getByLabel('A calm sea at dusk')
  const isPaused = () => player.evaluate((shown: HTMLVideoElement) => shown.paused)
  await player.focus()
  await page.keyboard.press('Space')
  await expect.poll(isPaused).toBe(false)
  await page.keyboard.press('Space')
  await expect.poll(isPaused).toBe(true)
  const fits = await details(page)
    .getByRole('region', { name: 'Player' })
    .evaluate((stage) => stage.scrollWidth <= stage.clientWidth)
  expect(fits).toBe(true)
  await details(page).getByRole('button', { name: 'View full size' }).click()
  const large = page.getByRole('dialog', { name: 'A calm sea at dusk' })
  const shown = large.getByLabel('A calm sea at dusk')
  await expect.poll(() => shown.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeGreaterThan(0)
  await expectNoViolations(page, 'a video in the viewer')
  // The keys of the player, which the viewer's own keys do not replace.
  await expect(shown).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('.')
  await expect.poll(() => shown.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeCloseTo(1 / 24, 2)
  await page.keyboard.press('s')
  await expect(large.getByRole('button', { name: 'Star', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await details(page).getByRole('button', { name: 'Reuse prompt' }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('A calm sea at dusk')
})

test('a transcript is found by its text, copied, saved, and opens in Transcribe', async ({
  application,
}, testInfo) => {
  test.slow()
  const { page } = application
  await createItems(application)
  await item(page, /, Transcript, /).click()
  const section = details(page).getByRole('region', { name: 'Transcript' })
  await expect(section.getByText(/\d+ words?$/)).toBeVisible()
  const audio = section.getByRole('region', { name: 'Audio' })
  await expect(audio).toContainText('0:00 / 0:03')
  await audio.getByRole('button', { name: 'Play' }).click()
  const readTime = () => audio.locator('audio').evaluate((each: HTMLAudioElement) => each.currentTime)
  await expect.poll(readTime).toBeGreaterThan(0)
  await expectNoViolations(page, 'a transcript in the Library')
  const text = (await section.getByRole('paragraph').first().innerText()).trim()
  const word = text.split(/\s+/).find((each) => /^[a-z]{5,}$/.test(each)) ?? text
  await page.getByRole('searchbox', { name: 'Search Library' }).fill(word)
  await expect(item(page, /, Video, /)).toBeHidden()
  await expect(item(page, /, Transcript, /)).toBeVisible()
  // Found as well, it is still selected.
  await expect(item(page, /, Transcript, /)).toHaveAttribute('aria-selected', 'true')
  const path = testInfo.outputPath('Talk.txt')
  await choosePath(application, path)
  await details(page).getByRole('button', { name: 'Save as…' }).click()
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain(word)
  await details(page).getByRole('button', { name: 'Open in Transcribe' }).click()
  await expect(page.getByRole('button', { name: 'Transcribe', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('permanently deleting a transcript deletes its job, and deleting a video keeps its job', async ({
  application,
}) => {
  test.slow()
  const { page } = application
  await createItems(application)
  await item(page, /, Video, /).click()
  await selectAllAndDelete(application)
  await expect(page.getByText('2 items moved to trash')).toBeVisible()
  await page.getByRole('button', { name: /^Trash/ }).click()
  await page.getByRole('button', { name: 'Empty trash…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByText(/^2 items deleted, /)).toBeVisible()
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Transcribe', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByText('Talk.wav')).toHaveCount(0)
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await expect(page.getByText('A calm sea at dusk').first()).toBeVisible()
})
