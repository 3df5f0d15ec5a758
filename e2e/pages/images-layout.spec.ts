// Images fit to the view: variations two by two, figures and actions over the image, nothing under the composer.
import { expect, type Locator } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import type { Application } from '../application'
import {
  chooseOption,
  composer,
  draw,
  images,
  inline,
  openImages,
  paint,
  steps,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'
import { resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** The names of elements in the panel that can be scrolled sideways. */
function listScrolledSideways({ page }: Application): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[data-images], [data-images] *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => ['auto', 'scroll', 'visible'].includes(getComputedStyle(element).overflowX))
      .filter((element) => element.clientWidth > 0 && getComputedStyle(element).display !== 'inline')
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.className}`),
  )
}

for (const [width, height] of [
  [900, 600],
  [1440, 900],
] as const) {
  test(`at ${width} × ${height} four variations and their actions are in view`, async ({
    application,
    imageModel,
  }) => {
    const { page } = application
    await resize(application, { width, height, zoom: 1 })
    await openImages(page)
    await chooseOption(page, 'Variations', '4 images')
    await draw(page, 'A red boat.')
    for (const [index, request] of (await imageModel.wait(4)).entries())
      request.answer({ text: 'Here it is.' }, inline(paint({ width: 400, height: 400 }, 0x2244aa + index)))
    await expect(images(page)).toHaveCount(4)
    const view = await boxOf(page.getByRole('region', { name: 'Steps', exact: true }))
    const form = await boxOf(composer(page))
    const boxes = await Promise.all((await images(page).all()).map(boxOf))
    expect([...new Set(boxes.map(({ x }) => Math.round(x)))]).toHaveLength(2)
    expect([...new Set(boxes.map(({ y }) => Math.round(y)))]).toHaveLength(2)
    for (const box of boxes) expect(box.bottom).toBeLessThanOrEqual(Math.min(view.bottom, form.y))
    // More than half of the height between the step's head and the composer.
    const [first, last] = [boxes[0], boxes[3]]
    expect((last?.bottom ?? 0) - (first?.y ?? 0)).toBeGreaterThan((form.y - view.y) / 2)
    await images(page).last().hover()
    const last4 = variations(page).last()
    for (const name of ['Edit', 'View full size', 'Compare', 'More actions for this image'])
      await last4.getByRole('button', { name, exact: true }).click({ trial: true })
    await expect(last4).toContainText('400 × 400')
    expect(await listScrolledSideways(application)).toEqual([])
    await expectNoViolations(page, `four variations at ${width} × ${height}`)
  })
}

test('sample cards show thumbnails of what they generate', async ({ application: { page } }) => {
  await openImages(page)
  const cards = page.getByRole('list', { name: 'Samples' }).getByRole('listitem')
  await expect(cards).toHaveCount(3)
  const countOf = (card: Locator) =>
    card
      .locator('img')
      .evaluateAll((all: HTMLImageElement[]) => all.filter((one) => one.naturalWidth > 100).length)
  await expect.poll(async () => Promise.all((await cards.all()).map(countOf))).toEqual([2, 4, 1])
  await cards.nth(1).getByRole('button').click()
  await expect(images(steps(page).first())).toHaveCount(4)
})
