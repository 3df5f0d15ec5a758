// In every panel, texts have the font size and the language of numbers, and nothing moves with reduced motion.
import { expect, type Page } from '@playwright/test'
import { changeAppearance, listMoving, readStyle } from '../appearance-steps'
import type { Application } from '../application'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'
import { resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' }, motion: 'full' })

const openPanel = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()
const startSample = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}`) }).click()

/** The visible elements with text, and their font sizes in pixels. */
function listTexts(): Map<Element, number> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const elements = [...document.querySelectorAll<Element>('input, textarea')]
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (textContent?.trim() && parentElement?.checkVisibility()) elements.push(parentElement)
  }
  return new Map(elements.map((each) => [each, Number.parseFloat(getComputedStyle(each).fontSize)]))
}

/** Enlarges the text of the open panel. Returns the texts that did not grow, and what overflows. */
async function findProblemsOfLargeText(application: Application): Promise<string[]> {
  const { page } = application
  const before = await page.evaluateHandle(listTexts)
  await changeAppearance(application, { fontSize: 18 })
  await expect.poll(() => readStyle(page, '--text-base')).toBe('18px')
  const after = await page.evaluateHandle(listTexts)
  const found = await page.evaluate(
    ([sizes, larger]) => [
      ...[...larger].flatMap(([element, size]) => {
        const earlier = sizes.get(element)
        const text = `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`
        return earlier === undefined || size >= earlier * 1.3 ? [] : [`${text} (${earlier} → ${size} px)`]
      }),
      ...[document.documentElement, document.querySelector('main')].flatMap((element) =>
        element && element.scrollWidth > element.clientWidth ? [`${element.tagName} overflows`] : [],
      ),
    ],
    [before, after] as const,
  )
  await changeAppearance(application, { fontSize: 13 })
  await expect.poll(() => readStyle(page, '--text-base')).toBe('13px')
  return found
}

/** The visible texts that look like American dates, times, and numbers. */
const listAmericanTexts = (page: Page) =>
  page.evaluate(() => {
    const patterns = [
      /\d [AP]M\b/,
      /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b/,
      /\b\d{1,3},\d{3}\b/,
      /\d\.\d+ (s|ms|min|h|B|KB|MB|GB|MP)\b/,
      /\d\.\d+%/,
      /[$€]\d/,
      /(?<![\d.])[−-]?0\.\d{2,}(?![\d.])/,
    ]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      const text = textContent ?? ''
      // Responses, code, and the user's own texts stay as they are.
      const isOwn = parentElement?.closest('.markdown, pre, code, .font-mono, textarea')
      if (isOwn || !parentElement?.checkVisibility() || text.includes('The built-in demo can’t')) continue
      if (patterns.some((each) => each.test(text))) found.push(text)
    }
    return found
  })

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
  Library: async (page) => {
    await openPanel(page, 'Library')
    await page.getByRole('listbox', { name: 'Items' }).getByRole('option').first().click()
  },
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
  'the reference': (page) => page.getByRole('tab', { name: 'Reference' }).click(),
  Settings: async (page) => {
    const appearance = await openSettings(page, 'Appearance')
    await expect(appearance.getByText(/21\. Mai 2026, 21:05:30 · 1\.234,5/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Max requests' })).toHaveValue('100000')
  },
  Transcribe: async (page) => {
    await openPanel(page, 'Transcribe')
    await startSample(page, 'Try a sample')
    await page.getByRole('button', { name: 'Open Five vowels.wav' }).click()
    await expect(page.getByRole('textbox', { name: 'Transcript text' })).toContainText('recognize speech')
  },
  Embeddings: async (page) => {
    await openPanel(page, 'Embeddings')
    await startSample(page, 'Try a sample')
    await expect(page.getByRole('toolbar', { name: 'All rows' })).toContainText('10 done')
  },
  ...Object.fromEntries(
    ['Matrix', 'Neighbors', 'Map'].map((name) => [
      `the tab ${name}`,
      (page: Page) => page.getByRole('tab', { name, exact: true }).click(),
    ]),
  ),
}

test('all panels follow the font size and the language of numbers, nothing moves with reduced motion, nothing overflows', async ({
  application,
}) => {
  const { page } = application
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await changeAppearance(application, { motion: 'reduced', formatLanguage: 'de-DE' })
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced')
  for (const [view, open] of Object.entries(views)) {
    await open(page)
    expect(await listAmericanTexts(page), view).toEqual([])
    expect(await listMoving(page), view).toEqual([])
    expect(await findProblemsOfLargeText(application), view).toEqual([])
  }
})
