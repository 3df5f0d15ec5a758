// The image viewer: stepping, zooming, details, its actions, dragging out, and comparing two images.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import {
  composer,
  createSession,
  expectPixels,
  images,
  instruction,
  openSession,
  variations,
} from '../drawing-steps'
import { item, openLibrary } from '../library-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const zoom = (page: Page) => page.getByRole('status', { name: 'Zoom' })

async function openViewer(thumbnail: Locator): Promise<Locator> {
  await thumbnail.press('Enter')
  const page = thumbnail.page()
  await expect(zoom(page)).toHaveText(/\d+%/)
  return page.getByRole('dialog')
}

test('variations are viewed, stepped through and zoomed by keyboard', async ({ application }) => {
  const { page } = application
  await createSession(application, ['A lighthouse at dusk.'], {
    model: 'gen-3-pro-image-preview',
    aspectRatio: '16:9',
    imageSize: '2K',
    variations: 3,
  })
  await openSession(page, 'A lighthouse')
  const viewer = await openViewer(images(page).nth(1))
  await expect(viewer).toContainText('2 of 3')
  await page.keyboard.press('ArrowRight')
  await expect(viewer).toContainText('3 of 3')
  await page.keyboard.press('PageDown')
  await expect(viewer).toContainText('First of 3')
  const picture = viewer.getByRole('img', { name: 'A lighthouse at dusk.' })
  await expectPixels(picture, 2752)
  for (const fact of [
    '2752 × 1536 pixels',
    '16:9 at 2K, as requested',
    /Type\s*PNG/,
    /File size\s*[\d.]+ [KM]B/,
    /Generation time\s*[\d.]+ (ms|s)/,
    /Tokens\s*[\d,]+ output/,
  ])
    await expect(viewer).toContainText(fact)
  await expect(viewer.getByText('Demo', { exact: true })).toHaveCount(1)

  await page.keyboard.press('1')
  await expect(zoom(page)).toHaveText('100%')
  await expect.poll(() => picture.evaluate((image) => image.clientWidth * devicePixelRatio)).toBe(2752)
  const before = await picture.boundingBox()
  await page.keyboard.press('ArrowRight')
  // Zoomed in, arrow keys move the image.
  await expect.poll(async () => (await picture.boundingBox())?.x).toBeLessThan(before?.x ?? 0)
  await expect(viewer).toContainText('1 of 3')
  await page.keyboard.press('+')
  await expect(zoom(page)).toHaveText('125%')
  await page.keyboard.press('-')
  await page.keyboard.press('0')
  await expect(viewer.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(images(page).nth(1)).toBeFocused()
})

test('an image is starred, copied, dragged, edited and deleted in the viewer', async ({ application }) => {
  const { page, electron } = application
  await createSession(application, ['A heron: on one leg.'], { variations: 2 })
  await openSession(page, 'A heron')
  const references = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
  const starred = variations(page).filter({ hasText: 'Starred' })
  const viewer = await openViewer(images(page).first())
  const press = (name: string) => viewer.getByRole('button', { name, exact: true }).click()
  const star = viewer.getByRole('button', { name: 'Star', exact: true })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expectNoViolations(page, 'the viewer of a starred image', '[role=dialog]')
  await press('Copy')
  await expect(page.getByText('Image copied')).toBeVisible()

  // Electron's drag would hold the pointer until a drop, which never happens here.
  const dragged = electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise<string>((resolve) => {
        for (const { webContents } of BrowserWindow.getAllWindows())
          webContents.startDrag = ({ file, icon }) => resolve(icon ? file : 'no icon')
      }),
  )
  const handle = await viewer.getByText('Drag file').boundingBox()
  if (!handle) throw new Error('The drag handle is not visible.')
  await page.mouse.move(handle.x + 10, handle.y + 10)
  await page.mouse.down()
  await page.mouse.move(handle.x - 60, handle.y - 60, { steps: 5 })
  const file = await dragged
  await page.mouse.up()
  expect(basename(file)).toBe('A heron on one leg.png')
  expect((await readFile(file)).subarray(1, 4).toString()).toBe('PNG')

  await press('Edit')
  await expect(viewer).toHaveCount(0)
  await expect(composer(page).getByRole('group', { name: 'Editing' })).toContainText('A heron')
  await instruction(page).press('ControlOrMeta+v')
  await expect(references).toHaveText([/1024 × 1024/])
  await openViewer(images(page).first())
  await press('Use as reference')
  await expect(viewer).toHaveCount(0)
  await expect(references).toHaveCount(2)
  await openViewer(images(page).first())
  await press('Delete')
  // The other one is shown.
  await expect(viewer.getByText(/of 2/)).toHaveCount(0)
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('s')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  // Once closes the dialog, together with the tooltip of the button that is now under the pointer.
  await viewer.getByRole('button', { name: 'Zoom in' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(images(page)).toHaveCount(1)
  // The star is that of the Library's item, and is removed there, too.
  await expect(starred).toHaveCount(1)
  await openLibrary(page)
  await item(page, /^A heron.*, Image, Starred/).click()
  await page.keyboard.press('s')
  await openSession(page, 'A heron')
  await expect(images(page)).toHaveCount(1)
  await expect(starred).toHaveCount(0)
})

test('images are compared with a slider, side by side, and by difference', async ({ application }) => {
  const { page } = application
  await createSession(application, ['A red boat on the sea.', 'Make it night.'])
  await openSession(page, 'A red boat')
  const viewer = await openViewer(images(page).first())
  await viewer.getByRole('button', { name: 'Compare with…' }).click()
  const choices = page.getByRole('menu', { name: 'Compare with' }).getByRole('menuitem')
  await expect(choices).toHaveCount(1)
  await expect
    .poll(() => choices.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expectNoViolations(page, 'thumbnails to compare with', '[role=menu]')
  await choices.last().click()
  const compare = page.getByRole('dialog', { name: 'Compare images' })
  await expect(compare).toContainText('Make it night.')
  await expect(compare.getByText('Demo', { exact: true })).toHaveCount(1)
  const divider = compare.getByRole('slider', { name: 'Divider' })
  await expect(divider).toHaveAttribute('aria-valuenow', '50')
  await divider.press('ArrowRight')
  await expect(divider).toHaveAttribute('aria-valuenow', '52')
  await expectNoViolations(page, 'compared with a slider', '[role=dialog]')

  await compare.getByRole('radio', { name: 'Side by side' }).click()
  const sides = compare.getByRole('region', { name: /^(Left|Right) image$/ }).getByRole('img')
  await expect(sides).toHaveCount(2)
  const widths = () => sides.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth))
  const fitted = await widths()
  await compare.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await widths())[0]).toBeGreaterThan(fitted[0] ?? 0)
  await compare.getByRole('button', { name: '1:1' }).click()
  await expect(zoom(page)).toHaveText('100%')
  expect(new Set(await widths()).size).toBe(1)
  await expectNoViolations(page, 'compared side by side', '[role=dialog]')

  await compare.getByRole('radio', { name: 'Difference' }).click()
  await expect(compare.getByRole('region', { name: 'Image difference' }).getByRole('img')).toHaveCount(2)
  const amplify = compare.getByRole('button', { name: 'Amplify' })
  await amplify.click()
  await expect(amplify).toHaveAttribute('aria-pressed', 'true')
  await expectNoViolations(page, 'compared by difference', '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(compare).toHaveCount(0)
  await expect(viewer).toBeVisible()
})
