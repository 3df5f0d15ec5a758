// Long prompts: their estimated tokens before they are sent, large pasted texts, and how the thread shows them.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { ask, chooseModel, finished, promptField, prompts } from '../chat-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const isAllowed = document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
    // A scripted event inserts nothing itself.
    if (isAllowed) document.execCommand('insertText', false, text)
  }, text)

test('the composer estimates tokens, and warns if the context window is exceeded', async ({
  application,
}) => {
  const { page } = application
  const models = await openSettings(page, 'Models')
  await models.getByRole('button', { name: 'Add model' }).click()
  const form = models.getByRole('form', { name: 'New model' })
  await form.getByRole('textbox', { name: 'Model ID' }).fill('my-small-model')
  await form.getByRole('textbox', { name: 'Context window' }).fill('1k')
  await form.getByRole('button', { name: 'Add model' }).click()
  await expect(models.getByRole('row').filter({ hasText: 'my-small-model' })).toBeVisible()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const gauge = page.getByRole('meter', { name: 'Context window' })
  await expect(gauge).toHaveCount(0)
  await promptField(page).fill('word '.repeat(320))
  await expect(gauge).toHaveAttribute('aria-valuetext', 'About 400 tokens of 1,048,576')
  const warning = page.getByText('This request may not fit the context window')
  await chooseModel(page, /my-small-model/)
  await expect(gauge).toHaveAttribute('aria-valuetext', 'About 400 tokens of 1,000')
  await expect(warning).toHaveCount(0)
  await promptField(page).fill('word '.repeat(1_600))
  await expect(warning).toBeVisible()
  // The number is an estimate, so the provider decides.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await expectNoViolations(page, 'the warning about the context window')
  await promptField(page).fill('')
  await expect(warning).toHaveCount(0)
})

test('a long prompt is collapsed, expanded by keyboard, and expanded by a match of the find bar', async ({
  application,
}) => {
  const { page } = application
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`)
  await ask(page, `${lines.join('\n')}\nThe heron is here.`)
  await finished(page).waitFor()
  const prompt = prompts(page)
  const text = prompt.getByText('Line 1', { exact: false }).first()
  const height = () => text.evaluate((element) => element.clientHeight)
  const collapsed = await height()
  expect(await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > 3 * clientHeight)).toBe(true)
  await prompt.getByRole('button', { name: 'Show all' }).focus()
  await expectNoViolations(page, 'a collapsed prompt', 'article[aria-label="Your prompt"]')
  await page.keyboard.press('Enter')
  const showLess = prompt.getByRole('button', { name: 'Show less' })
  await expect(showLess).toBeFocused()
  expect(await height()).toBeGreaterThan(3 * collapsed)
  await page.keyboard.press('Enter')
  await expect(prompt.getByRole('button', { name: 'Show all' })).toBeFocused()
  await expect.poll(height).toBe(collapsed)

  await page.keyboard.press('ControlOrMeta+f')
  await page.getByRole('searchbox', { name: 'Find' }).fill('the heron is')
  await expect(showLess).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('find-current') ?? []
        const view = document.querySelector('[aria-label="Messages"]')?.getBoundingClientRect()
        if (!(range instanceof Range) || !view) return false
        const { top, bottom } = range.getBoundingClientRect()
        return top >= view.top && bottom <= view.bottom
      }),
    )
    .toBe(true)
})

test('a large pasted text stays in the prompt, can become a file, and returns with Undo', async ({
  application,
}) => {
  const { page } = application
  await promptField(page).fill('Summarize: ')
  await promptField(page).press('End')
  await paste(page, 'short')
  const offer = page.getByRole('button', { name: 'Attach as text file' })
  const large = `${'A line of the log.\n'.repeat(500)}End`
  await paste(page, large)
  await expect(promptField(page)).toHaveValue(`Summarize: short${large}`)
  await expect(offer).toBeVisible()
  await expect(page.getByText('9,503 characters pasted')).toBeVisible()
  // The offer does not take the focus.
  await expect(promptField(page)).toBeFocused()
  await page.keyboard.type('!')
  await expectNoViolations(page, 'the offer to attach a pasted text')
  await offer.click()
  await expect(promptField(page)).toHaveValue('Summarize: short!')
  await expect(promptField(page)).toBeFocused()
  const form = page.getByRole('form', { name: 'New prompt' })
  await expect(form.getByText('Pasted text.txt')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(promptField(page)).toHaveValue(`Summarize: short${large}!`)
  await expect(form.getByText('Pasted text.txt')).toHaveCount(0)

  await paste(page, large)
  await offer.click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(prompts(page).getByText('Pasted text.txt')).toBeVisible()
})
