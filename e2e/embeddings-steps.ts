// Steps of tests in Embeddings: filling a set, running it, choosing its settings, opening a view.
import { expect, type Locator, type Page } from '@playwright/test'
import type { EmbeddingSettings } from '#shared/schemas/embedding-set'
import type { Application } from './application'
import { chooseFromMenu } from './chat-steps'

export const panel = (page: Page) => page.getByRole('region', { name: 'Embeddings', exact: true })
export const table = (page: Page) => page.getByRole('grid', { name: 'Texts' })
export const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
export const newTexts = (page: Page) => page.getByRole('textbox', { name: 'New texts' })
/** The summary of all rows, by their states. */
export const tally = (page: Page) => page.getByRole('toolbar', { name: 'All rows' }).getByRole('status')
export const run = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Run', exact: true })

/** Texts on three themes. */
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

export const themes: readonly string[] = [
  ...Array(3).fill('sea'),
  ...Array(3).fill('food'),
  ...Array(4).fill('space'),
]

/** The ten texts, with their theme as a column. */
export const themedSet = {
  columns: ['theme'],
  rows: tenTexts.map((text, at) => ({ text, cells: [themes[at] ?? ''] })),
}

/**
 * Vectors whose metrics are known: 3 at the index of the theme, 4 at that of the text. Each norm is 5;
 * within a theme the dot product is 9 and the cosine 0.36, between themes both are 0. All other texts have one vector.
 */
export function toThemedVector(text: string): number[] {
  const index = tenTexts.indexOf(text)
  const vector = new Array<number>(13).fill(0)
  vector[['sea', 'food', 'space'].indexOf(themes[index] ?? '')] = 3
  vector[3 + index] = 4
  return vector
}

async function openEmbeddings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Embeddings', exact: true }).click()
  await expect(panel(page)).toBeVisible()
}

/** Starts to type texts of a new set. */
export async function startSet(page: Page): Promise<void> {
  await openEmbeddings(page)
  await page.getByRole('button', { name: /^Type or paste texts/ }).click()
  await expect(newTexts(page)).toBeFocused()
}

interface NewSet {
  readonly name?: string
  readonly settings?: Partial<EmbeddingSettings>
  readonly columns?: string[]
  readonly rows: readonly { text: string; title?: string; cells?: string[] }[]
}

/** Creates a set through the contract, runs it if `runs`, and opens it. */
export async function addSet(
  application: Application,
  { name = 'Set 1', settings, columns = [], rows: newRows }: NewSet,
  runs = true,
): Promise<void> {
  const { page } = application
  const { embeddings } = await application.desktop()
  const model = 'gen-embedding-001'
  const { id } = await embeddings.create({ name, columns, settings: { model, ...settings } })
  await embeddings.insertRows({ id, rows: [...newRows] })
  if (runs) await embeddings.run({ id })
  await openEmbeddings(page)
  // In a narrow window, the list is in a drawer.
  const drawer = page.getByRole('button', { name: 'Sets', exact: true })
  if (await drawer.isVisible()) await drawer.click()
  await page.getByRole('list', { name: 'Embedding sets' }).getByRole('button', { name }).first().click()
  // Rows out of view are not rendered.
  await expect(tally(page)).toContainText(`${newRows.length} row`)
  if (runs) await expect(tally(page)).toContainText(`${newRows.length} done`)
}

type View = 'Table' | 'Vector' | 'Matrix' | 'Neighbors' | 'Map' | 'Compare'

export async function showView(page: Page, name: View): Promise<Locator> {
  await page.getByRole('tab', { name, exact: true }).click()
  return page.getByRole('tabpanel', { name, exact: true })
}

/** Works in the inspector, or in a dialog. */
export async function writeDimensions(container: Locator, dimensions: string): Promise<void> {
  await container.getByRole('radio', { name: 'Custom' }).click()
  const field = container.getByRole('textbox', { name: 'Number of dimensions' })
  await field.fill(dimensions)
  await field.press('Enter')
}

/** Chooses an action from the menu of the open set. */
export async function actOnSet(page: Page, name: string, action: string | RegExp): Promise<void> {
  await chooseFromMenu(page.getByRole('main').locator('header'), `Actions for “${name}”`, action)
}

/** The text in the clipboard. */
export const readClipboard = ({ electron }: Application) =>
  electron.evaluate(({ clipboard }) => clipboard.readText())
