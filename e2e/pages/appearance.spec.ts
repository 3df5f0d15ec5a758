// Appearance: the font size, density, motion and language of dates and numbers reach every part of the interface.
import { expect, type Page } from '@playwright/test'
import { openDesktopClient } from '../desktop-client'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const readTextSize = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--text-base').trim())

async function openSampleTranscript(page: Page) {
  await page.getByRole('button', { name: /^Try a sample/ }).click()
  await page.getByRole('button', { name: 'Open Five vowels.wav' }).click()
  await expect(page.getByRole('textbox', { name: 'Transcript text' })).toContainText('recognize speech')
}

async function openSampleSet(page: Page) {
  await page.getByRole('button', { name: /^Try a sample/ }).click()
  await expect(page.getByRole('toolbar', { name: 'All rows' })).toContainText('10 done')
}

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

/** Enlarges the text of the open panel, and lists the texts that did not grow. */
async function listFixedTexts(
  page: Page,
  setSize: (fontSize: number) => Promise<unknown>,
): Promise<string[]> {
  const before = await page.evaluateHandle(listTexts)
  await setSize(18)
  await expect.poll(() => readTextSize(page)).toBe('18px')
  const after = await page.evaluateHandle(listTexts)
  const found = await page.evaluate(
    ([sizes, larger]) =>
      [...larger].flatMap(([element, size]) => {
        const earlier = sizes.get(element)
        const text = `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`
        return earlier === undefined || size >= earlier * 1.3 ? [] : [`${text} (${earlier} → ${size} px)`]
      }),
    [before, after] as const,
  )
  await setSize(13)
  await expect.poll(() => readTextSize(page)).toBe('13px')
  return found
}

test('every text follows the font size, also what is read and written at length', async ({
  application: { page },
}) => {
  const { desktop } = await openDesktopClient(page)
  const { appearance } = await desktop.settings.read()
  const setSize = (fontSize: number) => desktop.settings.update({ appearance: { ...appearance, fontSize } })
  const sample = (title: string) =>
    page.getByRole('list', { name: 'Samples' }).getByRole('button', { name: new RegExp(`^${title}`) })
  const response = page.getByRole('article', { name: 'Response', exact: true }).last()
  const check = async (name: string) => expect(await listFixedTexts(page, setSize), name).toEqual([])
  const openPanel = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  await check('an empty chat')
  await sample('Write code').click()
  await expect(response.locator('pre').first()).toBeVisible()
  await expect(response.getByRole('button', { name: 'View request' })).toBeVisible()
  await check('a chat with code')
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await sample('Return JSON').click()
  await expect(response).toContainText('Matches the schema')
  await check('a chat with JSON')
  await response.getByRole('button', { name: 'View request' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('a request')
  await page.keyboard.press('Escape')
  await openPanel('Images')
  await sample('Wide landscape').click()
  await expect(page.getByRole('article', { name: /^Variation 2/ })).toContainText('×')
  await check('Images')
  await openPanel('Video')
  await check('Video')
  await openPanel('Transcribe')
  await openSampleTranscript(page)
  await check('Transcribe')
  await openPanel('Embeddings')
  await openSampleSet(page)
  await check('Embeddings')
  await openPanel('Library')
  await check('Library')
  await openPanel('Gateway')
  await page.getByRole('row').nth(1).click()
  await check('Gateway')
  await page.getByRole('tab', { name: 'Reference' }).click()
  await check('the reference')
  await openPanel('Settings')
  await check('Settings')
  await page.keyboard.press('ControlOrMeta+k')
  await check('the palette')
})

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
      // Responses, code, and the user's own texts stay as they are.
      if (!parentElement?.checkVisibility() || parentElement.closest('.markdown, pre, code, .font-mono'))
        continue
      const text = textContent ?? ''
      if (!text.includes('The built-in demo can’t') && patterns.some((each) => each.test(text)))
        found.push(text)
    }
    return found
  })

