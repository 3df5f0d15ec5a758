// Branches of an image session: all steps in the filmstrip, marked variations, comparing from thumbnails.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { chooseOption, draw, drawWithDemo, images, openImages, steps, variations } from '../drawing-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const filmstrip = (page: Page) => page.getByRole('navigation', { name: 'All steps' })
const entries = (page: Page) => filmstrip(page).getByRole('button')

/** Two variations of a boat: the first at night and with stars, the second in black and white. */
async function drawBranches(page: Page): Promise<void> {
  await openImages(page)
  await chooseOption(page, 'Variations', '2 images')
  await drawWithDemo(page, 'A red boat on the sea.', 2)
  await chooseOption(page, 'Variations', '1 image')
  await drawWithDemo(page, 'Make it night.')
  await drawWithDemo(page, 'Add stars.')
  await images(steps(page).first()).nth(1).click()
  await expect(steps(page)).toHaveCount(1)
  await draw(page, 'Make it black and white.')
  await expect(steps(page)).toHaveCount(2)
  await expect(images(page)).toHaveCount(3)
}

test('every counted step can be reached, whichever variation is selected', async ({
  application: { page },
}) => {
  await drawBranches(page)
  await expect(filmstrip(page).getByRole('heading')).toHaveText('4 steps2 branches')
  await expect(page.getByRole('list', { name: 'All sessions' })).toContainText('4 steps')
  await expect(entries(page)).toHaveCount(4)
  await expect(variations(steps(page).first()).first()).toContainText('2 steps follow')
  await expect(variations(steps(page).first()).nth(1)).not.toContainText('follow')
  for (const text of ['Make it night.', 'Add stars.', 'Make it black and white.', 'Make it night.']) {
    await entries(page)
      .filter({ has: page.getByText(text) })
      .click()
    await expect(steps(page).filter({ hasText: text })).toBeInViewport()
    await expect(entries(page).filter({ has: page.getByText(text) })).toHaveAttribute('aria-current', 'true')
  }
  await expect(variations(steps(page).first()).nth(1)).toContainText('1 step follows')

  await filmstrip(page).locator('button[tabindex="0"]').focus()
  await page.keyboard.press('End')
  await expect(entries(page).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(steps(page).last()).toContainText('Make it black and white.')
  await expectNoViolations(page, 'a session with branches')
  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect(filmstrip(page)).toHaveCount(0)
})

test('an image is compared with one chosen from thumbnails; the demo is named once', async ({
  application: { page },
}) => {
  await drawBranches(page)
  await images(page).first().dblclick()
  const viewer = page.getByRole('dialog')
  await expect(viewer).toContainText('pixels')
  await expect(viewer.getByText('Demo', { exact: true })).toHaveCount(1)
  await viewer.getByRole('button', { name: 'Compare with…' }).click()
  const choices = page.getByRole('menu', { name: 'Compare with' }).getByRole('menuitem')
  await expect(choices).toHaveCount(3)
  const isLoaded = (image: HTMLImageElement) => image.naturalWidth > 0
  for (const choice of await choices.all())
    await expect.poll(() => choice.locator('img').evaluate(isLoaded)).toBe(true)
  await expectNoViolations(page, 'thumbnails to compare with', '[role=menu]')
  await choices.last().click()
  const compare = page.getByRole('dialog', { name: 'Compare images' })
  await expect(compare).toContainText('Add stars.')
  await expect(compare.getByText('Demo', { exact: true })).toHaveCount(1)
})
