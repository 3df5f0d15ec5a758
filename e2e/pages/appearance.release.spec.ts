// In the panels, texts have the language of numbers, and nothing moves with reduced motion.
import { expect, type Page } from '@playwright/test'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

test.use({ motion: 'full' })

const openPanel = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()
const startSample = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}`) }).click()

/** Runs in the page. American dates, times, and numbers; and what moves. */
function findProblems(): string[] {
  const american = [
    /\d [AP]M\b/,
    /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b/,
    /\b\d{1,3},\d{3}\b/,
    /\d\.\d+ (s|ms|min|h|B|KB|MB|GB|MP)\b/,
    /\d\.\d+%/,
    /[$€]\d/,
    /(?<![\d.])[−-]?0\.\d{2,}(?![\d.])/,
  ]
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    const text = textContent?.trim() ?? ''
    if (!text || !parentElement?.checkVisibility()) continue
    // Responses, code, and the user's own texts stay as they are.
    const isOwn = parentElement.closest('.markdown, pre, code, .font-mono, textarea')
    const isDemo = text.includes('The built-in demo can’t')
    if (!isOwn && !isDemo && american.some((each) => each.test(text))) found.push(`American: ${text}`)
  }
  const isSlow = (times: string) => times.split(', ').some((time) => Number.parseFloat(time) > 0.001)
  for (const element of document.querySelectorAll('*')) {
    const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
    if (isSlow(transitionDuration) || (animationName !== 'none' && isSlow(animationDuration)))
      found.push(`moves: ${element.tagName} ${element.className}`)
  }
  return found
}

/** What the panels are filled with, and shown in turn. */
const views: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a chat with code': async (page) => {
    await startSample(page, 'Write code')
    const response = page.getByRole('article', { name: 'Response', exact: true })
    await expect(response.getByRole('button', { name: 'View request' })).toBeVisible()
  },
  Images: async (page) => {
    await openPanel(page, 'Images')
    await startSample(page, 'Tall poster in 2K')
    await expect(page.getByRole('article', { name: /^Variation 1/ })).toContainText('×')
  },
  Video: (page) => openPanel(page, 'Video'),
  'the log': async (page) => {
    await openPanel(page, 'Gateway')
    await page.getByRole('row').nth(1).click()
    await expect(page.getByText(/, \d?\d:\d\d:\d\d$/).first()).toBeVisible()
  },
  'the usage': async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Usage' }).click()
    await expect(page.getByRole('table').first()).toBeVisible()
  },
  Settings: async (page) => {
    const appearance = await openSettings(page, 'Appearance')
    await expect(appearance.getByText(/21\. Mai 2026, 21:05:30 · 1\.234,5/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Max requests' })).toHaveValue('100000')
  },
  Embeddings: async (page) => {
    await openPanel(page, 'Embeddings')
    await startSample(page, 'Try a sample')
    await expect(page.getByRole('toolbar', { name: 'All rows' })).toContainText('10 done')
  },
  Matrix: (page) => page.getByRole('tab', { name: 'Matrix', exact: true }).click(),
}

test('with German numbers and reduced motion, all panels follow', async ({ application }) => {
  const { page } = application
  const { settings } = await application.desktop()
  const { appearance } = await settings.read()
  await settings.update({ appearance: { ...appearance, motion: 'reduced', formatLanguage: 'de-DE' } })
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced')
  for (const [view, open] of Object.entries(views)) {
    await open(page)
    expect(await page.evaluate(findProblems), view).toEqual([])
  }
})
