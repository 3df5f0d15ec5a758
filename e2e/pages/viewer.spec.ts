// The image viewer: stepping, zooming, details, saving, dragging out, and comparing two pictures.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import type { Application } from '../application'
import { choosePath } from '../chat-steps'
import {
  chooseOption,
  draw,
  drawWithDemo,
  expectPixels,
  images,
  inline,
  instruction,
  listMedia,
  mediaFolderOf,
  openImages,
  paint,
} from '../drawing-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const zoom = (page: Page) => page.getByRole('status', { name: 'Zoom' })

/** Collects what the main process decodes: paths, or the number of bytes. */
async function watchDecoding({ electron }: Application): Promise<() => Promise<string[]>> {
  await electron.evaluate(({ nativeImage }) => {
    const decoded: string[] = []
    const { createFromPath, createFromBuffer } = nativeImage
    Object.assign(globalThis, { decoded })
    nativeImage.createFromPath = (path) => {
      decoded.push(path)
      return createFromPath(path)
    }
    nativeImage.createFromBuffer = (buffer, options) => {
      decoded.push(String(buffer.length))
      return createFromBuffer(buffer, options)
    }
  })
  // Assigned above.
  return () => electron.evaluate(() => (globalThis as unknown as { decoded: string[] }).decoded)
}

async function openViewer(page: Page, thumbnail: Locator): Promise<Locator> {
  await thumbnail.focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog')
  await expect(viewer).toBeVisible()
  await expect(zoom(page)).toHaveText(/\d+%/)
  return viewer
}

test('three variations are viewed, stepped through and zoomed by keyboard, and the focus returns', async ({
  application: { page },
}) => {
  await openImages(page)
  await chooseOption(page, 'Model', /Gen 3 Pro Image/)
  await chooseOption(page, 'Aspect ratio', '16:9')
  await chooseOption(page, 'Size', '2K')
  await chooseOption(page, 'Variations', '3 images')
  const step = await drawWithDemo(page, 'A lighthouse at dusk.', 3)
  const viewer = await openViewer(page, images(step).nth(1))
  await expect(viewer).toContainText('2 of 3')
  await page.keyboard.press('ArrowRight')
  await expect(viewer).toContainText('3 of 3')
  await page.keyboard.press('PageDown')
  await expect(viewer).toContainText('1 of 3')
  await expect(viewer).toContainText('First of 3')
  const picture = viewer.getByRole('img', { name: 'A lighthouse at dusk.' })
  await expectPixels(picture, 2752)
  await expect(viewer).toContainText('2752 × 1536 pixels')
  await expect(viewer).toContainText('16:9 at 2K, as requested')
  await expect(viewer).toContainText(/Type\s*PNG/)
  await expect(viewer).toContainText(/File size\s*[\d.]+ [KM]B/)
  await expect(viewer).toContainText(/Generation time\s*[\d.]+ (ms|s)/)
  await expect(viewer).toContainText(/Tokens\s*[\d,]+ output/)

  await page.keyboard.press('1')
  await expect(zoom(page)).toHaveText('100%')
  await expect.poll(() => picture.evaluate((image) => image.clientWidth * devicePixelRatio)).toBe(2752)
  const before = await picture.boundingBox()
  await page.keyboard.press('ArrowRight')
  // Zoomed in, arrow keys move the picture.
  await expect.poll(async () => (await picture.boundingBox())?.x).toBeLessThan(before?.x ?? 0)
  await expect(viewer).toContainText('1 of 3')
  await page.keyboard.press('+')
  await expect(zoom(page)).toHaveText('125%')
  await page.keyboard.press('-')
  await expect(zoom(page)).toHaveText('100%')
  await page.keyboard.press('0')
  await expect(viewer.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(images(page).nth(1)).toBeFocused()
})

test('a picture is saved unchanged, saved with its prompt inside, and copied', async ({
  application,
}, testInfo) => {
  const { page } = application
  await openImages(page)
  const step = await drawWithDemo(page, 'A heron on one leg.')
  const viewer = await openViewer(page, images(step))
  const [name] = (await listMedia(mediaFolderOf(application))).filter((one) => one.endsWith('.png'))
  const stored = await readFile(`${mediaFolderOf(application)}/${name?.slice(0, 2)}/${name}`)
  const plain = testInfo.outputPath('plain.png')
  await choosePath(application, plain)
  await viewer.getByRole('button', { name: 'Save as…' }).click()
  await expect(page.getByText(`Saved to ${plain}`)).toBeVisible()
  expect((await readFile(plain)).equals(stored)).toBe(true)

  const withPrompt = testInfo.outputPath('with-prompt.png')
  await choosePath(application, withPrompt)
  await viewer.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save a copy with prompt…' }).click()
  await expect(page.getByText(`Saved to ${withPrompt}`)).toBeVisible()
  const copy = await readFile(withPrompt)
  expect(copy.includes('A heron on one leg.')).toBe(true)
  expect(stored.includes('A heron on one leg.')).toBe(false)
  expect(PNG.sync.read(copy).data.equals(PNG.sync.read(stored).data)).toBe(true)

  const readDecoded = await watchDecoding(application)
  await viewer.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Image copied')).toBeVisible()
  expect(await readDecoded()).toEqual([])
  await viewer.getByRole('button', { name: 'Close' }).click()
  await instruction(page).press('ControlOrMeta+v')
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('1024 × 1024')
})

test('a picture is dragged out as a file with a descriptive name', async ({ application }) => {
  const { page, electron } = application
  await openImages(page)
  const step = await drawWithDemo(page, 'A heron: on one leg.')
  const viewer = await openViewer(page, images(step))
  const readDecoded = await watchDecoding(application)
  // Electron's drag would hold the pointer until a drop, which never happens here.
  const dragged = electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise<{ file: string; hasIcon: boolean }>((resolve) => {
        const [window] = BrowserWindow.getAllWindows()
        if (!window) return
        window.webContents.startDrag = ({ file, icon }) =>
          resolve({ file, hasIcon: typeof icon !== 'string' && !icon.isEmpty() })
      }),
  )
  const handle = await viewer.getByText('Drag file').boundingBox()
  if (!handle) throw new Error('The drag handle is not visible.')
  await page.mouse.move(handle.x + 10, handle.y + 10)
  await page.mouse.down()
  await page.mouse.move(handle.x - 60, handle.y - 60, { steps: 5 })
  const { file, hasIcon } = await dragged
  await page.mouse.up()
  expect((await readDecoded()).map((path) => basename(path))).toEqual(['64x64.png'])
  const [name = ''] = (await listMedia(mediaFolderOf(application))).filter((one) => one.endsWith('.png'))
  const stored = await readFile(`${mediaFolderOf(application)}/${name.slice(0, 2)}/${name}`)
  expect([basename(file), hasIcon, (await readFile(file)).equals(stored)]).toEqual([
    'A heron on one leg.png',
    true,
    true,
  ])
})

