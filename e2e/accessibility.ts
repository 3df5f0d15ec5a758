// Runs axe on a page and fails on violations, in `npm run test:all`: it takes seconds for each state of a page.
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

interface Findings {
  violations: { id: string; nodes: { html: string }[] }[]
}

/** Tooltips open and close without user action, and are outside every landmark. */
const tooltips = '[data-radix-popper-content-wrapper]:has([role=tooltip])'

/** The rules whose results depend on colors. All other rules give the same result in both themes. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** The page's content security policy blocks injected scripts, so axe is evaluated from outside. */
async function findViolations(page: Page, within: string, rules?: string[]): Promise<unknown[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ rules, ...context }) => {
      // axe assigns itself to `window`.
      const { axe } = window as unknown as {
        axe: { run: (context: unknown, options: unknown) => Promise<Findings> }
      }
      const { violations } = await axe.run(context, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: rules }),
      })
      return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
    },
    { include: within, exclude: tooltips, rules },
  )
}

/**
 * Expects no violations in both themes. `subject` names the page, or the element `within`, in a failure.
 * Motion is reduced meanwhile, because a transition that starts while axe runs gives colors of no state.
 */
export async function expectNoViolations(page: Page, subject: string, within = 'html'): Promise<void> {
  if (process.env.GEN_PLAYGROUND_TESTS !== 'all') return
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expect.poll(() => page.evaluate(countRunningAnimations)).toBe(0)
    const rules = theme === 'dark' ? colorRules : undefined
    expect(await findViolations(page, within, rules), `${subject}, ${theme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Runs in the page. Endless animations are not counted, since fading colors settle only with the others. */
function countRunningAnimations(): number {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY).length
}
