// What axe finds on a page.
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

interface Findings {
  violations: { id: string; nodes: { html: string }[] }[]
}

/** Tooltips come and go by themselves, and stand outside every landmark. */
const tooltips = '[data-radix-popper-content-wrapper]:has([role=tooltip])'

/** The page's policy lets no test inject a script: axe is evaluated from outside instead. */
export async function findViolations(page: Page, within = 'html'): Promise<unknown[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([include, exclude]) => {
      // axe puts itself on the window.
      const { axe } = window as unknown as {
        axe: { run: (place: unknown) => Promise<Findings> }
      }
      const { violations } = await axe.run({ include, exclude })
      return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
    },
    [within, tooltips],
  )
}

/** All of the page, or what is within a place of it, which the failure is told under. */
export async function expectNoViolations(page: Page, place: string, within?: string): Promise<void> {
  // What is animated is seen through: its contrast counts when it stands. What breathes does so for ever.
  const countMoving = () =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY).length
  await expect.poll(() => page.evaluate(countMoving)).toBe(0)
  expect(await findViolations(page, within), place).toEqual([])
}
