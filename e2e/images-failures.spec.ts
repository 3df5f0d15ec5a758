// When something gives way: a folder that cannot be written, a kill while pictures come.
import { chmod, rename, rm, stat, writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { isRoot } from '../src/dev/sandbox.mjs'
import { test } from './application'
import { expectOnDisk } from './chat-steps'
import {
  choose,
  composer,
  draw,
  drawn,
  expectPixels,
  inline,
  instruction,
  listMedia,
  mediaFolderOf,
  openImages,
  paint,
  steps,
  variations,
} from './drawing-steps'

const square = { width: 64, height: 64 }
const busy = (page: Page) => page.locator('article[aria-busy="true"]')

interface Obstacle {
  name: string
  /** Returns the way back. */
  take(folder: string): Promise<() => Promise<void>>
}

const replaced: Obstacle = {
  name: 'a file in the place of the media folder',
  take: async (folder) => {
    await rename(folder, `${folder} away`)
    await writeFile(folder, 'no folder')
    return async () => {
      await rm(folder)
      await rename(`${folder} away`, folder)
    }
  },
}

const forbidden: Obstacle = {
  name: 'a media folder that may only be read',
  take: async (folder) => {
    const { mode } = await stat(folder)
    await chmod(folder, 0o555)
    return () => chmod(folder, mode)
  },
}

// Root may write everywhere.
const obstacles = isRoot ? [replaced] : [replaced, forbidden]

for (const { name, take } of obstacles) {
  test(`${name}: nothing is sent, the reason is shown, the prompt stays, and a retry works after`, async ({
    application,
    studio,
  }) => {
    const { page } = application
    const folder = mediaFolderOf(application)
    await draw(page, 'A boat.')
    const [first] = await studio.wait(1)
    first?.answer(inline(paint(square, 1)))
    await expect(drawn(page)).toHaveCount(1)
    // Its sidecar is there, too.
    await expect.poll(async () => (await listMedia(folder)).length).toBe(2)
    const before = await listMedia(folder)

    const giveBack = await take(folder)
    await page
      .getByLabel('Images to add')
      .setInputFiles([{ name: 'reference.png', mimeType: 'image/png', buffer: paint(square, 2) }])
    await expect(composer(page)).toContainText(/1 file wasn’t attached.*media/s)
    await composer(page).getByRole('button', { name: 'Start a new image instead' }).click()
    await draw(page, 'A red boat.')
    await expect(variations(page)).toContainText(/Nothing was sent/)
    await expect(busy(page)).toHaveCount(0)
    expect(studio.calls).toHaveLength(1)
    await expect(steps(page)).toHaveCount(1)
    await expect(steps(page)).toContainText('A red boat.')
    await expect(variations(page)).toContainText(folder)

    await giveBack()
    expect(await listMedia(folder)).toEqual(before)
    await variations(page).getByRole('button', { name: 'Retry' }).click()
    const [again] = await studio.wait(1, 1)
    expect(JSON.stringify(again?.request)).toContain('A red boat.')
    again?.answer(inline(paint(square, 3)))
    await expect(drawn(page)).toHaveCount(1)
    await expectPixels(drawn(page).getByRole('img'), square.width)
  })
}

test('killed while four variations come: what came is there, the others say so, and nothing is asked again', async ({
  application,
  studio,
}) => {
  const { page } = application
  await choose(page, 'Variations', '4 images')
  await draw(page, 'A heron.')
  const [first] = await studio.wait(4)
  first?.answer(inline(paint(square, 9)))
  await expect(drawn(page)).toHaveCount(1)
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
  await expectPixels(drawn(again).getByRole('img'), square.width)
  await expect(instruction(again)).toHaveValue('Then make it fly.')
  expect(await listMedia(mediaFolderOf(application))).toHaveLength(2)
  expect(studio.calls).toHaveLength(4)
  await interrupted.first().getByRole('button', { name: 'Retry' }).click()
  const [retried] = await studio.wait(1, 4)
  expect(retried?.request).toEqual(first?.request)
  retried?.answer(inline(paint(square, 10)))
  await expect(drawn(again)).toHaveCount(2)
})
