// Videos: which request is sent, polling and downloads, also after a restart; finished ones are played, compared and reused.
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu, choosePath } from '../chat-steps'
import { listMedia, mediaFolderOf, paint, recordDrag } from '../drawing-steps'
import { tabTo } from '../keyboard-steps'
import { inspector, item, openLibrary } from '../library-steps'
import { test } from '../page-test'
import { done } from '../scripted-media'
import {
  act,
  addJob,
  createVideo,
  field,
  form,
  generate,
  openedJob,
  openJob,
  openVideos,
  player,
  prompt,
  row,
  videoModel,
  videos,
} from '../video-steps'
import { resize } from '../window-size'

const text = 'A paper boat.'
const toImage = (bytes: Buffer) => ({ bytesBase64Encoded: bytes.toString('base64'), mimeType: 'image/png' })

async function addPicture(page: Page, slot: string, buffer: Buffer): Promise<void> {
  const name = `${slot}.png`
  await form(page).getByLabel(`Image for the ${slot}`).setInputFiles({ name, mimeType: 'image/png', buffer })
  await expect(form(page).getByRole('button', { name: `Remove ${name}` })).toBeVisible()
}

test('a video is requested with every option, and ready', async ({ application: { page }, videoService }) => {
  const badge = page.getByRole('button', { name: 'Video', exact: true }).locator('[data-badge]')
  const [first, last] = [1, 2].map((color) => paint({ width: 32, height: 18 }, color)) as [Buffer, Buffer]
  await addPicture(page, 'first frame', first)
  await addPicture(page, 'last frame', last)
  for (const option of ['9:16', '8 s', '1080p'])
    await form(page).getByRole('radio', { name: option, exact: true }).click()
  await form(page)
    .getByRole('button', { name: /^More options/ })
    .click()
  await form(page).getByRole('textbox', { name: 'Negative prompt' }).fill('Rain.')
  await form(page).getByRole('combobox', { name: 'Person generation' }).click()
  await page.getByRole('option', { name: 'Adults only' }).click()
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('0')
  await generate(page, text)
  await videoService.wait(1)
  const parameters = {
    aspectRatio: '9:16',
    durationSeconds: 8,
    resolution: '1080p',
    negativePrompt: 'Rain.',
    personGeneration: 'allow_adult',
    seed: 0,
  }
  const instances = [{ prompt: text, image: toImage(first), lastFrame: toImage(last) }]
  const path = `/v1beta/models/${videoModel}:predictLongRunning`
  expect(videoService.submissions).toEqual([{ path, body: { instances, parameters } }])
  await expect(openedJob(page).getByRole('status')).toHaveText('Generating')
  await expect(row(page, text)).toContainText(/Generating · \d+ s.*next check in \d+ s/)
  await expect(badge).toHaveText('1')
  await expect(page.getByRole('contentinfo')).toContainText('1 running: 1 video')

  await act(page, 'Check now')
  await openedJob(page).getByRole('button', { name: 'Polling log: 1 check' }).click()
  videoService.operation = done
  await act(page, 'Check now')
  await expect(player(page)).toBeVisible()
  await expect(row(page, text)).toContainText('Ready')
  const details = openedJob(page).getByRole('region', { name: 'Details' })
  await expect(details).toContainText('adults only')
  // The scripted video is always the same.
  const pictures = details.getByRole('list', { name: 'Input images' })
  await expect(pictures).toContainText(/First frame.*The video starts differently.*Last frame/s)
  const log = openedJob(page).getByRole('list', { name: 'Polling log' })
  await expect(log.getByRole('listitem')).toHaveText([/Done$/, /Generating$/])
  await expect(badge).toHaveCount(0)
  expect([videoService.polls, videoService.ranges]).toEqual([2, ['whole']])

  // The form stays, names all that is carried into the next video, and asks before it is sent again unchanged.
  await expect(form(page)).toContainText(
    'With first frame · last frame · 9:16 · 8 s · 1080p · negative prompt · adults only · seed 0',
  )
  await form(page).getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(form(page)).toContainText('Generate the same video again? It’s billed as a new video.')
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await form(page).getByRole('button', { name: 'Reset options' }).click()
  await expect(field(page, 'First frame').getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expect(prompt(page)).toHaveValue(text)
})

test('contradictory options are marked at their fields', async ({ application: { page }, videoService }) => {
  const press = () => form(page).getByRole('button', { name: 'Generate' }).click()
  await press()
  await expect(form(page)).toContainText('Enter a prompt.', { ignoreCase: true })
  await expect(prompt(page)).toBeFocused()
  await prompt(page).fill(text)
  await addPicture(page, 'first frame', paint({ width: 16, height: 16 }, 1))
  const picture = paint({ width: 16, height: 16 }, 2)
  await addPicture(page, 'reference', picture)
  const references = field(page, 'Reference images')
  await expect(references.getByRole('alert')).toHaveText(/can’t be combined with a first frame/i)
  await press()
  await expect(references.getByRole('button', { name: /^reference\.png/ })).toBeFocused()
  expect(videoService.submissions).toEqual([])
  await expectNoViolations(page, 'an error at its field')

  const frame = form(page).getByRole('button', { name: 'first frame.png', exact: true })
  await frame.press('Delete')
  await page.getByRole('button', { name: 'Undo' }).click()
  await frame.press('Delete')
  const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('Words.') }
  await form(page).getByLabel('Image for the first frame').setInputFiles(notes)
  await expect(field(page, 'First frame').getByRole('alert')).toContainText('notes.png')
  await press()
  await videoService.wait(1)
  const referenceImages = [{ image: toImage(picture), referenceType: 'asset' }]
  expect(videoService.submissions[0]?.body).toEqual({ instances: [{ prompt: text, referenceImages }] })
})

