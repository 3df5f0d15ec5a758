// Appearance: the font size, density, motion and language of dates and numbers reach every part of the interface.
import { expect, type Page } from '@playwright/test'
import { test } from './application'
import { openDesktopClient } from './desktop-client'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const readTextSize = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--text-base').trim())

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
  await expect(page.getByRole('article', { name: /^Variation 2/ })).toContainText('×', { timeout: 30_000 })
  await check('Images')
  await openPanel('Video')
  await check('Video')
  await openPanel('Transcribe')
  await page.getByRole('button', { name: /^Try a sample/ }).click()
  await page.getByRole('button', { name: 'Open Five vowels.wav' }).click()
  await expect(page.getByRole('textbox', { name: 'Transcript text' })).toContainText('recognize speech')
  await check('Transcribe')
  await openPanel('Embeddings')
  await page.getByRole('button', { name: /^Try a sample/ }).click()
  await expect(page.getByRole('toolbar', { name: 'All rows' })).toContainText('10 done')
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
