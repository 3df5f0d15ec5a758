// Deleting an image in Images or the Library moves it to the trash, from where it returns to its position.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import Libsql from 'libsql'
import type { Application } from '../application'
import {
  drawWithDemo,
  images,
  listMedia,
  mediaFolderOf,
  openImages,
  steps,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const library = (page: Page) => page.getByRole('region', { name: 'Library', exact: true })
const items = (page: Page) => page.getByRole('listbox', { name: 'Items' }).getByRole('option')
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' })

async function openLibrary(page: Page, { trash = false } = {}): Promise<void> {
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await expect(library(page)).toBeVisible()
  const backButton = filters(page).getByRole('button', { name: 'Back to Library' })
  const isTrash = await backButton.isVisible()
  if (trash && !isTrash)
    await filters(page)
      .getByRole('button', { name: /^Trash/ })
      .click()
  if (!trash && isTrash) await backButton.click()
}

/** Generates an image, and another one from it. */
async function drawTwoSteps({ page }: Application): Promise<void> {
  await openImages(page)
  await drawWithDemo(page, 'A harbor at dusk.')
  await drawWithDemo(page, 'Add a lighthouse.')
}

test('an image deleted in Images is in the trash, and is restored to its position from there', async ({
  application,
}) => {
  const { page } = application
  await drawTwoSteps(application)
  await images(steps(page).last()).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Image moved to trash')).toBeVisible()
  await expect(images(page)).toHaveCount(1)
  await openLibrary(page, { trash: true })
  await expect(items(page)).toHaveCount(1)
  await items(page).first().click()
  await library(page).getByRole('button', { name: 'Restore' }).click()
  await expect(library(page)).toContainText('Trash is empty')
  await openImages(page)
  await expect(steps(page)).toHaveCount(2)
  await expect(images(steps(page).last())).toHaveCount(1)
})

test('an image deleted in the Library disappears from its session, and Undo restores it there', async ({
  application,
}) => {
  const { page } = application
  await drawTwoSteps(application)
  await openLibrary(page)
  await items(page)
    .filter({ hasText: /lighthouse/ })
    .first()
    .click()
  await page.keyboard.press('Delete')
  await expect(page.getByText('1 item moved to trash')).toBeVisible()
  await openImages(page)
  await expect(images(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(images(steps(page).last())).toHaveCount(1)
})

test('emptying the trash frees the promised space, and keeps an image that a later step was made from', async ({
  application,
}) => {
  const { page } = application
  await drawTwoSteps(application)
  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect(steps(page)).toHaveCount(0)
  await drawWithDemo(page, 'A green tree.')
  await openLibrary(page)
  for (const name of [/^A harbor at dusk.*, Image, /, /^A green tree.*, Image, /]) {
    await page.getByRole('listbox', { name: 'Items' }).getByRole('option', { name }).click()
    await page.keyboard.press('Delete')
    await expect(page.getByText('1 item moved to trash').last()).toBeVisible()
  }
  const media = mediaFolderOf(application)
  const before = await listMedia(media)
  await openLibrary(page, { trash: true })
  await expect(items(page)).toHaveCount(2)
  await library(page).getByRole('button', { name: 'Empty trash…' }).click()
  const question = page.getByRole('dialog', { name: 'Empty trash?' })
  await expect(question).toContainText('This permanently deletes 1 item')
  await expect(question).toContainText(
    '1 item stays in the trash because it’s used in the session “A harbor at dusk”.',
  )
  const promised =
    /deletes 1 item \(([\d.]+ \w+)\)/.exec((await question.textContent()) ?? '')?.[1] ?? 'no size'
  await question.getByRole('button', { name: 'Empty trash', exact: true }).click()
  await expect(page.getByText(`1 item deleted, ${promised} freed`)).toBeVisible()
  await expect(items(page)).toHaveCount(1)
  const after = await listMedia(media)
  expect(
    before
      .filter((name) => !after.includes(name))
      .map((name) => name.replace(/.*\./, ''))
      .sort(),
  ).toEqual(['json', 'png'])
  const sidecars = after.filter((name) => name.endsWith('.json'))
  const contents = await Promise.all(
    sidecars.map((name) => readFile(join(media, name.slice(0, 2), name), 'utf8')),
  )
  expect(contents.map((content) => JSON.parse(content)[0].prompt).sort()).toEqual([
    'A harbor at dusk.',
    'Add a lighthouse.',
  ])
  await items(page).first().click()
  await library(page).getByRole('button', { name: 'Restore' }).click()
  await openLibrary(page)
  await page
    .getByRole('listbox', { name: 'Items' })
    .getByRole('option', { name: /^A harbor at dusk.*, Image, / })
    .click()
  await expect(page.getByRole('complementary')).toContainText('A harbor at dusk.')
})

test('the trash shows when items were deleted; one is deleted permanently, and the others are restored at once', async ({
  application,
}) => {
  const { page } = application
  await openImages(page)
  for (const prompt of ['A harbor at dusk.', 'A green tree.', 'A red boat.']) {
    await page.getByRole('button', { name: 'New session' }).first().click()
    await expect(steps(page)).toHaveCount(0)
    await drawWithDemo(page, prompt)
  }
  await openLibrary(page)
  const list = page.getByRole('listbox', { name: 'Items' })
  await expect(list.getByRole('option')).toHaveCount(6)
  for (const name of [/^A harbor at dusk.*, Image, /, /^A green tree.*, Image, /, /^A red boat.*, Image, /]) {
    await list.getByRole('option', { name }).click()
    await page.keyboard.press('Delete')
    await expect(list.getByRole('option', { name })).toHaveCount(0)
  }
  await openLibrary(page, { trash: true })
  await expect(items(page)).toHaveCount(3)
  // The latest deletion is first.
  await expect(items(page).first()).toContainText(/red boat.*Deleted \w{3} \d/)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toHaveCount(0)
  await items(page).filter({ hasText: 'green tree' }).click()
  await expect(inspector).toContainText('Deleted')
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: 'Delete permanently?' })
  await expect(question).toContainText('This permanently deletes 1 item')
  await question.getByRole('button', { name: 'Delete permanently', exact: true }).click()
  await expect(items(page)).toHaveCount(2)
  await expect(items(page).filter({ hasText: 'green tree' })).toHaveCount(0)
  await expect(inspector).toHaveCount(0)
  await library(page).getByRole('button', { name: 'Restore all' }).click()
  await expect(library(page)).toContainText('Trash is empty')
  await openLibrary(page)
  await expect(list.getByRole('option', { name: /, Image, / })).toHaveCount(2)
})

test('a variation whose image is in the trash offers to restore it', async ({
  application: { page },
  application,
}) => {
  await drawTwoSteps(application)
  await images(steps(page).first()).focus()
  await page.keyboard.press('Delete')
  const variation = variations(steps(page).first())
  await expect(variation).toContainText('Image in the trash')
  await expect(steps(page)).toHaveCount(2)
  await variation.getByRole('button', { name: 'Restore' }).click()
  await expect(images(page)).toHaveCount(2)
})

test('“Show in context” opens the session of an image that was deleted there before, and offers to restore it', async ({
  application,
}) => {
  await drawTwoSteps(application)
  await application.close()
  // The state that earlier versions left: deleted from the session, but still in the Library.
  const database = new Libsql(join(application.userDataFolder, 'workspace.db'))
  database.exec(`UPDATE turns SET deleted_at = 5
    WHERE seq > (SELECT min(seq) FROM turns WHERE role = 'model')`)
  database.close()
  await application.launch()
  const { page } = application
  await openLibrary(page)
  await page
    .getByRole('listbox', { name: 'Items' })
    .getByRole('option', { name: /^Add a lighthouse.*, Image, / })
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Show in context', exact: true }).click()
  await expect(page.getByText('This image was deleted from its session.')).toBeVisible()
  await expect(page.getByText('Message not found')).toHaveCount(0)
  await expect(steps(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(images(steps(page).nth(1))).toHaveCount(1)
})
