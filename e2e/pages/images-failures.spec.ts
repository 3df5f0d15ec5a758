// Failures in Images: a media folder that is not writable, and a kill while pictures are generated.
import { chmod, rename, rm, stat, writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { isRoot } from '../../src/dev/sandbox.mjs'
import { expectOnDisk } from '../chat-steps'
import {
  chooseOption,
  composer,
  draw,
  expectPixels,
  images,
  inline,
  instruction,
  listMedia,
  mediaFolderOf,
  openImages,
  paint,
  steps,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'

const square = { width: 64, height: 64 }
const busy = (page: Page) => page.locator('article[aria-busy="true"]')

interface FolderFault {
  name: string
  /** Returns a function that undoes it. */
  apply(folder: string): Promise<() => Promise<void>>
}

const replaced: FolderFault = {
  name: 'a file instead of the media folder',
  apply: async (folder) => {
    await rename(folder, `${folder} away`)
    await writeFile(folder, 'no folder')
    return async () => {
      await rm(folder)
      await rename(`${folder} away`, folder)
    }
  },
}

const forbidden: FolderFault = {
  name: 'a read-only media folder',
  apply: async (folder) => {
    const { mode } = await stat(folder)
    await chmod(folder, 0o555)
    return () => chmod(folder, mode)
  },
}

// Root can write everywhere.
const folderFaults = isRoot ? [replaced] : [replaced, forbidden]

for (const { name, apply } of folderFaults) {
  test(`${name}: nothing is sent, the reason is shown, the prompt stays, and a later retry works`, async ({
    application,
    imageModel,
  }) => {
    const { page } = application
    const folder = mediaFolderOf(application)
    await draw(page, 'A boat.')
    const [first] = await imageModel.wait(1)
    first?.answer(inline(paint(square, 1)))
    await expect(images(page)).toHaveCount(1)
    // The picture and its sidecar.
    await expect.poll(async () => (await listMedia(folder)).length).toBe(2)
    const before = await listMedia(folder)

    const restore = await apply(folder)
    await page
      .getByLabel('Images to add')
      .setInputFiles([{ name: 'reference.png', mimeType: 'image/png', buffer: paint(square, 2) }])
    await expect(composer(page)).toContainText(/1 file wasn’t attached.*media/s)
    await composer(page).getByRole('button', { name: 'Start a new image instead' }).click()
    await draw(page, 'A red boat.')
    await expect(variations(page)).toContainText(/Nothing was sent/)
    await expect(busy(page)).toHaveCount(0)
    expect(imageModel.requests).toHaveLength(1)
    await expect(steps(page)).toHaveCount(1)
    await expect(steps(page)).toContainText('A red boat.')
    await expect(variations(page)).toContainText(folder)

    await restore()
    expect(await listMedia(folder)).toEqual(before)
    await variations(page).getByRole('button', { name: 'Retry' }).click()
    const [again] = await imageModel.wait(1, 1)
    expect(JSON.stringify(again?.body)).toContain('A red boat.')
    again?.answer(inline(paint(square, 3)))
    await expect(images(page)).toHaveCount(1)
    await expectPixels(images(page).getByRole('img'), square.width)
  })
}

test('after a kill with four variations in progress, finished ones are there, the others are interrupted, and none is sent again', async ({
  application,
  imageModel,
}) => {
  const { page } = application
  await chooseOption(page, 'Variations', '4 images')
  await draw(page, 'A heron.')
  const [first] = await imageModel.wait(4)
  first?.answer(inline(paint(square, 9)))
  await expect(images(page)).toHaveCount(1)
  await expect(busy(page)).toHaveCount(3)
  await instruction(page).fill('Then make it fly.')
  await expectOnDisk(application, 'Then make it fly.')
  await application.kill()
  await application.launch()
  const again = application.page
  await openImages(again)
  await again
    .getByRole('list', { name: 'All sessions' })
    .getByRole('button', { name: /^A heron\./ })
    .click()
  await expect(variations(again)).toHaveCount(4)
  await expect(busy(again)).toHaveCount(0)
  const interrupted = variations(again).filter({
    hasText: 'Gen Playground closed before this image finished',
  })
  await expect(interrupted).toHaveCount(3)
  await expectPixels(images(again).getByRole('img'), square.width)
  await expect(instruction(again)).toHaveValue('Then make it fly.')
  expect(await listMedia(mediaFolderOf(application))).toHaveLength(2)
  expect(imageModel.requests).toHaveLength(4)
  await interrupted.first().getByRole('button', { name: 'Retry' }).click()
  const [retried] = await imageModel.wait(1, 4)
  expect(retried?.body).toEqual(first?.body)
  retried?.answer(inline(paint(square, 10)))
  await expect(images(again)).toHaveCount(2)
})
