// What jobs have made, in the Library: videos with a poster that play, transcripts that are found by what was said.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './accessibility'
import { type Application, test } from './application'
import { makeWav } from './audio-files'
import { choosePath } from './chat-steps'
import { openDesktopClient } from './desktop-client'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const item = (page: Page, words: string | RegExp) =>
  page.getByRole('listbox', { name: 'Items' }).getByRole('option', { name: words })
const details = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })

/** As the page keeps a file that was dropped. */
async function keepSound(page: Page, name: string, sound: Buffer): Promise<string> {
  return await page.evaluate(
    async ([fileName, base64]) => {
      const body = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer
      const asked = {
        upload: crypto.randomUUID(),
        name: fileName,
        bytes: String(body.byteLength),
        use: 'sound',
      }
      const query = new URLSearchParams({ ...asked, offset: '0' })
      const response = await fetch(`media://library/?${query}`, { method: 'POST', body })
      const kept: { media: string } = await response.json()
      return kept.media
    },
    [name, sound.toString('base64')] as const,
  )
}

async function makeThings({ page }: Application): Promise<void> {
  const { desktop } = await openDesktopClient(page)
  const media = await keepSound(page, 'Talk.wav', makeWav('Talk.wav', { seconds: 3 }).buffer)
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

/** Everything is chosen and deleted, by keys that come faster than what is to be chosen can be read. */
async function pressAtOnce({ page, electron }: Application): Promise<void> {
  await expect(page.getByRole('listbox', { name: 'Items' })).toBeFocused()
  await electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'A', modifiers: ['control'] })
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'Delete' })
  })
}

test('a video has a poster and plays, in the details and in large', async ({ application }) => {
  test.setTimeout(120_000)
  const { page } = application
  await makeThings(application)
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
  await details(page).getByRole('button', { name: 'View full size' }).click()
  const large = page.getByRole('dialog', { name: 'A calm sea at dusk' })
  const shown = large.getByLabel('A calm sea at dusk')
  await expect.poll(() => shown.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeGreaterThan(0)
  await expectNoViolations(page, 'a video in large')
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await details(page).getByRole('button', { name: 'Reuse prompt' }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('A calm sea at dusk')
})

test('a transcript is found by what was said, copied, saved, and opens where it is edited', async ({
  application,
}, testInfo) => {
  test.setTimeout(120_000)
  const { page } = application
  await makeThings(application)
  await item(page, /, Transcript, /).click()
  const section = details(page).getByRole('region', { name: 'Transcript' })
  await expect(section.getByText(/\d+ words?$/)).toBeVisible()
  await expectNoViolations(page, 'a transcript in the Library')
  const said = (await section.getByRole('paragraph').first().innerText()).trim()
  const word = said.split(/\s+/).find((each) => /^[a-z]{5,}$/.test(each)) ?? said
  await page.getByRole('searchbox', { name: 'Search Library' }).fill(word)
  await expect(item(page, /, Video, /)).toBeHidden()
  await expect(item(page, /, Transcript, /)).toBeVisible()
  // What was chosen was of another search.
  await item(page, /, Transcript, /).click()
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

test('deleted for good, a transcript takes its job along, and a video leaves it', async ({ application }) => {
  test.setTimeout(120_000)
  const { page } = application
  await makeThings(application)
  await item(page, /, Video, /).click()
  await pressAtOnce(application)
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
