// Finished videos: played, saved, dragged out, a frame or the prompt reused, removed.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { expectNoViolations } from '../accessibility'
import { choosePath } from '../chat-steps'
import { findStoredFile, listMedia, mediaFolderOf, paint } from '../drawing-steps'
import { test } from '../page-test'
import { done, type ScriptedVideoService } from '../scripted-video-service'
import {
  act,
  addPictures,
  checkNow,
  chooseIn,
  field,
  form,
  generate,
  openedJob,
  player,
  prompt,
  row,
  showMoreOptions,
  videos,
} from '../video-steps'

async function generateVideo(
  page: Page,
  videoService: ScriptedVideoService,
  text = 'A paper boat.',
): Promise<void> {
  videoService.operation = done
  await generate(page, text)
  await checkNow(page)
  await expect(player(page)).toBeVisible()
}

const read = (page: Page, what: 'currentTime' | 'duration' | 'readyState') =>
  player(page).evaluate((video: HTMLVideoElement, name) => video[name], what)

test('a video plays and seeks', async ({ application: { page }, videoService }) => {
  await generateVideo(page, videoService)
  await expect.poll(() => read(page, 'duration')).toBeCloseTo(6, 1)
  expect(await player(page).evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(64)
  await player(page).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => read(page, 'currentTime')).toBeGreaterThan(0.1)
  await page.keyboard.press('Space')
  const position = await player(page).evaluate(
    (video: HTMLVideoElement) =>
      new Promise<number>((resolve) => {
        video.addEventListener('seeked', () => resolve(video.currentTime), { once: true })
        video.currentTime = 4.5
      }),
  )
  expect(position).toBeCloseTo(4.5, 1)
  await page.keyboard.press('.')
  await expect.poll(() => read(page, 'currentTime')).toBeCloseTo(4.5 + 1 / 24, 3)
  await page.keyboard.press(',')
  await expect.poll(() => read(page, 'currentTime')).toBeCloseTo(4.5, 3)
})

test('a video is stored and saved byte for byte, and dragged out with a descriptive name', async ({
  application,
  videoService,
}, testInfo) => {
  const { page, electron } = application
  await generateVideo(page, videoService)
  const storedPath = await findStoredFile(mediaFolderOf(application), videoService.video)
  expect([storedPath.endsWith('.mp4'), (await readFile(storedPath)).equals(videoService.video)]).toEqual([
    true,
    true,
  ])
  const path = testInfo.outputPath('boat.mp4')
  await choosePath(application, path)
  await openedJob(page).getByRole('button', { name: 'Save as…' }).click()
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
  expect((await readFile(path)).equals(videoService.video)).toBe(true)

  // Electron's drag would hold the pointer until a drop, which never happens here.
  const dragged = electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise<string>((resolve) => {
        const [window] = BrowserWindow.getAllWindows()
        if (window) window.webContents.startDrag = ({ file }) => resolve(file)
      }),
  )
  const handle = openedJob(page).getByTitle('Drag the file to the desktop or another app')
  await handle.scrollIntoViewIfNeeded()
  const box = await handle.boundingBox()
  if (!box) throw new Error('The drag handle is not visible.')
  await page.mouse.move(box.x + 10, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x - 60, box.y - 60, { steps: 5 })
  const file = await dragged
  await page.mouse.up()
  expect([basename(file), (await readFile(file)).equals(videoService.video)]).toEqual([
    'A paper boat.mp4',
    true,
  ])
})

