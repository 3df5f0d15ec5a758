// Finished videos: played, compared, dragged out, reused and removed, by mouse and keyboard, also in a small window.
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu, choosePath } from '../chat-steps'
import { listMedia, mediaFolderOf, recordDrag } from '../drawing-steps'
import { tabTo } from '../keyboard-steps'
import { inspector, item, openLibrary } from '../library-steps'
import { test } from '../page-test'
import { done } from '../scripted-media'
import {
  act,
  addJob,
  addVideo,
  createVideo,
  field,
  form,
  openedJob,
  openJob,
  openVideos,
  player,
  prompt,
  row,
  videos,
} from '../video-steps'
import { resize } from '../window-size'

const text = 'A paper boat.'
/** Players ignore it at the end of a video, but other bytes are another file. */
const emptyBox = Buffer.from('\0\0\0\x08free', 'latin1')
const press = (page: Page, name: string) => openedJob(page).getByRole('button', { name, exact: true }).click()
const button = (page: Page, prompt: string) => row(page, prompt).locator('[data-job]')

const read = (video: Locator) =>
  video.evaluate(({ currentTime, paused, loop, playbackRate, volume, muted }: HTMLVideoElement) => ({
    currentTime,
    paused,
    settings: { loop, playbackRate, volume, muted },
  }))
const readTime = async (video: Locator) => (await read(video)).currentTime

test('a video is played in its panel and in the Library, exported and dragged out', async ({
  application,
  videoService,
}, testInfo) => {
  const { page } = application
  videoService.operation = done
  // Nothing has read the file before it is lost.
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await createVideo(application, 'A lost boat.')
  const folder = mediaFolderOf(application)
  const name = (await listMedia(folder)).find((each) => each.endsWith('.mp4')) ?? ''
  await rm(join(folder, name.slice(0, 2), name))
  await openVideos(page)
  await openJob(page, 'A lost boat.')
  await expect(openedJob(page)).toContainText('Couldn’t play this video')
  videoService.video = Buffer.concat([videoService.video, emptyBox])
  await addVideo(application, videoService)
  await resize(application, { width: 900, height: 600, zoom: 1 })
  const stage = openedJob(page).getByRole('region', { name: 'Player' })
  const position = stage.getByRole('slider', { name: 'Position' })
  await expect(stage).toContainText('0:00.00 / 0:06.0')
  await position.fill('4.5')
  await player(page).press('.')
  await expect.poll(() => readTime(player(page))).toBeCloseTo(4.5 + 1 / 24, 3)
  await press(page, 'Previous frame')
  await expect.poll(() => readTime(player(page))).toBeCloseTo(4.5, 3)
  await press(page, 'Loop')
  await stage.getByRole('combobox', { name: 'Speed' }).selectOption('2')
  await stage.getByRole('slider', { name: 'Volume' }).fill('0.5')
  await press(page, 'Mute')
  await position.fill('5.9')
  await press(page, 'Play')
  // At the end it starts over.
  await expect.poll(() => readTime(player(page))).toBeLessThan(4.5)
  await player(page).click()
  await expect(stage.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  await openVideos(page)
  const settings = { loop: true, playbackRate: 2, volume: 0.5, muted: true }
  await expect.poll(async () => (await read(player(page))).settings).toEqual(settings)

  const path = testInfo.outputPath('boat.mp4')
  await choosePath(application, path)
  await press(page, 'Save as…')
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
  expect((await readFile(path)).equals(videoService.video)).toBe(true)
  const dragged = recordDrag(application)
  await openedJob(page).getByTitle('Drag the file to the desktop or another app').hover()
  await page.mouse.down()
  await page.mouse.move(400, 100, { steps: 5 })
  const file = await dragged
  await page.mouse.up()
  expect(basename(file)).toBe('A paper boat.mp4')
  expect((await readFile(file)).equals(videoService.video)).toBe(true)
  await page.getByRole('button', { name: 'Back to all videos' }).click()
  await expect(button(page, text)).toBeFocused()

  await resize(application, { width: 1440, height: 900, zoom: 1 })
  await openLibrary(page)
  const video = item(page, /A paper boat\., Video, .*0:06/)
  const poster = video.locator('img')
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
  await video.click()
  await expectNoViolations(page, 'a video in the Library')
  const small = inspector(page).getByLabel(text)
  await small.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => readTime(small)).toBeGreaterThan(0)
  await inspector(page).getByRole('button', { name: 'View full size' }).click()
  const large = page.getByRole('dialog', { name: text }).getByLabel(text)
  await expect.poll(() => readTime(large)).toBeGreaterThan(0)
  // The keys of the player, which the viewer's own keys do not replace.
  await expect(large).toBeFocused()
  for (const key of ['Space', 'Home', '.']) await page.keyboard.press(key)
  await expect.poll(() => readTime(large)).toBeCloseTo(1 / 24, 2)
})

