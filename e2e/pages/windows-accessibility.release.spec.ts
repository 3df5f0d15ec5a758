// The window of a single chat is accessible in both themes, also at its smallest size.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { ask, finished, promptField } from '../chat-steps'
import { test } from '../page-test'

test('the window of a chat is accessible in both themes, and usable at its smallest size', async ({
  application: { electron, page },
}) => {
  await ask(page, 'What is 6 times 7?')
  await finished(page).waitFor()
  const opening = electron.waitForEvent('window')
  await page.keyboard.press('Control+Shift+n')
  const second = await opening
  await finished(second).waitFor()
  await expectNoViolations(second, 'the window of a chat')
  const handle = await electron.browserWindow(second)
  await handle.evaluate((window) => window.setContentSize(380, 420))
  await expect.poll(() => second.evaluate(() => innerWidth)).toBe(380)
  expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380)
  await expect(promptField(second)).toBeInViewport()
  await expectNoViolations(second, 'the smallest window of a chat')
  await second.getByRole('button', { name: 'Show inspector' }).click()
  await expect(second.getByRole('complementary', { name: 'Inspector' })).toBeVisible()
  await expectNoViolations(second, 'its inspector')
})