test('the shown frame becomes a reference in Images, and the first frame of another video', async ({
  application,
  videoService,
}) => {
  const { page } = application
  await generateVideo(page, videoService)
  await player(page).evaluate(
    (video: HTMLVideoElement) =>
      new Promise((resolve) => {
        video.addEventListener('seeked', resolve, { once: true })
        video.currentTime = 3
      }),
  )
  const chooseUse = async (as: string) => {
    await openedJob(page).getByRole('button', { name: 'Use frame…' }).click()
    await page.getByRole('menuitem', { name: as }).click()
  }
  await chooseUse('As first frame of a new video')
  const name = /^A paper boat\., at 3 s\.png/
  await expect(field(page, 'First frame').getByRole('button', { name })).toBeVisible()
  await expect(prompt(page)).toBeFocused()
  await chooseUse('As reference image in Images')
  await expect(page.getByRole('region', { name: 'Images', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('button', { name })).toBeVisible()
  const folder = mediaFolderOf(application)
  const pictures = (await listMedia(folder)).filter((one) => one.endsWith('.png'))
  expect(pictures).toHaveLength(1)
  const [picture = ''] = pictures
  const { width, height } = PNG.sync.read(await readFile(`${folder}/${picture.slice(0, 2)}/${picture}`))
  expect([width, height]).toEqual([64, 64])
})

test('prompt and settings are reused, and removing the video from the list can be undone', async ({
  application: { page },
  videoService,
}) => {
  await chooseIn(page, 'Aspect ratio', '9:16')
  await showMoreOptions(page)
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('42')
  await generateVideo(page, videoService)
  await chooseIn(page, 'Aspect ratio', '16:9')
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('')
  await prompt(page).fill('Something half written')
  await act(page, 'Reuse prompt')
  await expect(prompt(page)).toHaveValue('A paper boat.')
  await expect(field(page, 'Aspect ratio').getByRole('radio', { name: '9:16' })).toBeChecked()
  await expect(form(page).getByRole('textbox', { name: 'Seed' })).toHaveValue('42')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt(page)).toHaveValue('Something half written')

  await act(page, 'Remove from list')
  await expect(page.getByText('Removed from list. The video stays in the Library.')).toBeVisible()
  await expect(videos(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  await expect(player(page)).toBeVisible()
  await act(page, 'Remove from list')
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await expect(
    page.getByRole('listbox', { name: 'Items' }).getByRole('option', { name: /A paper boat\., Video/ }),
  ).toBeVisible()
})

test('the player steps by frames, loops, changes speed and volume, and is dark in both themes', async ({
  application,
  videoService,
}) => {
  const { page } = application
  await generateVideo(page, videoService)
  const stage = openedJob(page).getByRole('region', { name: 'Player' })
  await expect(stage).toContainText('0:00.00 / 0:06.0')
  const next = stage.getByRole('button', { name: 'Next frame' })
  await next.click()
  await next.click()
  await expect.poll(() => read(page, 'currentTime')).toBeCloseTo(2 / 24, 2)
  await stage.getByRole('button', { name: 'Previous frame' }).click()
  await expect(stage).toContainText('0:00.04 / ')
  await stage.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(stage.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(() => read(page, 'currentTime')).toBeGreaterThan(0.2)
  await player(page).click()
  await expect(stage.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await stage.getByRole('slider', { name: 'Position' }).fill('5.9')
  await stage.getByRole('button', { name: 'Loop' }).click()
  await stage.getByRole('combobox', { name: 'Speed' }).selectOption('2')
  await stage.getByRole('slider', { name: 'Volume' }).fill('0.5')
  await stage.getByRole('button', { name: 'Mute' }).click()
  const settings = () =>
    player(page).evaluate(({ loop, playbackRate, volume, muted }: HTMLVideoElement) => ({
      loop,
      playbackRate,
      volume,
      muted,
    }))
  const set = { loop: true, playbackRate: 2, volume: 0.5, muted: true }
  expect(await settings()).toEqual(set)
  // At the end it starts over.
  await stage.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => read(page, 'currentTime')).toBeLessThan(5)
  await stage.getByRole('button', { name: 'Pause' }).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(stage).toHaveCSS('background-color', 'rgb(11, 11, 13)')
  }
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await expect.poll(settings).toEqual(set)
})

test('two videos play side by side, and a video is extended from its last frame', async ({
  application: { page },
  videoService,
}) => {
  await generateVideo(page, videoService)
  // Other bytes are another file; players ignore the empty box at the end.
  videoService.video = Buffer.concat([videoService.video, Buffer.from('\0\0\0\x08free', 'latin1')])
  await generateVideo(page, videoService, 'A tin boat.')
  await openedJob(page).getByRole('button', { name: 'Compare…' }).click()
  await page.getByRole('menuitem', { name: /^A paper boat/ }).click()
  const beside = openedJob(page).getByLabel('Video: A paper boat.')
  await expect(beside).toBeVisible()
  await expectNoViolations(page, 'two videos side by side')
  const first = openedJob(page).getByLabel('Video: A tin boat.')
  const times = () =>
    Promise.all([first, beside].map((each) => each.evaluate((video: HTMLVideoElement) => video.currentTime)))
  await openedJob(page).getByRole('slider', { name: 'Position' }).fill('3')
  await expect.poll(times).toEqual([3, 3])
  await openedJob(page).getByRole('button', { name: 'Play', exact: true }).click()
  const isPlaying = (each: typeof first) => each.evaluate((video: HTMLVideoElement) => !video.paused)
  await expect.poll(() => isPlaying(beside)).toBe(true)
  await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(3.2)
  await openedJob(page).getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => isPlaying(beside)).toBe(false)
  await expect.poll(async () => new Set(await times()).size).toBe(1)
  await openedJob(page).getByRole('button', { name: 'Stop comparing' }).click()
  await expect(beside).toHaveCount(0)

  await prompt(page).fill('Not sent yet.')
  await openedJob(page).getByRole('button', { name: 'Extend' }).click()
  const frame = field(page, 'First frame').getByRole('button', { name: /^A tin boat\., at (5\.9|6)/ })
  await expect(frame).toBeVisible()
  await expect(prompt(page)).toHaveValue('A tin boat.')
  await expect(prompt(page)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt(page)).toHaveValue('Not sent yet.')
  await openedJob(page).getByRole('button', { name: 'Extend' }).click()
  await expect(frame).toBeVisible()
  await form(page).getByRole('button', { name: 'Reset options' }).click()
  const other = paint({ width: 64, height: 64 }, 0xd02010)
  await addPictures(page, 'first frame', other)
  await generateVideo(page, videoService, 'It sails on.')
  // The scripted video is always the same.
  await expect(openedJob(page).getByRole('list', { name: 'Input images' })).toContainText(
    'The video starts differently',
  )
})

test('the list of videos is searched', async ({ application: { page }, videoService }) => {
  for (const text of ['A paper boat.', 'A tin boat.', 'A red kite.']) {
    await generateVideo(page, videoService, text)
    await openedJob(page)
      .getByRole('button', { name: /^(Close video|Back to all videos)$/ })
      .click()
  }
  const search = page.getByRole('searchbox', { name: 'Search videos' })
  await search.fill('boat TIN')
  await expect(videos(page).getByRole('listitem')).toHaveCount(1)
  await expect(row(page, 'A tin boat.')).toBeVisible()
  await search.fill('zeppelin')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await search.press('Escape')
  await expect(videos(page).getByRole('listitem')).toHaveCount(3)
})
