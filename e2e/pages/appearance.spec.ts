// Appearance: the theme, font size, density, motion and language of dates and numbers reach every part of the interface.
import { expect, type Page } from '@playwright/test'
import type { AppearanceSettings } from '#shared/schemas/appearance'
import type { Application } from '../application'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'
import { resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' }, motion: 'full' })

const readStyle = (page: Page, property: string) =>
  page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), property)
const openPanel = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()
const startSample = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}`) }).click()

async function change(application: Application, part: Partial<AppearanceSettings>): Promise<void> {
  const { settings } = await application.desktop()
  const { appearance } = await settings.read()
  await settings.update({ appearance: { ...appearance, ...part } })
}

test('theme, density, font size and motion apply at once, and from the first frame of the next start', async ({
  application,
}) => {
  const { page } = application
  expect(await readStyle(page, '--spacing')).toBe('4px')
  const appearance = await openSettings(page, 'Appearance')
  await appearance.getByRole('radio', { name: 'Dark' }).click()
  await appearance.getByRole('radio', { name: 'Compact' }).click()
  await expect.poll(() => readStyle(page, '--spacing')).toBe('3.500px')
  await appearance.getByRole('combobox', { name: 'Font size' }).click()
  await page.getByRole('option', { name: '18 px' }).click()
  await expect.poll(() => readStyle(page, '--text-base')).toBe('18px')
  await appearance.getByRole('radio', { name: 'Reduced' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await appearance.getByRole('radio', { name: 'Full' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'full')
  expect((await listMoving(page)).length).toBeGreaterThan(0)
  // The page has it before it reads the settings.
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem('appearance'))) ?? '')).toMatchObject({
    state: { density: 'compact', fontSize: 18, motion: 'full' },
  })
  await application.relaunch()
  await expect(application.page.locator('html')).toHaveAttribute('data-motion', 'full')
  expect(await readStyle(application.page, '--text-base')).toBe('18px')
  const [isDark, background] = await application.page.evaluate(() => [
    matchMedia('(prefers-color-scheme: dark)').matches,
    getComputedStyle(document.body).backgroundColor,
  ])
  expect(isDark).toBe(true)
  const [red = 255, green = 255, blue = 255] =
    String(background)
      .match(/[\d.]+/g)
      ?.map(Number) ?? []
  expect(Math.max(red, green, blue)).toBeLessThan(64)
})

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
  await change(application, { fontSize: 18 })
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
  await change(application, { fontSize: 13 })
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

/** Elements whose transitions or animations take time. */
const listMoving = (page: Page) =>
  page.evaluate(() => {
    const isSlow = (times: string) => times.split(', ').some((time) => Number.parseFloat(time) > 0.001)
    const moving = [...document.querySelectorAll('*')].filter((each) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(each)
      return isSlow(transitionDuration) || (animationName !== 'none' && isSlow(animationDuration))
    })
    return moving.map(({ tagName, className }) => `${tagName} ${className}`)
  })

/** What each panel is filled with, and shown in turn. */
const stages: Readonly<Record<string, Record<string, (page: Page) => Promise<unknown>>>> = {
  'chats, images and videos': {
    'an empty chat': async () => {},
    'a chat with code': async (page) => {
      await startSample(page, 'Write code')
      const response = page.getByRole('article', { name: 'Response', exact: true })
      await expect(response.getByRole('button', { name: 'View request' })).toBeVisible()
    },
    'a request': async (page) => {
      await page.getByRole('button', { name: 'View request' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    Images: async (page) => {
      await page.keyboard.press('Escape')
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
  },
  'the other panels': {
    Settings: async (page) => {
      const appearance = await openSettings(page, 'Appearance')
      await expect(appearance.getByText(/21\. Mai 2026, 21:05:30 · 1\.234,5/)).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Max requests' })).toHaveValue('100000')
    },
    'the palette': (page) => page.keyboard.press('ControlOrMeta+k'),
    'the reference': async (page) => {
      await page.keyboard.press('Escape')
      await openPanel(page, 'Gateway')
      await page.getByRole('tab', { name: 'Reference' }).click()
    },
    Transcribe: async (page) => {
      await openPanel(page, 'Transcribe')
      await startSample(page, 'Try a sample')
      await page.getByRole('button', { name: 'Open Five vowels.wav' }).click()
      const text = page.getByRole('textbox', { name: 'Transcript text' })
      await expect(text).toContainText('recognize speech')
    },
    Embeddings: async (page) => {
      await openPanel(page, 'Embeddings')
      await startSample(page, 'Try a sample')
      await expect(page.getByRole('toolbar', { name: 'All rows' })).toContainText('10 done')
    },
    ...Object.fromEntries(
      ['Vector', 'Matrix', 'Neighbors', 'Map', 'Compare'].map((tab) => [
        `the tab ${tab}`,
        async (page: Page) => {
          await page.getByRole('tab', { name: tab, exact: true }).click()
          await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
        },
      ]),
    ),
  },
}

for (const [name, views] of Object.entries(stages))
  test(`${name} follow the font size and the language of numbers, nothing moves with reduced motion, nothing overflows`, async ({
    application,
  }) => {
    const { page } = application
    await resize(application, { width: 900, height: 600, zoom: 1 })
    await change(application, { motion: 'reduced', formatLanguage: 'de-DE' })
    await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced')
    for (const [view, open] of Object.entries(views)) {
      await open(page)
      expect(await listAmericanTexts(page), view).toEqual([])
      expect(await listMoving(page), view).toEqual([])
      expect(await findProblemsOfLargeText(application), view).toEqual([])
    }
  })

test('compact density shows more rows of every list, and digits of numbers in columns have one width', async ({
  application,
}) => {
  const { page } = application
  const { chat } = await application.desktop()
  await chat.send({
    conversationId: null,
    parts: [{ text: 'One' }],
    parameters: { model: 'gen-2.5-flash' },
  })
  const measure = async () => {
    const heights: number[] = []
    for (const [panel, row] of [
      ['Chat', page.getByRole('navigation', { name: 'Chats' }).locator('[data-id]').first()],
      ['Gateway', page.getByRole('row').nth(1)],
      ['Settings', page.locator('#models tbody tr').first()],
    ] as const) {
      await openPanel(page, panel)
      heights.push((await row.boundingBox())?.height ?? 0)
    }
    return heights
  }
  const comfortable = await measure()
  await change(application, { density: 'compact' })
  await expect.poll(() => readStyle(page, '--spacing')).toBe('3.500px')
  for (const [at, height] of (await measure()).entries()) expect(height).toBeLessThan(comfortable[at] ?? 0)

  const widths = await page.evaluate(async () => {
    await document.fonts.load('13px "Inter Variable"')
    return ['1111', '0000'].map((textContent) => {
      const span = Object.assign(document.createElement('span'), { className: 'tabular-nums', textContent })
      document.body.append(span)
      return span.getBoundingClientRect().width
    })
  })
  expect(widths[0]).toBe(widths[1])
})
