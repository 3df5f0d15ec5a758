// Finding settings, by the search, the palette and the list of sections; resetting them; the privacy of links.
import { expect, type Page } from '@playwright/test'
import { sections, settingsTable } from '../../src/renderer/panels/settings/settings-table'
import { expectNoViolations } from '../accessibility'
import { ask } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'
import { openSettings } from '../settings-steps'

const sectionLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link')

/** The marked texts. */
const marks = (page: Page) =>
  page.evaluate(() => {
    const highlight = CSS.highlights.get('settings-search') ?? new Set()
    return [...(highlight as Iterable<Range>)].map((range) => range.toString())
  })

test('by keyboard: the search finds labels, hints and keywords, marks them, and moves to the setting', async ({
  application: { page },
}) => {
  const field = page.getByRole('searchbox', { name: 'Search settings' })
  await openSettings(page, 'Provider')
  await page.keyboard.press('ControlOrMeta+f')
  await expect(field).toBeFocused()
  await page.keyboard.type('cors')
  await expect(page.getByRole('textbox', { name: 'Allowed origins' })).toBeVisible()
  await expect(sectionLinks(page)).toHaveText(['Gateway'])
  await expect(page.getByRole('status').filter({ hasText: /result/i })).toHaveText('1 result')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('kerberos')
  const stack = page.getByRole('switch', { name: 'Use the system network stack' })
  await expect(stack).toBeVisible()
  await expect.poll(() => marks(page)).toContain('Kerberos')
  await expectNoViolations(page, 'Settings with a search')
  await page.keyboard.press('Enter')
  await expect(stack).toBeFocused()

  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('no such setting')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Port' })).toBeVisible()
  expect(await marks(page)).toEqual([])
})

test('every setting opens with the focus on its control, and every control belongs to a setting', async ({
  application,
}) => {
  const { page } = application
  const desktop = await application.desktop()
  // Some settings are only there while spelling is checked.
  const { spelling } = await desktop.settings.read()
  await desktop.settings.update({ spelling: { ...spelling, isOn: true } })
  await desktop.windows.showInMain({ type: 'settings', section: 'about' })
  const panel = page.getByRole('region', { name: 'Settings', exact: true })
  await expect(sectionLinks(page)).toHaveText(Object.values(sections).map(({ title }) => title))
  await expect(page.locator('[aria-current=location]')).toHaveText('About')
  // This application was built without the URL of a feed.
  for (const { id, section, label } of settingsTable.filter((entry) => entry.id !== 'updates')) {
    await desktop.windows.showInMain({ type: 'settings', section, setting: id })
    const focused = () =>
      panel.locator(`#${section}`).evaluate((area, text) => {
        const element = document.activeElement
        if (!area.contains(element) || element?.matches('h2')) return null
        // Its name, or that of the nearest group around it that has the text.
        let group = element
        while (group && group !== area) {
          const texts = [group.getAttribute('aria-label'), group.textContent]
          if (texts.some((each) => each?.includes(text))) return text
          group = group.parentElement
        }
        return element?.outerHTML.slice(0, 200)
      }, label)
    await expect.poll(focused, { message: `${section} ${id}`, intervals: [10, 50] }).toBe(label)
  }

  const collapsed = panel.locator('button[aria-expanded="false"]:not([role="combobox"], [aria-haspopup])')
  while ((await collapsed.count()) > 0) await collapsed.first().click()
  // Those of the section Data have tests of their own.
  const unknown = await panel.evaluate((area) => {
    const controls = 'input, textarea, [role="switch"], [role="combobox"], [role="radiogroup"]'
    return [...area.querySelectorAll<HTMLInputElement>(`section[id] :is(${controls})`)]
      .filter((each) => !each.closest('[data-setting], #data') && !each.hidden)
      .map((each) => each.getAttribute('aria-label') ?? each.labels?.[0]?.textContent ?? each.outerHTML)
  })
  expect(unknown).toEqual([])
})

test('a changed setting shows its default and is reset alone; a section is reset with Undo; a form loses typed text', async ({
  application: { page },
}) => {
  const appearance = await openSettings(page, 'Appearance')
  const option = (name: string) => appearance.getByRole('radio', { name })
  for (const name of ['Compact', 'Reduced']) await option(name).click()
  await expect(appearance.getByText('Changed. Default: Comfortable')).toBeVisible()
  await expectNoViolations(page, 'Appearance with changed settings')
  await appearance.getByRole('button', { name: 'Reset Density' }).click()
  await expect(option('Comfortable')).toBeChecked()
  await expect(option('Reduced')).toBeChecked()
  await expect(appearance.getByRole('button', { name: 'Reset Density' })).toHaveCount(0)

  await option('Dark').click()
  await appearance.getByRole('button', { name: 'Reset all in Appearance' }).click()
  await expect(appearance.getByText(/^Changed/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  for (const name of ['Dark', 'Reduced']) await expect(option(name)).toBeChecked()

  const network = page.getByRole('region', { name: 'Network', exact: true })
  const timeout = network.getByRole('textbox', { name: 'Idle timeout' })
  await timeout.fill('120')
  await network.getByRole('button', { name: 'Save timeouts' }).click()
  await timeout.fill('999')
  await network.getByRole('button', { name: 'Reset Timeouts' }).click()
  await expect(timeout).toHaveValue('300')
})

test('a link opens without a dialog once Ask before opening links is off', async ({ application, model }) => {
  const { page, electron } = application
  model.answers(answerOf({ text: 'See [the page](https://example.com/path).' }))
  await ask(page, 'A link, please.')
  const link = page.getByRole('link', { name: 'the page' })
  await link.click()
  await expect(page.getByRole('dialog', { name: 'Open this link?' })).toBeVisible()
  await page.keyboard.press('Escape')
  const privacy = await openSettings(page, 'Privacy')
  await privacy.getByRole('switch', { name: 'Ask before opening links' }).click()
  await expect(privacy.getByText('Changed. Default: On')).toBeVisible()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const opened = electron.evaluate(
    ({ shell }) =>
      new Promise((resolve) => Object.assign(shell, { openExternal: async (url: string) => resolve(url) })),
  )
  await link.click()
  expect(await opened).toBe('https://example.com/path')
})
