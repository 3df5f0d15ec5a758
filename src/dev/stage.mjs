// The steps that the stages of several pictures share.

/** @typedef {import('playwright').Page} Page */

export const patience = 60_000

/** Chooses a destination of the rail. @param {Page} page @param {string} name */
export async function visit(page, name) {
  await page.getByRole('button', { name, exact: true }).first().click()
}

/** Until the answer, or every picture of a step, is complete. @param {Page} page */
export async function waitForAnswer(page) {
  const stop = page.getByRole('button', { name: 'Stop', exact: true }).first()
  // A short answer may be over before its button is seen.
  await stop.waitFor({ timeout: 5_000 }).catch(() => {})
  await stop.waitFor({ state: 'hidden', timeout: patience })
}

/**
 * Asks again until it is true: the page's policy lets nothing be evaluated later, as `waitForFunction` does.
 * @param {Page} page @param {string} expression
 */
export async function waitUntil(page, expression) {
  const end = Date.now() + patience
  while (!(await page.evaluate(expression))) {
    if (Date.now() > end) throw new Error(`This did not come true: ${expression}`)
    await page.waitForTimeout(50)
  }
}
