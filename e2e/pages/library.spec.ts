// The Library: search, filters, tags, the trash, files moved outside the app, export, opening in context.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import type { Application } from '../application'
import { askInANewChat, chooseFromMenu, choosePath } from '../chat-steps'
import {
  drawWithDemo,
  expectPixels,
  images,
  listMedia,
  mediaFolderOf,
  openImages,
  steps,
} from '../drawing-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const library = (page: Page) => page.getByRole('region', { name: 'Library', exact: true })
const items = (page: Page) => page.getByRole('listbox', { name: 'Items' })
const item = (page: Page, name: string | RegExp) => items(page).getByRole('option', { name })
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' })

async function openLibrary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await expect(library(page)).toBeVisible()
}

/** Two image sessions, one of them with two steps, and a chat. */
async function createItems({ page }: Application): Promise<void> {
  await openImages(page)
  await drawWithDemo(page, 'A red boat on the sea.')
  await drawWithDemo(page, 'Now at night.')
  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect(steps(page)).toHaveCount(0)
  await drawWithDemo(page, 'A green tree.')
  await askInANewChat(page, 'Tell me of the heron at the weir.')
  await openLibrary(page)
}

test('items are found by text and filters, and open in their panel at their step', async ({
  application,
}) => {
  const { page } = application
  await createItems(application)
  // Three images, and the three conversations.
  await expect(item(page, /, Image, /).first()).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search Library' })
  await search.fill('green')
  await expect(items(page).getByRole('option', { name: /boat|night|heron/ })).toHaveCount(0)
  await expect(item(page, /green tree.*, Image, /)).toHaveCount(1)
  // The numbers beside the filters follow the search, and the values stay.
  const kind = (name: string) => filters(page).locator('label').filter({ hasText: name })
  await expect(kind('Images')).toContainText('1')
  // Items selected before the search is applied stay selected, as long as they are found.
  const tree = item(page, /green tree.*, Image, /)
  await tree.click()
  await search.fill('tree')
  await expect(library(page).getByText('“tree”')).toBeVisible()
  await expect(tree).toHaveAttribute('aria-selected', 'true')
  await search.fill('weir')
  await expect(items(page).getByRole('option')).toHaveCount(1)
  await expect(items(page).getByRole('option', { selected: true })).toHaveCount(0)
  await expect(kind('Images')).toContainText('0')
  await expect(item(page, /heron.*, Chat, /)).toBeVisible()
  await search.fill('"weir the"')
  await expect(library(page)).toContainText('No results')
  await search.fill('"at the weir"')
  await expect(items(page).getByRole('option')).toHaveCount(1)
  await search.fill('nothing like it')
  await expect(library(page)).toContainText('No results')
  await library(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(search).toHaveValue('')
  await filters(page).getByRole('checkbox', { name: 'Images' }).check()
  await expect(items(page).getByRole('option')).toHaveCount(3)
  await page.getByRole('list', { name: 'Active filters' }).getByRole('button').click()
  await expect(items(page).getByRole('option', { name: /, Chat, / })).not.toHaveCount(0)

  await item(page, /red boat.*, Image, /).click()
  const details = page.getByRole('complementary', { name: 'Inspector' })
  await details.getByRole('button', { name: 'Show in context', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Images', exact: true })).toBeVisible()
  await expect(steps(page)).toHaveCount(2)
  await expect(steps(page).first()).toBeInViewport()
  await expect(steps(page).first()).toContainText('A red boat on the sea.')
})

test('items are tagged, deleted, restored, and permanently deleted', async ({ application }) => {
  const { page } = application
  await createItems(application)
  await filters(page).getByRole('checkbox', { name: 'Images' }).check()
  await expect(items(page).getByRole('option')).toHaveCount(3)
  await item(page, /green tree/).click()
  await item(page, /red boat/).click({ modifiers: ['Control'] })
  await expect(library(page)).toContainText('2 of 3 items selected')
  await library(page).getByRole('button', { name: 'Tags…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit tags for 2 items' })
  await dialog.getByRole('combobox', { name: 'Add a tag' }).fill('summer')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('list', { name: 'Tags' })).toContainText('summer')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await filters(page).getByRole('checkbox', { name: 'summer' }).check()
  await expect(items(page).getByRole('option')).toHaveCount(2)

  const before = await listMedia(mediaFolderOf(application))
  await item(page, /green tree/).click()
  await page.keyboard.press('Delete')
  await expect(items(page).getByRole('option')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(items(page).getByRole('option')).toHaveCount(2)
  await item(page, /green tree/).click()
  await library(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(items(page).getByRole('option')).toHaveCount(1)
  expect(await listMedia(mediaFolderOf(application))).toEqual(before)

  await filters(page)
    .getByRole('button', { name: /^Trash/ })
    .click()
  await expect(items(page).getByRole('option')).toHaveCount(1)
  await library(page).getByRole('button', { name: 'Empty trash…' }).click()
  const question = page.getByRole('dialog', { name: 'Empty trash?' })
  await expect(question).toContainText('1 item')
  await question.getByRole('button', { name: 'Empty trash', exact: true }).click()
  await expect(library(page)).toContainText('Trash is empty')
  await application.relaunch()
  await openLibrary(application.page)
  await filters(application.page).getByRole('checkbox', { name: 'Images' }).check()
  await expect(items(application.page).getByRole('option')).toHaveCount(2)
})

test('a file that was moved outside the app is reported as missing, and restored once it is located', async ({
  application,
}, testInfo) => {
  const { page } = application
  await openImages(page)
  await drawWithDemo(page, 'A green tree.')
  const media = mediaFolderOf(application)
  const [name = ''] = (await listMedia(media)).filter((one) => one.endsWith('.png'))
  const path = join(media, name.slice(0, 2), name)
  const bytes = await readFile(path)
  await mkdir(testInfo.outputPath('elsewhere'), { recursive: true })
  const moved = testInfo.outputPath('elsewhere', 'tree.png')
  await rename(path, moved)

  await openLibrary(page)
  await expect(library(page)).toContainText('1 file is missing.')
  await library(page).getByRole('button', { name: 'Show files' }).click()
  await expect(item(page, /green tree.*Missing/)).toBeVisible()
  await item(page, /green tree/).click()
  const other = testInfo.outputPath('elsewhere', 'other.png')
  await writeFile(other, bytes.subarray(0, -1))
  await choosePath(application, other)
  await library(page).getByRole('button', { name: 'Locate…' }).click()
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(
    'isn’t the original file of “A green tree.”: its contents differ. Nothing was changed.',
  )
  await choosePath(application, moved)
  await library(page).getByRole('button', { name: 'Locate…' }).click()
  await expect(page.getByText('“A green tree.” restored')).toBeVisible()
  expect((await readFile(path)).equals(bytes)).toBe(true)
  expect((await readFile(moved)).equals(bytes)).toBe(true)
})

test('items are exported as one zip, with their sidecars', async ({ application }, testInfo) => {
  const { page } = application
  await createItems(application)
  await filters(page).getByRole('checkbox', { name: 'Images' }).check()
  await expect(items(page).getByRole('option')).toHaveCount(3)
  await item(page, /green tree/).click()
  await page.keyboard.press('Control+a')
  await expect(library(page)).toContainText('3 of 3 items selected')
  const path = testInfo.outputPath('pictures.zip')
  await choosePath(application, path)
  await library(page).getByRole('button', { name: 'Export…' }).click()
  await expect(page.getByText(`3 items exported to ${path}`)).toBeVisible()
  const entries = unzipSync(await readFile(path))
  const pictures = Object.entries(entries).filter(([name]) => name.endsWith('.png'))
  expect(pictures).toHaveLength(3)
  const media = mediaFolderOf(application)
  const storedNames = (await listMedia(media)).filter((name) => name.endsWith('.png'))
  const bytes = await Promise.all(storedNames.map((name) => readFile(join(media, name.slice(0, 2), name))))
  for (const [name, content] of pictures)
    expect(
      bytes.some((one) => one.equals(content)),
      name,
    ).toBe(true)
  const sidecars = Object.entries(entries).filter(([name]) => name.endsWith('.json'))
  const texts = sidecars.map(([, content]) => Buffer.from(content).toString())
  expect(texts.join('\n')).toContain('Now at night.')
  expect(Object.keys(entries).filter((name) => basename(name).startsWith('.'))).toEqual([])
})

for (const view of ['Grid', 'List'] as const) {
  test(`items are navigated, selected, opened and deleted by keyboard, as a ${view.toLowerCase()}`, async ({
    application,
  }) => {
    const { page } = application
    const { keyboard } = page
    await createItems(application)
    await library(page).getByRole('radio', { name: view }).click()
    await filters(page).getByRole('checkbox', { name: 'Images' }).check()
    await expect(items(page).getByRole('option')).toHaveCount(3)
    await keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search Library' })).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(items(page)).toBeFocused()
    await expect(item(page, /green tree/)).toHaveAttribute('aria-selected', 'true')
    const next = view === 'Grid' ? 'ArrowRight' : 'ArrowDown'
    await keyboard.press(next)
    await expect(item(page, /at night/)).toHaveAttribute('aria-selected', 'true')
    await keyboard.press(`Shift+${next}`)
    await expect(library(page)).toContainText('2 of 3 items selected')
    await keyboard.press('Escape')
    await expect(items(page).locator('[aria-selected=true]')).toHaveCount(0)
    await keyboard.press('Home')
    await expect(item(page, /green tree/)).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'A green tree.' })).toBeVisible()
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog', { name: 'Now at night.' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(items(page)).toBeFocused()
    await expect(item(page, /at night/)).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('Delete')
    await expect(items(page).getByRole('option')).toHaveCount(2)
    await expect(items(page)).toBeFocused()
    await keyboard.press('Control+a')
    await expect(library(page)).toContainText('2 of 2 items selected')
  })
}

test('a conversation is deleted from the Library and restored, and exported as a file', async ({
  application,
}, testInfo) => {
  const { page } = application
  await askInANewChat(page, 'Tell me of the heron at the weir.')
  await openLibrary(page)
  await item(page, /heron.*, Chat, /).click()
  const details = page.getByRole('complementary', { name: 'Inspector' })
  const path = testInfo.outputPath('chat.md')
  await choosePath(application, path)
  await chooseFromMenu(details, 'More actions', 'Export as Markdown…')
  await expect(page.getByText(`Exported to ${path}`)).toBeVisible()
  expect(await readFile(path, 'utf8')).toContain('heron at the weir')
  await details.getByRole('button', { name: 'Delete' }).click()
  await expect(items(page)).toHaveCount(0)
  await expect(library(page)).toContainText('Nothing here yet')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(item(page, /heron/)).toBeVisible()
  await details.getByRole('button', { name: 'Open chat', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Your prompt' })).toContainText('heron')
  await expect(images(page)).toHaveCount(0)
})

test('after an image is permanently deleted, its session remains with the prompt', async ({
  application,
}) => {
  const { page } = application
  await openImages(page)
  await drawWithDemo(page, 'A green tree.')
  await openLibrary(page)
  await item(page, /green tree.*, Image, /).click()
  await page.keyboard.press('Delete')
  await expect(items(page).getByRole('option')).toHaveCount(1)
  await filters(page)
    .getByRole('button', { name: /^Trash/ })
    .click()
  // Without a selection, Delete does nothing, also once an item is selected.
  await items(page).press('Delete')
  await item(page, /green tree.*, Image, /).click()
  await expect(item(page, /green tree.*, Image, /)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await library(page).getByRole('button', { name: 'Empty trash…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empty trash', exact: true }).click()
  await expect(library(page)).toContainText('Trash is empty')
  await openImages(page)
  await page.reload()
  await expect(steps(page)).toHaveCount(1)
  await expect(images(page)).toHaveCount(0)
})

test('a deleted image session is restored with its pictures', async ({ application }) => {
  const { page } = application
  await openImages(page)
  await drawWithDemo(page, 'A green tree.')
  await openLibrary(page)
  await item(page, /green tree.*, Image session, /).click()
  await page.keyboard.press('Delete')
  await expect(item(page, /green tree.*, Image session, /)).toHaveCount(0)
  // In the trash it is still called a session.
  await filters(page)
    .getByRole('button', { name: /^Trash/ })
    .click()
  await item(page, /green tree.*, Image session, .*Deleted/).click()
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('TypeImage session')
  await page.getByRole('button', { name: 'Back to Library' }).first().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(item(page, /green tree.*, Image session, /)).toHaveCount(1)
  await expect(item(page, /green tree.*, Image, /)).toHaveCount(1)
  await openImages(page)
  await expectPixels(images(page).getByRole('img'), 1024)
})

test('the thumbnail size is chosen by keyboard too, and remembered; details show only for a selection', async ({
  application,
}) => {
  const { page } = application
  await openImages(page)
  await drawWithDemo(page, 'A green tree.')
  await openLibrary(page)
  const option = item(page, /green tree.*, Image, /)
  await expect(option).toBeVisible()
  const readWidth = async () => (await option.boundingBox())?.width ?? 0
  const before = await readWidth()
  const details = page.getByRole('complementary', { name: 'Inspector' })
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('button', { name: /inspector/ })).toHaveCount(0)
  const slider = page.getByRole('slider', { name: 'Thumbnail size' })
  await slider.focus()
  await page.keyboard.press('End')
  await expect.poll(readWidth).toBeGreaterThan(before * 1.4)
  const large = await readWidth()
  await page.reload()
  await expect.poll(readWidth).toBe(large)
  await option.click()
  await expect(details).toContainText('A green tree.')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
})
