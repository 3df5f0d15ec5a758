// What axe finds on a page.
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

interface Findings {
  violations: { id: string; nodes: { html: string }[] }[]
}

/** Tooltips open and close by themselves, and lie outside every landmark. */
const tooltips = '[data-radix-popper-content-wrapper]:has([role=tooltip])'

/** The rules whose result depends on colors; all others see the same page in both themes. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** The page's policy lets no test inject a script: axe is evaluated from outside instead. */
async function findViolations(page: Page, within: string, rules?: string[]): Promise<unknown[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ rules, ...place }) => {
      // axe puts itself on the window.
      const { axe } = window as unknown as {
        axe: { run: (place: unknown, options: unknown) => Promise<Findings> }
      }
      const { violations } = await axe.run(place, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: rules }),
      })
      return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
    },
    { include: within, exclude: tooltips, rules },
  )
}

/** Expects no violations in both themes, in all of the page or in one place of it; `place` names it in a failure. */
export async function expectNoViolations(page: Page, place: string, within = 'html'): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await expect.poll(() => page.evaluate(countRunningAnimations)).toBe(0)
    const rules = theme === 'dark' ? colorRules : undefined
    expect(await findViolations(page, within, rules), `${place}, ${theme}`).toEqual([])
  }
}

/** The contrast of what is fading counts once it has ended; endless animations do not end. Runs in the page. */
function countRunningAnimations(): number {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY).length
}
