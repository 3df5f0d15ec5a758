// Embeddings by keyboard alone, in a small window, and for assistive technology.
import { expect, type Page } from '@playwright/test'
import { test } from './application'
import { promptField } from './chat-steps'
import {
  actOnSet,
  addTexts,
  beginSet,
  newTexts,
  openEmbeddings,
  openInspector,
  panel,
  rows,
  run,
  runNewSet,
  showView,
  table,
  tally,
  tenTexts,
  toThemedVector,
  writeDimensions,
} from './embeddings-steps'
import { nameFocused, tabTo } from './keyboard-steps'
import { useTheme } from './settings-steps'
import { expectClean } from './violations'
import { resize } from './window-size'

// axe looks at whole panels, many times over.
test.setTimeout(180_000)

const views = ['Table', 'Vector', 'Matrix', 'Neighbours', 'Map', 'Compare'] as const

/** From wherever the focus is within a view. */
async function goToView(page: Page, from: string, to: string) {
  await tabTo(page, from, 'Shift+Tab')
  for (let count = 0; count < views.length && (await nameFocused(page)) !== to; count += 1)
    await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: to, exact: true })).toHaveAttribute('aria-selected', 'true')
}

test.describe('with the demo', () => {
  test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

  test('texts are written, run and looked into from all sides by keyboard alone', async ({
    application: { page },
  }) => {
    const { keyboard } = page
    await promptField(page).waitFor()
    await keyboard.press('Control+5')
    await expect(panel(page)).toBeVisible()
    await tabTo(page, 'Write textsA new set: type or paste as many as you like, one a line, then run it.')
    await keyboard.press('Enter')
    await expect(newTexts(page)).toBeFocused()
    const [last = '', ...others] = tenTexts.slice(0, 5)
    for (const [at, text] of others.entries()) {
      await keyboard.type(text)
      await keyboard.press('Enter')
      await expect(rows(page)).toHaveCount(at + 1)
      await expect(newTexts(page)).toHaveValue('')
    }
    await keyboard.type(last)
    await keyboard.press('Control+Enter')
    await expect(tally(page)).toHaveText('5 rows · 5 done')

    await tabTo(page, 'Texts', 'Shift+Tab')
    await keyboard.press('ArrowDown')
    await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('Shift+ArrowDown')
    await expect(page.getByRole('toolbar', { name: 'Chosen rows' })).toContainText('2 rows chosen')
    await keyboard.press('Escape')
    await keyboard.press('Enter')
    const editor = page.getByRole('textbox', { name: 'Text', exact: true })
    await expect(editor).toBeFocused()
    await keyboard.type('Something else')
    await keyboard.press('Escape')
    await expect(table(page)).toBeFocused()
    await expect(table(page)).not.toContainText('Something else')
    await keyboard.press('Home')
    await keyboard.press('Delete')
    await expect(rows(page)).toHaveCount(4)
    await keyboard.press('Control+z')
    await expect(rows(page)).toHaveCount(5)

    await goToView(page, 'Table', 'Vector')
    await tabTo(page, 'Values')
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('slider', { name: 'Values' })).toHaveAttribute('aria-valuetext', /^Value 1: /)
    await goToView(page, 'Vector', 'Matrix')
    await tabTo(page, 'Similarity matrix')
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('grid', { name: 'Similarity matrix' }).getByRole('gridcell')).toHaveText(
      /^\d .+ × \d .+: 0\.\d{4}$/,
    )
    await goToView(page, 'Matrix', 'Neighbours')
    await tabTo(page, 'Of a row')
    // As long as a finger holds it: where the focus has come before it is let go, the choice comes along.
    await keyboard.down('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Of a typed text' })).toBeChecked()
    await keyboard.up('ArrowRight')
    await tabTo(page, 'Query')
    await keyboard.type('a boat in the harbour')
    await keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem')).toHaveCount(5)

    await goToView(page, 'Neighbours', 'Map')
    await tabTo(page, 'Map of 5 texts')
    const told = page.getByRole('status', { name: 'Announcements' })
    await keyboard.press('ArrowRight')
    await expect(told).toHaveText(/^Row \d: /)
    const first = await told.textContent()
    await expect(async () => {
      for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp']) await keyboard.press(key)
      expect(await told.textContent()).not.toBe(first)
    }).toPass()
    await keyboard.press(' ')
    await expect(told).toHaveText('1 picked')
    await expect(page.getByRole('region', { name: 'Picked rows' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Picked rows' })).toHaveCount(0)
    await keyboard.press('l')
    await expect(page.getByRole('radio', { name: 'Lasso' })).toBeChecked()
    await goToView(page, 'Map', 'Compare')
    await tabTo(page, 'New twin…')
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'The same texts under other settings' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'New twin…' })).toBeFocused()
  })
})

test('at 900 × 600 everything is in reach, in every view', async ({ application, embedder }) => {
  const { page } = application
  embedder.answer = (call) => call.give(toThemedVector(call.text))
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await openEmbeddings(page)
  await expect(page.getByRole('button', { name: /^Write texts/ })).toBeInViewport()
  await runNewSet(page, tenTexts)
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  await expect(newTexts(page)).toBeInViewport({ ratio: 1 })
  await expect(run(page)).toBeInViewport({ ratio: 1 })
  await expect(table(page)).toBeInViewport()
  const inSight = {
    Table: rows(page).nth(3),
    Vector: page.getByLabel('Facts'),
    Matrix: page.getByRole('grid', { name: 'Similarity matrix' }),
    Neighbours: page.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem').nth(2),
    Map: page.getByRole('application', { name: 'Map of 10 texts' }),
    Compare: page.getByRole('button', { name: 'New twin…' }),
  }
  for (const name of views) {
    await showView(page, name)
    await expect(inSight[name], name).toBeInViewport({ ratio: 0.9 })
    expect(await isTooWide(), name).toBe(false)
  }
  const stage = await (await showView(page, 'Map')).getByRole('application').boundingBox()
  expect(stage?.height).toBeGreaterThan(240)
  await openInspector(page)
  expect(await isTooWide()).toBe(false)
})