test('prompt and frames are reused, and two videos compared', async ({ application, videoService }) => {
  const { page } = application
  const frame = field(page, 'First frame').getByRole('button', { name: /^A paper boat\., at .*png$/ })
  await addVideo(application, videoService, { aspectRatio: '9:16', seed: 42 })
  await openedJob(page).getByRole('slider', { name: 'Position' }).fill('3')
  await chooseFromMenu(openedJob(page), 'Use frame…', 'As first frame of a new video')
  await expect(frame).toHaveAccessibleName(/at 3 s/)
  await chooseFromMenu(openedJob(page), 'Use frame…', 'As reference image in Images')
  const attachments = page.getByRole('list', { name: 'Attachments' })
  await expect(attachments.getByRole('button', { name: /^A paper boat\., at 3 s\.png/ })).toBeVisible()
  await openVideos(page)
  await prompt(page).fill('Something half written')
  await act(page, 'Reuse prompt')
  await expect(prompt(page)).toHaveValue(text)
  await expect(form(page)).toContainText('With 9:16 · seed 42')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt(page)).toHaveValue('Something half written')
  await press(page, 'Extend')
  await expect(frame).toHaveAccessibleName(/at (5\.9|6)/)
  await expect(prompt(page)).toHaveValue(text)
  await expect(prompt(page)).toBeFocused()

  videoService.video = Buffer.concat([videoService.video, emptyBox])
  await addVideo(application, videoService, { prompt: 'A tin boat.' })
  await chooseFromMenu(openedJob(page), 'Compare…', /^A paper boat/)
  const both = ['A tin boat.', text].map((name) => openedJob(page).getByLabel(`Video: ${name}`))
  const times = () => Promise.all(both.map(readTime))
  const pauses = async () => (await Promise.all(both.map(read))).map(({ paused }) => paused)
  await openedJob(page).getByRole('slider', { name: 'Position' }).fill('3')
  await expect.poll(times).toEqual([3, 3])
  await press(page, 'Play')
  await expect.poll(pauses).toEqual([false, false])
  await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(3)
  await press(page, 'Pause')
  await expect.poll(pauses).toEqual([true, true])
  await expect.poll(async () => new Set(await times()).size).toBe(1)
  await expectNoViolations(page, 'two videos side by side')
  await press(page, 'Stop comparing')
  await expect(openedJob(page).getByLabel(`Video: ${text}`)).toHaveCount(0)

  await act(page, 'Remove from list')
  await expect(row(page, 'A tin boat.')).toHaveCount(0)
  const toast = page.getByRole('listitem').filter({ hasText: 'Removed from list' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(videos(page).getByRole('listitem').filter({ hasText: 'Ready' })).toHaveCount(2)
  await expect(openedJob(page).getByLabel('Video: A tin boat.')).toBeVisible()
})

test('a video is generated, played and removed by keyboard alone', async ({ application, videoService }) => {
  const { page } = application
  const { keyboard } = page
  await addJob(application, 'A tin boat.')
  await keyboard.press('Control+3')
  await expect(prompt(page)).toBeFocused()
  await keyboard.type(text)
  await tabTo(page, 'Auto')
  // Hold the key, as a finger does: the selection follows only if the focus moves before the key is released.
  await keyboard.down('ArrowRight')
  await expect(field(page, 'Aspect ratio').getByRole('radio', { name: '16:9' })).toBeChecked()
  await keyboard.up('ArrowRight')
  await keyboard.press('Control+Enter')
  await videoService.wait(2)
  expect(videoService.submissions[1]?.body).toMatchObject({ parameters: { aspectRatio: '16:9' } })
  videoService.operation = done
  await tabTo(page, 'Check now')
  await keyboard.press('Enter')
  await expect(row(page, text)).toContainText('Ready')
  // The button that was pressed has been removed.
  await expect(openedJob(page)).toBeFocused()
  await keyboard.press('Control+3')
  const isInList = () => page.evaluate(() => document.activeElement?.hasAttribute('data-job'))
  for (let count = 0; count < 60 && !(await isInList()); count += 1) await keyboard.press('Tab')
  await expect(button(page, text)).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(button(page, 'A tin boat.')).toBeFocused()
  await keyboard.press('ArrowUp')
  await keyboard.press(' ')
  await expect(player(page)).toBeFocused()
  await expect.poll(() => readTime(player(page))).toBeGreaterThan(0)
  // Escape closes the video, not only a tooltip that is shown.
  await openedJob(page).getByRole('button', { name: 'Close video' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await player(page).press('Escape')
  await expect(openedJob(page)).toHaveCount(0)
  await expect(button(page, text)).toBeFocused()
  await keyboard.press('Delete')
  await expect(row(page, text)).toHaveCount(0)
  await expect(button(page, 'A tin boat.')).toBeFocused()
  // A running job is not removed.
  await keyboard.press('Delete')
  await expect(row(page, 'A tin boat.')).toContainText('Generating')
})
