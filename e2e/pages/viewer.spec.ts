// The image viewer: stepping, zooming, details, its actions, dragging out, and comparing two images.
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
  recordDrag,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'

const zoom = (page: Page) => page.getByRole('status', { name: 'Zoom' })

async function openViewer(thumbnail: Locator): Promise<Locator> {
  await thumbnail.press('Enter')
  const page = thumbnail.page()
  await expect(zoom(page)).toHaveText(/\d+%/)
  return page.getByRole('dialog')
}

test('in the viewer, images are zoomed, starred, compared, dragged, edited and deleted', async ({
  application,
}) => {
  const { page } = application
  const { keyboard } = page
  await createSession(application, ['A heron: on one leg.'], { aspectRatio: '16:9', variations: 2 })
  await openSession(page, 'A heron')
  const viewer = await openViewer(images(page).first())
  const press = (name: string) => viewer.getByRole('button', { name, exact: true }).click()
  await expect(viewer).toContainText('1 of 2')
  await keyboard.press('ArrowRight')
  await expect(viewer).toContainText('2 of 2')
  await keyboard.press('PageDown')
  await expect(viewer).toContainText('First of 2')
  const picture = viewer.getByRole('img', { name: 'A heron: on one leg.' })
  await expectPixels(picture, 1376)
  for (const fact of ['1376 × 768 pixels', '16:9, as requested', /Type\s*PNG/, /Tokens\s*[\d,]+ output/])
    await expect(viewer).toContainText(fact)
  await keyboard.press('1')
  await expect(zoom(page)).toHaveText('100%')
  await keyboard.press('0')
  await expect(viewer.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true')

  const star = viewer.getByRole('button', { name: 'Star', exact: true })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expectNoViolations(page, 'the viewer of a starred image', '[role=dialog]')
  await press('Compare with…')
  const choice = page.getByRole('menu', { name: 'Compare with' }).getByRole('menuitem')
  await choice.click()
  const compare = page.getByRole('dialog', { name: 'Compare images' })
  const divider = compare.getByRole('slider', { name: 'Divider' })
  await expect(divider).toHaveAttribute('aria-valuenow', '50')
  await divider.press('ArrowRight')
  await expect(divider).toHaveAttribute('aria-valuenow', '52')

  await compare.getByRole('radio', { name: 'Side by side' }).click()
  const sides = compare.getByRole('region', { name: /^(Left|Right) image$/ }).getByRole('img')
  await expect(sides).toHaveCount(2)
  await compare.getByRole('button', { name: '1:1' }).click()
  await expect(zoom(page)).toHaveText('100%')

  await compare.getByRole('radio', { name: 'Difference' }).click()
  await expect(compare.getByRole('region', { name: 'Image difference' }).getByRole('img')).toHaveCount(2)
  const amplify = compare.getByRole('button', { name: 'Amplify' })
  await amplify.click()
  await expect(amplify).toHaveAttribute('aria-pressed', 'true')
  await expectNoViolations(page, 'compared by difference', '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(compare).toHaveCount(0)
  await press('Copy')
  await expect(page.getByText('Image copied')).toBeVisible()
  const dragged = recordDrag(application)
  await viewer.getByText('Drag file').dispatchEvent('dragstart')
  expect(basename(await dragged)).toBe('A heron on one leg.png')

  await press('Edit')
  await expect(viewer).toHaveCount(0)
  await expect(composer(page).getByRole('group', { name: 'Editing' })).toContainText('A heron')
  await instruction(page).press('ControlOrMeta+v')
  const references = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
  await expect(references).toHaveText([/1376 × 768/])
  await openViewer(images(page).last())
  await press('Use as reference')
  await expect(references).toHaveCount(2)
  await openViewer(images(page).last())
  await press('Delete')
  // The other one is shown.
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(variations(page)).toHaveCount(1)
  await expect(variations(page)).toContainText('Starred')
})
