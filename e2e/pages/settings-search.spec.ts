// Finding settings, resetting them, and the settings of appearance and privacy.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { ask } from '../chat-steps'
import { openDesktopClient } from '../desktop-client'
import { openPalette, palette } from '../keyboard-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'
import { resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search settings' })
const sections = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link').allTextContents()
const status = (page: Page) => page.getByRole('status').filter({ hasText: /result/i })
const rootStyle = (page: Page, property: string) =>
  page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), property)

/** The marked texts. */
const marks = (page: Page) =>
  page.evaluate(() => {
    const highlight = CSS.highlights.get('settings-search') ?? new Set()
    return [...(highlight as Iterable<Range>)].map((range) => range.toString())
  })

test('by keyboard: the search finds labels, hints and keywords, marks them, and moves to the setting', async ({
  application: { page },
}) => {
  await openSettings(page, 'Provider')
  await page.keyboard.press('ControlOrMeta+f')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('cors')
  await expect(page.getByRole('textbox', { name: 'Allowed origins' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Port' })).toBeHidden()
  expect(await sections(page)).toEqual(['Gateway'])
  await expect(status(page)).toHaveText('1 result')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('kerberos')
  await expect(page.getByRole('switch', { name: 'Use the system network stack' })).toBeVisible()
  await expect.poll(() => marks(page)).toContain('Kerberos')
  await expectNoViolations(page, 'Settings with a search')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('switch', { name: 'Use the system network stack' })).toBeFocused()

  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('no such setting')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  expect(await sections(page)).toEqual([])
  await expectNoViolations(page, 'Settings without results')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Port' })).toBeVisible()
  expect(await marks(page)).toEqual([])
})

test('the palette opens every setting of every section, with the focus on its control', async ({
  application: { page },
}) => {
  test.slow()
  const panel = page.getByRole('region', { name: 'Settings', exact: true })
  // Some settings are only there while spelling is checked.
  const { desktop } = await openDesktopClient(page)
  const { spelling } = await desktop.settings.read()
  await desktop.settings.update({ spelling: { ...spelling, isOn: true } })
  await openSettings(page, 'Provider')
  const covered: string[] = []
  for (const name of await sections(page)) {
    await openPalette(page, `${name}: `)
    const found = palette(page).getByRole('group', { name: 'Settings', exact: true }).getByRole('option')
    const titles = (await found.allTextContents()).filter((text) => text.startsWith(`${name}: `))
    await page.keyboard.press('Escape')
    if (titles.length > 0) covered.push(name)
    for (const title of titles) {
      await openPalette(page, title)
      await palette(page).getByRole('option', { name: title, exact: true }).click()
      await expect(palette(page)).toHaveCount(0)
      const label = title.slice(name.length + 2)
      const section = panel.getByRole('region', { name, exact: true })
      const focused = () =>
        section.evaluate((area, text) => {
          const element = document.activeElement
          if (!area.contains(element) || element?.matches('h2')) return null
          // Its name, or that of the nearest group around it that has the text.
          let group = element
          while (group && group !== area) {
            const names = [group.getAttribute('aria-label'), group.textContent]
            if (names.some((each) => each?.includes(text))) return text
            group = group.parentElement
          }
          return element?.outerHTML.slice(0, 200)
        }, label)
      // Without a service, the form of the first one is open.
      await expect.poll(focused, title).toBe(title === 'Provider: Add service' ? 'Add service' : label)
    }
  }
  expect(covered).toEqual(await sections(page))
})

/** Those of the section Data have tests of their own. */
test('every control of Settings belongs to a setting that the search and the palette know', async ({
  application: { page },
}) => {
  const { desktop } = await openDesktopClient(page)
  const { spelling } = await desktop.settings.read()
  await desktop.settings.update({ spelling: { ...spelling, isOn: true } })
  await openSettings(page, 'About')
  const panel = page.getByRole('region', { name: 'Settings', exact: true })
  const collapsed = panel.locator('button[aria-expanded="false"]:not([role="combobox"], [aria-haspopup])')
  while ((await collapsed.count()) > 0) await collapsed.first().click()
  const unknown = await panel.evaluate((area) => {
    const controls = 'input, textarea, [role="switch"], [role="combobox"], [role="radiogroup"]'
    return [...area.querySelectorAll<HTMLInputElement>(`section[id] :is(${controls})`)]
      .filter((each) => !each.closest('[data-setting], #data') && !each.hidden)
      .map((each) => each.getAttribute('aria-label') ?? each.labels?.[0]?.textContent ?? each.outerHTML)
  })
  expect(unknown).toEqual([])
})

test('a changed setting shows its default and is reset alone; a section is reset with Undo', async ({
  application: { page },
}) => {
  const appearance = await openSettings(page, 'Appearance')
  await appearance.getByRole('radio', { name: 'Compact' }).click()
  await appearance.getByRole('radio', { name: 'Reduced' }).click()
  await expect(appearance.getByText('Changed. Default: Comfortable')).toBeVisible()
  await expectNoViolations(page, 'Appearance with changed settings')
  await appearance.getByRole('button', { name: 'Reset Density' }).click()
  await expect(appearance.getByRole('radio', { name: 'Comfortable' })).toBeChecked()
  await expect(appearance.getByRole('radio', { name: 'Reduced' })).toBeChecked()
  await expect(appearance.getByRole('button', { name: 'Reset Density' })).toHaveCount(0)

  await appearance.getByRole('radio', { name: 'Dark' }).click()
  await appearance.getByRole('button', { name: 'Reset all in Appearance' }).click()
  await expect(page.getByText('2 settings reset')).toBeVisible()
  await expect(appearance.getByText(/^Changed/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(appearance.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(appearance.getByRole('radio', { name: 'Reduced' })).toBeChecked()
})

test('typed text of a form is discarded by its reset', async ({ application: { page } }) => {
  const network = await openSettings(page, 'Network')
  const timeout = network.getByRole('textbox', { name: 'Idle timeout' })
  await timeout.fill('120')
  await network.getByRole('button', { name: 'Save timeouts' }).click()
  await expect(network.getByText('Changed. Default: 10 s, 600 s, 300 s')).toBeVisible()
  await timeout.fill('999')
  await network.getByRole('button', { name: 'Reset Timeouts' }).click()
  await expect(timeout).toHaveValue('300')
})

test('density, font size and motion apply at once, and from the first frame of the next start', async ({
  application,
}) => {
  const { page } = application
  expect(await rootStyle(page, '--spacing')).toBe('4px')
  const appearance = await openSettings(page, 'Appearance')
  await appearance.getByRole('radio', { name: 'Compact' }).click()
  await expect.poll(() => rootStyle(page, '--spacing')).toBe('3.500px')
  await appearance.getByRole('combobox', { name: 'Font size' }).click()
  await page.getByRole('option', { name: '18 px' }).click()
  await expect.poll(() => rootStyle(page, '--text-base')).toBe('18px')
  await appearance.getByRole('radio', { name: 'Reduced' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await appearance.getByRole('radio', { name: 'Full' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'full')
  // The page has it before it reads the settings.
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem('appearance'))) ?? '')).toMatchObject({
    state: { density: 'compact', fontSize: 18, motion: 'full' },
  })
  await application.relaunch()
  await expect(application.page.locator('html')).toHaveAttribute('data-motion', 'full')
  expect(await rootStyle(application.page, '--text-base')).toBe('18px')
})

test('the smallest window holds the largest text: nothing overflows, and every panel has no violations', async ({
  application,
}) => {
  const { page } = application
  const { desktop } = await openDesktopClient(page)
  const { appearance } = await desktop.settings.read()
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await desktop.settings.update({ appearance: { ...appearance, fontSize: 18 } })
  await expect.poll(() => rootStyle(page, '--text-base')).toBe('18px')
  for (const name of [
    'Chat',
    'Images',
    'Video',
    'Transcribe',
    'Embeddings',
    'Library',
    'Gateway',
    'Settings',
  ]) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const overflow = () =>
      page.evaluate(() => [
        document.documentElement.scrollWidth - innerWidth,
        (document.querySelector('main')?.scrollWidth ?? 0) -
          (document.querySelector('main')?.clientWidth ?? 0),
      ])
    await expect.poll(overflow, name).toEqual([0, 0])
    await expectNoViolations(page, `${name} with the largest text`)
  }
})

test('in a small window, the current section is always in view in the list of sections', async ({
  application,
}) => {
  const { page } = application
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await openSettings(page, 'Provider')
  const names = await sections(page)
  for (const name of [names.at(-1) ?? '', names[0] ?? '']) {
    await openPalette(page, `${name}: `)
    await page.keyboard.press('Enter')
    const link = page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name })
    await expect(link).toHaveAttribute('aria-current', 'location')
    const isInView = () =>
      link.evaluate((element) => {
        const list = element.closest('nav')?.getBoundingClientRect()
        const { left, right } = element.getBoundingClientRect()
        // The end of the list fades out.
        return list !== undefined && left >= list.left && right <= list.right - 32
      })
    await expect.poll(isInView, name).toBe(true)
  }
})

test('a link opens without a dialog once Ask before opening links is off', async ({ application, model }) => {
  const { page, electron } = application
  await electron.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url: string) => void opened.push(url)
  })
  const opened = () => electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
  const stream = model.streams()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await ask(page, 'A link, please.')
  stream.add('See [the page](https://example.com/path).')
  stream.end()
  const link = page.getByRole('link', { name: 'the page' })
  await link.click()
  await expect(page.getByRole('dialog', { name: 'Open this link?' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await opened()).toEqual([])

  const privacy = await openSettings(page, 'Privacy')
  await privacy.getByRole('switch', { name: 'Ask before opening links' }).click()
  await expect(privacy.getByText('Changed. Default: On')).toBeVisible()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await link.click()
  await expect.poll(opened).toEqual(['https://example.com/path'])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
