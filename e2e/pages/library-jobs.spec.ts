// Results of jobs in the Library: videos have a poster and play, transcripts are found by their text.
import { readFile } from 'node:fs/promises'
import { expect, type Locator } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { makeWav } from '../audio-files'
import { choosePath } from '../chat-steps'
import { inspector, item, openLibrary } from '../library-steps'
import { test } from '../page-test'
import { done } from '../scripted-video-service'
import { drop, openTranscribe } from '../transcribe-steps'
import { createVideo } from '../video-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const readTime = (player: Locator) => player.evaluate(({ currentTime }: HTMLMediaElement) => currentTime)

test('a video has a poster, and plays in the details and in the viewer', async ({
  application,
  videoService,
}) => {
  const { page } = application
  videoService.operation = done
  await createVideo(application, 'A calm sea at dusk')
  await openLibrary(page)
  const video = item(page, /A calm sea at dusk, Video, .*0:06/)
  const poster = video.locator('img')
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
  await video.click()
  await expectNoViolations(page, 'a video in the Library')
  const player = inspector(page).getByLabel('A calm sea at dusk')
  await player.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => readTime(player)).toBeGreaterThan(0)
  await page.keyboard.press('Space')
  await expect.poll(() => player.evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true)
  const stage = inspector(page).getByRole('region', { name: 'Player' })
  expect(await stage.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true)

  await inspector(page).getByRole('button', { name: 'View full size' }).click()
  const viewer = page.getByRole('dialog', { name: 'A calm sea at dusk' })
  const large = viewer.getByLabel('A calm sea at dusk')
  await expect.poll(() => readTime(large)).toBeGreaterThan(0)
  await expectNoViolations(page, 'a video in the viewer')
  // The keys of the player, which the viewer's own keys do not replace.
  await expect(large).toBeFocused()
  for (const key of ['Space', 'Home', '.']) await page.keyboard.press(key)
  await expect.poll(() => readTime(large)).toBeCloseTo(1 / 24, 2)
  await page.keyboard.press('s')
  const star = viewer.getByRole('button', { name: 'Star', exact: true })
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await inspector(page).getByRole('button', { name: 'Reuse prompt' }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('A calm sea at dusk')
})

test('a transcript is found by its text, plays, and is saved', async ({
  application,
  transcriptionService,
}, testInfo) => {
  const { page } = application
  transcriptionService.respondTo = () => 'Wherever the river bends.'
  await openTranscribe(page)
  await drop(page, makeWav('Talk.wav', { seconds: 3 }))
  await openLibrary(page)
  const transcript = item(page, /, Transcript, /)
  await transcript.click()
  const section = inspector(page).getByRole('region', { name: 'Transcript' })
  await expect(section.getByText('4 words')).toBeVisible()
  const audio = section.getByRole('region', { name: 'Audio' })
  await expect(audio).toContainText('0:00 / 0:03')
  await audio.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => readTime(audio.locator('audio'))).toBeGreaterThan(0)
  await expectNoViolations(page, 'a transcript in the Library')
  const search = page.getByRole('searchbox', { name: 'Search Library' })
  await search.fill('river nowhere')
  await expect(transcript).toBeHidden()
  await search.fill('river')
  await transcript.click()
  const path = testInfo.outputPath('Talk.txt')
  await choosePath(application, path)
  await inspector(page).getByRole('button', { name: 'Save as…' }).click()
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain('the river bends')
  await inspector(page).getByRole('button', { name: 'Open in Transcribe' }).click()
  const panel = page.getByRole('button', { name: 'Transcribe', exact: true })
  await expect(panel).toHaveAttribute('aria-current', 'page')
})
