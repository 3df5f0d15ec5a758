// What axe finds on a page.
import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** The page's policy lets no test inject a script: axe is evaluated from outside instead. */
export async function findViolations(page: Page): Promise<unknown[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    // axe puts itself on the window.
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: AxeViolation[] }> } }
    interface AxeViolation {
      id: string
      nodes: { html: string }[]
    }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
  })
}