test('videos are blocked, followed again, resumed and repeated', async ({ application, videoService }) => {
  const open = async (prompt: string) => {
    await addJob(application, prompt)
    await openJob(application.page, prompt)
  }
  await open('Somebody known.')
  videoService.operation = {
    done: true,
    response: {
      generateVideoResponse: {
        raiMediaFilteredCount: 1,
        raiMediaFilteredReasons: ['The prompt names a person.'],
      },
    },
  }
  await act(application.page, 'Check now')
  await expect(row(application.page, 'Somebody known.')).toContainText(
    /Blocked · now.*The prompt names a person\./s,
  )
  await expect(openedJob(application.page)).toContainText('Blocked by the model’s safety filter')

  await open(text)
  await act(application.page, 'Stop polling')
  await expect(row(application.page, text)).toContainText('Polling stopped')
  await expect(openedJob(application.page)).toContainText(
    'The provider is still generating this video and will bill it.',
  )
  const half = videoService.video.length / 2
  videoService.operation = done
  videoService.stallsAfter = half
  await act(application.page, 'Resume polling')
  const progress = openedJob(application.page).getByRole('progressbar', { name: 'Download' })
  await expect(progress).toHaveAttribute('aria-valuenow', '50')
  await expect(row(application.page, text)).toContainText('Downloading 50%')
  await expectNoViolations(application.page, 'a video that is downloading')
  videoService.isUnresponsive = true
  await open('Something else.')
  await videoService.wait(3)
  await expect(openedJob(application.page).getByRole('status')).toHaveText('Sending')

  await application.relaunch()
  const { page } = application
  videoService.isUnresponsive = false
  await openVideos(page)
  await expect(row(page, text)).toContainText('Ready')
  expect(videoService.ranges).toEqual(['whole', `bytes=${half}-`])
  await expect(row(page, 'Something else.')).toContainText('Interrupted')
  await expect(openedJob(page)).toContainText('the video is being generated and billed')
  await act(page, 'Generate again')
  const question = openedJob(page).getByRole('alert', { name: 'Generate again?' })
  await expect(question).toContainText('The first video may already have been billed.')
  await expectNoViolations(page, 'the confirmation before generating again')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await act(page, 'Generate again')
  expect(videoService.submissions).toHaveLength(3)
  await question.getByRole('button', { name: 'Generate again' }).click()
  await videoService.wait(4)
  expect(videoService.submissions[3]).toEqual(videoService.submissions[2])

  await page.getByRole('searchbox', { name: 'Search videos' }).fill('KNOWN')
  await expect(videos(page).getByRole('listitem')).toHaveText([/Somebody known\./])
})

test('a provider that is reselected before it is saved is used', async ({ application, videoService: _ }) => {
  const { page, electron } = application
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('radio', { name: 'Demo' }).waitFor()
  await page.evaluate(() => {
    const names = ['Demo', 'Video', 'Settings', 'Custom service']
    const click = () => {
      const [name = ''] = names.splice(0, 1)
      const controls = [...document.querySelectorAll<HTMLElement>('[role="radio"], nav button')]
      controls.find((each) => (each.ariaLabel ?? each.textContent)?.includes(name))?.click()
      if (names.length > 0) setTimeout(click, 50)
      else document.title = 'selected'
    }
    setTimeout(click, 200)
  })
  // The main process is blocked until the second choice is made, so nothing is saved before.
  await electron.evaluate(() => {
    for (const end = Date.now() + 1000; Date.now() < end; );
  })
  await expect.poll(() => page.title()).toBe('selected')
  await expect(page.getByRole('contentinfo')).toContainText('Scripted')
  const desktop = await application.desktop()
  await expect.poll(async () => (await desktop.settings.read()).upstream.kind).toBe('service')
})

/** Players ignore it at the end of a video, but other bytes are another file. */
const emptyBox = Buffer.from('\0\0\0\x08free', 'latin1')
const press = (page: Page, name: string) => openedJob(page).getByRole('button', { name, exact: true }).click()
const button = (page: Page, prompt: string) => row(page, prompt).locator('[data-item]')

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
  await createVideo(application, text)
  await openJob(page, text)
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
  videoService.operation = done
  await createVideo(application, text, { aspectRatio: '9:16', seed: 42 })
  await openJob(page, text)
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
  await createVideo(application, 'A tin boat.')
  await openJob(page, 'A tin boat.')
  await chooseFromMenu(openedJob(page), 'Compare…', /^A paper boat/)
  const both = ['A tin boat.', text].map((name) => openedJob(page).getByLabel(`Video: ${name}`))
  const times = () => Promise.all(both.map(readTime))
  const pauses = async () => (await Promise.all(both.map(read))).map(({ paused }) => paused)
  await openedJob(page).getByRole('slider', { name: 'Position' }).fill('3')
  await expect.poll(times).toEqual([3, 3])
  await press(page, 'Play')
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
  const isInList = () => page.evaluate(() => document.activeElement?.hasAttribute('data-item'))
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
})
