// What journeys through embeddings are made of: filling a set, running it, choosing its settings, opening a view of its vectors.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Application } from './application'
import { chooseFromMenu } from './chat-steps'

export const panel = (page: Page) => page.getByRole('region', { name: 'Embeddings', exact: true })
export const table = (page: Page) => page.getByRole('grid', { name: 'Texts' })
export const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
export const newTexts = (page: Page) => page.getByRole('textbox', { name: 'New texts' })
/** How all rows stand, in a line. */
export const tally = (page: Page) => page.getByRole('toolbar', { name: 'All rows' }).getByRole('status')
export const sets = (page: Page) => page.getByRole('list', { name: 'Embedding sets' })
export const run = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Run', exact: true })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })

/** In three themes, without a word in common between two of them: the demo goes by words. */
export const tenTexts = [
  'The sailing boat leaves the harbour',
  'A boat without a sail drifts past the harbour',
  'Sailing at night, far from any harbour',
  'Knead dough, let bread rise',
  'Bread bakes in an oven until its crust is brown',
  'An oven for bread, hot enough for pizza dough',
  'Galaxies seen by telescope',
  'This telescope shows planets and galaxies',
  'Planets orbit stars in their galaxies',
  'Stars, planets: all under one telescope',
]

const themes = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2]

/**
 * Vectors whose measures are known by hand: 3 at the theme's place, 4 at the text's own. Each is 5 long; within a theme the dot
 * product is 9 and the cosine 0.36, between themes both are 0.
 */
export function toThemedVector(text: string): number[] {
  const place = tenTexts.indexOf(text)
  const vector = new Array<number>(13).fill(0)
  vector[themes[place] ?? 0] = 3
  vector[3 + place] = 4
  return vector
}

/** Of two of the ten. */
export function areOfOneTheme(one: string, other: string): boolean {
  return themes[tenTexts.indexOf(one)] === themes[tenTexts.indexOf(other)]
}

export async function openEmbeddings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Embeddings', exact: true }).click()
  await expect(panel(page)).toBeVisible()
}

/** A new one, open and empty. */
export async function beginSet(page: Page): Promise<void> {
  await openEmbeddings(page)
  await page.getByRole('button', { name: /^Type or paste texts/ }).click()
  await expect(newTexts(page)).toBeFocused()
}

export async function addTexts(page: Page, texts: readonly string[]): Promise<void> {
  const before = await rows(page).count()
  await newTexts(page).fill(texts.join('\n'))
  await page.getByRole('button', { name: texts.length > 1 ? `Add ${texts.length} rows` : 'Add row' }).click()
  await expect(rows(page)).toHaveCount(before + texts.length)
}

/** With these texts, and every row of it done. */
export async function runNewSet(page: Page, texts: readonly string[]): Promise<void> {
  await beginSet(page)
  await addTexts(page, texts)
  await run(page).click()
  await expect(tally(page)).toHaveText(`${texts.length} rows · ${texts.length} done`)
}

/** Tabs of the open set. */
export const views = ['Table', 'Vector', 'Matrix', 'Neighbors', 'Map', 'Compare'] as const

export async function showView(page: Page, name: (typeof views)[number]): Promise<Locator> {
  await page.getByRole('tab', { name, exact: true }).click()
  return page.getByRole('tabpanel', { name, exact: true })
}

/** Where the settings of the open set are. */
export async function openInspector(page: Page): Promise<Locator> {
  const show = page.getByRole('button', { name: 'Show inspector' })
  // Just after the start it opens by itself, once the window has its size.
  await expect(async () => {
    if (await show.isVisible()) await show.click()
    await expect(inspector(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  return inspector(page)
}

/** Of the inspector, or of a dialog. */
export async function chooseTask(place: Locator, name: string): Promise<void> {
  await place.getByRole('combobox', { name: 'Task type' }).click()
  await place.page().getByRole('option', { name, exact: true }).click()
}

/** Any number; blank leaves it to the model. */
export async function writeDimensions(place: Locator, dimensions: string): Promise<void> {
  await place.getByRole('radio', { name: 'Custom' }).click()
  const field = place.getByRole('textbox', { name: 'Number of dimensions' })
  await field.fill(dimensions)
  await field.press('Enter')
}

/** Of the open set. */
export async function actOnSet(page: Page, name: string, action: string | RegExp): Promise<void> {
  await chooseFromMenu(page.getByRole('main').locator('header'), `Actions for “${name}”`, action)
}

/** What was copied last. */
export const readClipboard = ({ electron }: Application) =>
  electron.evaluate(({ clipboard }) => clipboard.readText())
