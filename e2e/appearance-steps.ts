// Steps of tests of the appearance: changing it, and reading what the page shows of it.
import type { Page } from '@playwright/test'
import type { AppearanceSettings } from '#shared/schemas/appearance'
import type { Application } from './application'

export const readStyle = (page: Page, property: string) =>
  page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), property)

export async function changeAppearance(
  application: Application,
  part: Partial<AppearanceSettings>,
): Promise<void> {
  const { settings } = await application.desktop()
  const { appearance } = await settings.read()
  await settings.update({ appearance: { ...appearance, ...part } })
}

/** Elements whose transitions or animations take time. */
export const listMoving = (page: Page) =>
  page.evaluate(() => {
    const isSlow = (times: string) => times.split(', ').some((time) => Number.parseFloat(time) > 0.001)
    const moving = [...document.querySelectorAll('*')].filter((each) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(each)
      return isSlow(transitionDuration) || (animationName !== 'none' && isSlow(animationDuration))
    })
    return moving.map(({ tagName, className }) => `${tagName} ${className}`)
  })