test('dates and numbers follow the chosen language in every panel, in texts that stay English', async ({
  application: { page },
}) => {
  const check = async (name: string) => expect(await listAmericanTexts(page), name).toEqual([])
  const openPanel = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const response = page.getByRole('article', { name: 'Response', exact: true }).first()
  await page.getByRole('list', { name: 'Samples' }).getByRole('button').first().click()
  await expect(response.getByRole('button', { name: 'View request' })).toBeVisible()
  const appearance = await openSettings(page, 'Appearance')
  await appearance.getByRole('combobox', { name: 'Dates and numbers' }).click()
  await page.getByRole('option', { name: 'German (Germany)' }).click()
  await expect(appearance.getByText(/21\. Mai 2026, 21:05:30 · 1\.234,5/)).toBeVisible()
  const gateway = page.getByRole('region', { name: 'Gateway', exact: true })
  await expect(gateway.getByRole('textbox', { name: 'Max requests' })).toHaveValue('100000')
  await check('Settings')
  await openPanel('Chat')
  await check('Chat')
  await openPanel('Images')
  await page.getByRole('button', { name: /^Tall poster in 2K/ }).click()
  await expect(page.getByRole('article', { name: /^Variation 1/ })).toContainText('×')
  await check('Images')
  await openPanel('Transcribe')
  await openSampleTranscript(page)
  await check('Transcribe')
  await openPanel('Embeddings')
  await openSampleSet(page)
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await check(`Embeddings, ${await tab.textContent()}`)
  }
  await openPanel('Library')
  await page.getByRole('listbox', { name: 'Items' }).getByRole('option').first().click()
  await check('Library')
  await openPanel('Gateway')
  await page.getByRole('row').nth(1).click()
  await expect(page.getByText(/, \d?\d:\d\d:\d\d$/).first()).toBeVisible()
  await check('the log')
  await page.getByRole('tab', { name: 'Usage' }).click()
  await expect(page.getByRole('img').or(page.getByRole('table')).first()).toBeVisible()
  await check('the usage')
})

test('with reduced motion, nothing moves or fades; with full motion, that of the system is ignored', async ({
  application: { page },
}) => {
  const { desktop } = await openDesktopClient(page)
  const { appearance } = await desktop.settings.read()
  const setMotion = async (motion: 'reduced' | 'full') => {
    await desktop.settings.update({ appearance: { ...appearance, motion } })
    await expect(page.locator('html')).toHaveAttribute('data-motion', motion)
  }
  const listMoving = () =>
    page.evaluate(() => {
      const isSlow = (times: string) => times.split(', ').some((time) => Number.parseFloat(time) > 0.001)
      const moving = [...document.querySelectorAll('*')].filter((each) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(each)
        return isSlow(transitionDuration) || (animationName !== 'none' && isSlow(animationDuration))
      })
      return moving.map(({ tagName, className }) => `${tagName} ${className}`)
    })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await setMotion('full')
  expect((await listMoving()).length).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await setMotion('reduced')
  await page.getByRole('list', { name: 'Samples' }).getByRole('button').first().click()
  await expect(page.getByRole('button', { name: 'View request' })).toBeVisible()
  expect(await listMoving(), 'a chat').toEqual([])
  await page.getByRole('button', { name: 'View request' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await listMoving(), 'a dialog').toEqual([])
  await page.keyboard.press('Escape')
  for (const name of ['Images', 'Video', 'Transcribe', 'Embeddings', 'Library', 'Gateway', 'Settings']) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await listMoving(), name).toEqual([])
  }
})

test('compact density shows more rows of every list', async ({ application: { page } }) => {
  const { desktop } = await openDesktopClient(page)
  const { appearance } = await desktop.settings.read()
  for (const text of ['One', 'Two']) {
    const parts = [{ text }]
    await desktop.chat.send({ conversationId: null, parts, parameters: { model: 'gen-2.5-flash' } })
  }
  const openPanel = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const measure = async () => {
    const heights: number[] = []
    for (const [panel, row] of [
      ['Chat', page.getByRole('navigation', { name: 'Chats' }).locator('[data-id]').first()],
      ['Gateway', page.getByRole('row').nth(1)],
      ['Settings', page.locator('#models tbody tr').first()],
    ] as const) {
      await openPanel(panel)
      heights.push((await row.boundingBox())?.height ?? 0)
    }
    return heights
  }
  const comfortable = await measure()
  await desktop.settings.update({ appearance: { ...appearance, density: 'compact' } })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--spacing')))
    .toBe('3.500px')
  const compact = await measure()
  for (const [at, height] of compact.entries()) expect(height).toBeLessThan(comfortable[at] ?? 0)
})