test('two pictures are compared with a slider, side by side, and as their difference', async ({
  application: { page },
  imageModel,
}) => {
  await chooseOption(page, 'Variations', '2 images')
  await draw(page, 'A boat.')
  const [one, other] = await imageModel.wait(2)
  one?.answer(inline(paint({ width: 1200, height: 900 }, 0x2244aa)))
  other?.answer(inline(paint({ width: 1200, height: 900 }, 0xaa4422)))
  await expect(images(page)).toHaveCount(2)
  await images(page).first().focus()
  await page.keyboard.press('c')
  await page.keyboard.press('ArrowRight')
  await expect(images(page).nth(1)).toBeFocused()
  await page.keyboard.press('c')
  const compare = page.getByRole('dialog', { name: 'Compare images' })
  const divider = compare.getByRole('slider', { name: 'Divider' })
  await expect(divider).toHaveAttribute('aria-valuenow', '50')
  await divider.press('ArrowRight')
  await expect(divider).toHaveAttribute('aria-valuenow', '52')
  await divider.press('Home')
  await expect(divider).toHaveAttribute('aria-valuenow', '0')
  await divider.press('End')
  await expect(divider).toHaveAttribute('aria-valuenow', '100')

  await compare.getByRole('radio', { name: 'Side by side' }).click()
  const sides = compare.getByRole('region', { name: /^(Left|Right) image$/ }).getByRole('img')
  await expect(sides).toHaveCount(2)
  const widths = () => sides.evaluateAll((images) => images.map(({ clientWidth }) => clientWidth))
  const fitted = await widths()
  await compare.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await widths())[0]).toBeGreaterThan(fitted[0] ?? 0)
  const [left, right] = await widths()
  expect(left).toBe(right)
  await compare.getByRole('button', { name: '1:1' }).click()
  await expect(zoom(page)).toHaveText('100%')
  expect(new Set(await widths()).size).toBe(1)

  await compare.getByRole('radio', { name: 'Difference' }).click()
  const difference = compare.getByRole('region', { name: 'Image difference' })
  await expect(difference.getByRole('img')).toHaveCount(2)
  await compare.getByRole('button', { name: 'Amplify' }).click()
  await expect(compare.getByRole('button', { name: 'Amplify' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(compare).toHaveCount(0)
  await expect(images(page).nth(1)).toBeFocused()
})
