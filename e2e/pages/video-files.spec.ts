// Finished videos: played, compared, saved, dragged out, a frame or the prompt reused, removed.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { choosePath } from '../chat-steps'
import { listMedia, mediaFolderOf, paint } from '../drawing-steps'
import { test } from '../page-test'
import {
  act,
  addPictures,
  addVideo,
  field,
  form,
  generate,
  openedJob,
  player,
  prompt,
  row,
  videos,
} from '../video-steps'

const read = (video: Locator) =>
  video.evaluate(({ currentTime, paused, loop, playbackRate, volume, muted }: HTMLVideoElement) => ({
    currentTime,
    paused,
    settings: { loop, playbackRate, volume, muted },
  }))
const readTime = async (video: Locator) => (await read(video)).currentTime
const firstFrame = (page: Page, name: RegExp) => field(page, 'First frame').getByRole('button', { name })

test('the player plays, seeks, steps by frames, loops, and keeps its speed and volume', async ({
  application,
  videoService,
}) => {
  const { page } = application
  await addVideo(application, videoService)
  const stage = openedJob(page).getByRole('region', { name: 'Player' })
  const press = (name: string) => stage.getByRole('button', { name, exact: true }).click()
  await expect(stage).toContainText('0:00.00 / 0:06.0')
  await press('Next frame')
  await press('Next frame')
  await expect.poll(() => readTime(player(page))).toBeCloseTo(2 / 24, 2)
  await press('Previous frame')
  await expect(stage).toContainText('0:00.04 / ')
  await press('Play')
  await expect.poll(() => readTime(player(page))).toBeGreaterThan(0.2)
  await player(page).click()
  await expect(stage.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const position = stage.getByRole('slider', { name: 'Position' })
  await position.fill('4.5')
  await player(page).focus()
  await page.keyboard.press('.')
  await expect.poll(() => readTime(player(page))).toBeCloseTo(4.5 + 1 / 24, 3)
  await page.keyboard.press(',')
  await expect.poll(() => readTime(player(page))).toBeCloseTo(4.5, 3)

  await position.fill('5.9')
  await press('Loop')
  await stage.getByRole('combobox', { name: 'Speed' }).selectOption('2')
  await stage.getByRole('slider', { name: 'Volume' }).fill('0.5')
  await press('Mute')
  const settings = { loop: true, playbackRate: 2, volume: 0.5, muted: true }
  expect((await read(player(page))).settings).toEqual(settings)
  // At the end it starts over.
  await press('Play')
  await expect.poll(() => readTime(player(page))).toBeLessThan(5)
  await press('Pause')
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await expect.poll(async () => (await read(player(page))).settings).toEqual(settings)
})

test('a video is saved byte for byte, and dragged out with a descriptive name', async ({
  application,
  videoService,
}, testInfo) => {
  const { page, electron } = application
  await addVideo(application, videoService)
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
  await openedJob(page).getByTitle('Drag the file to the desktop or another app').hover()
  await page.mouse.down()
  await page.mouse.move(400, 100, { steps: 5 })
  const file = await dragged
  await page.mouse.up()
  expect(basename(file)).toBe('A paper boat.mp4')
  expect((await readFile(file)).equals(videoService.video)).toBe(true)
})

test('the shown frame becomes a reference in Images, and the first frame of another video', async ({
  application,
  videoService,
}) => {
  const { page } = application
  await addVideo(application, videoService)
  await openedJob(page).getByRole('slider', { name: 'Position' }).fill('3')
  await expect.poll(() => readTime(player(page))).toBe(3)
  const chooseUse = async (as: string) => {
    await openedJob(page).getByRole('button', { name: 'Use frame…' }).click()
    await page.getByRole('menuitem', { name: as }).click()
  }
  await chooseUse('As first frame of a new video')
  const name = /^A paper boat\., at 3 s\.png/
  await expect(firstFrame(page, name)).toBeVisible()
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

test('prompt and options are reused, and removing the video from the list can be undone', async ({
  application,
  videoService,
}) => {
  const { page } = application
  await addVideo(application, videoService, { aspectRatio: '9:16', seed: 42 })
  await prompt(page).fill('Something half written')
  await act(page, 'Reuse prompt')
  await expect(prompt(page)).toHaveValue('A paper boat.')
  await expect(field(page, 'Aspect ratio').getByRole('radio', { name: '9:16' })).toBeChecked()
  await expect(form(page)).toContainText('seed 42')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt(page)).toHaveValue('Something half written')

  await act(page, 'Remove from list')
  await expect(videos(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  await expect(player(page)).toBeVisible()
  await act(page, 'Remove from list')
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  const items = page.getByRole('listbox', { name: 'Items' })
  await expect(items.getByRole('option', { name: /A paper boat\., Video/ })).toBeVisible()
})

test('two videos play side by side, and a video is extended from its last frame', async ({
  application,
  videoService,
}) => {
  const { page } = application
  await addVideo(application, videoService)
  // Other bytes are another file; players ignore the empty box at the end.
  videoService.video = Buffer.concat([videoService.video, Buffer.from('\0\0\0\x08free', 'latin1')])
  await addVideo(application, videoService, { prompt: 'A tin boat.' })
  const press = (name: string) => openedJob(page).getByRole('button', { name, exact: true }).click()
  await press('Compare…')
  await page.getByRole('menuitem', { name: /^A paper boat/ }).click()
  const both = ['A tin boat.', 'A paper boat.'].map((name) => openedJob(page).getByLabel(`Video: ${name}`))
  const times = () => Promise.all(both.map(readTime))
  const pauses = async () => (await Promise.all(both.map(read))).map(({ paused }) => paused)
  await openedJob(page).getByRole('slider', { name: 'Position' }).fill('3')
  await expect.poll(times).toEqual([3, 3])
  await press('Play')
  await expect.poll(pauses).toEqual([false, false])
  await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(3.2)
  await press('Pause')
  await expect.poll(pauses).toEqual([true, true])
  await expect.poll(async () => new Set(await times()).size).toBe(1)
  await press('Stop comparing')
  await expect(openedJob(page).getByLabel('Video: A paper boat.')).toHaveCount(0)

  await prompt(page).fill('Not sent yet.')
  await press('Extend')
  await expect(firstFrame(page, /^A tin boat\., at (5\.9|6)/)).toBeVisible()
  await expect(prompt(page)).toHaveValue('A tin boat.')
  await expect(prompt(page)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt(page)).toHaveValue('Not sent yet.')
  await form(page).getByRole('button', { name: 'Reset options' }).click()
  await addPictures(page, 'first frame', paint({ width: 64, height: 64 }, 0xd02010))
  await generate(page, 'It sails on.')
  await act(page, 'Check now')
  // The scripted video is always the same.
  const images = openedJob(page).getByRole('list', { name: 'Input images' })
  await expect(images).toContainText('The video starts differently')
})