for (const theme of ['light', 'dark'] as const) {
  test(`the table in every state is clean for axe, ${theme}`, async ({ application: { page }, embedder }) => {
    await useTheme(page, theme)
    await openEmbeddings(page)
    await openInspector(page)
    await expectClean(page, 'no set is open')
    embedder.answer = (call) => {
      if (call.text === tenTexts[0]) call.refuse(400, 'This text is not allowed here.')
      else if (call.text !== tenTexts[1]) call.give(toThemedVector(call.text))
    }
    await beginSet(page)
    await expectClean(page, 'a set without texts')
    await addTexts(page, tenTexts)
    await run(page).click()
    await expect(page.getByText('9 of 10').last()).toBeVisible()
    await expectClean(page, 'rows that run, are done and have failed')
    await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(tally(page)).toHaveText('10 rows · 8 done · 1 failed · 1 not run')
    await rows(page).nth(1).click()
    await rows(page)
      .nth(3)
      .click({ modifiers: ['Shift'] })
    await expectClean(page, 'rows that are chosen')
    await rows(page).nth(5).dblclick()
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
    await expectClean(page, 'a row that is written')
    await page.keyboard.press('Escape')
    await page
      .getByRole('main')
      .locator('header')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectClean(page, 'what can be done with a set', '[role=menu]')
    await page.keyboard.press('Escape')
    await writeDimensions(await openInspector(page), '12345')
    await expectClean(page, 'dimensions that cannot be')
  })

  test(`every view of vectors is clean for axe, ${theme}`, async ({ application: { page }, embedder }) => {
    await useTheme(page, theme)
    embedder.answer = (call) => call.give(toThemedVector(call.text))
    await runNewSet(page, tenTexts)
    await showView(page, 'Compare')
    await expectClean(page, 'nothing to compare with')
    await page.getByRole('button', { name: 'New twin…' }).click()
    const dialog = page.getByRole('dialog')
    await expectClean(page, 'the settings of a twin', '[role=dialog]')
    await dialog.getByRole('radio', { name: '768' }).click()
    await dialog.getByRole('button', { name: 'Make twin' }).click()
    await expect(tally(page)).toHaveText('10 rows · 10 not run')
    await showView(page, 'Map')
    await expectClean(page, 'a set without vectors')
    await run(page).click()

    const map = page.getByRole('tabpanel', { name: 'Map' })
    await map.getByRole('combobox', { name: 'Colour by' }).click()
    await page.getByRole('option', { name: 'Clusters' }).click()
    await expect(map.getByRole('region', { name: 'Legend' }).getByRole('button').first()).toBeVisible()
    const stage = map.getByRole('application', { name: 'Map of 10 texts' })
    for (const key of ['ArrowRight', 'Enter', ' ']) await stage.press(key)
    await expect(map.getByRole('region', { name: 'Picked rows' })).toBeVisible()
    await map.getByRole('searchbox').fill('boat')
    await expect(map.getByText('2 found')).toBeVisible()
    await expectClean(page, 'a map with clusters, a picked row and a search')
    await map.getByRole('button', { name: 'Map options' }).click()
    await page.getByRole('dialog', { name: 'Map options' }).getByRole('textbox', { name: 'Seed' }).fill('-1')
    await expectClean(page, 'the options of the map', '[role=dialog]')
    await page.keyboard.press('Escape')

    await showView(page, 'Vector')
    await expect(page.getByLabel('Similarity').locator('dd').first()).not.toHaveText('…')
    await expectClean(page, 'a vector that is not of unit length')
    await page.getByRole('button', { name: /^Other row:/ }).click()
    await expectClean(page, 'the rows to choose from', '[role=dialog]')
    await page.keyboard.press('Escape')
    await showView(page, 'Matrix')
    await expect(page.getByRole('grid', { name: 'Similarity matrix' })).toBeVisible()
    await expectClean(page, 'a matrix')
    await showView(page, 'Neighbours')
    await page.getByRole('radio', { name: 'Of a typed text' }).click()
    embedder.answer = (call) => call.refuse(400, 'This text is not allowed here.')
    await page.getByRole('textbox', { name: 'Query' }).fill('Something')
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.getByText(/not allowed here/)).toBeVisible()
    await expectClean(page, 'a query that was refused')
    await page.getByRole('radio', { name: 'Of a row' }).click()
    await expect(page.getByRole('list', { name: 'Nearest rows' })).toBeVisible()
    await expectClean(page, 'neighbours')
    await showView(page, 'Compare')
    await expect(page.getByRole('listbox', { name: 'Most moved rows' })).toBeVisible()
    await expectClean(page, 'a comparison')
    await actOnSet(page, 'Set 1 (SEMANTIC_SIMILARITY, 768)', /^Delete set/)
    await expectClean(page, 'a set that was deleted')
  })
}
