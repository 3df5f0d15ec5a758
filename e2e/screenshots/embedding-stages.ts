// Screenshots of Embeddings: a set of short texts in five topics, in every view.
import type { Page } from '@playwright/test'
import { openPanel, timeout } from './screenshot-steps'

const topics = {
  baking: [
    'Knead the bread dough until it is smooth, then let the dough rise.',
    'A sourdough starter makes bread rise without any yeast.',
    'Bake the bread in a hot oven until the crust is brown.',
    'Fold butter into the dough to bake flaky croissants.',
    'The oven must be hot before the bread goes in.',
    'Steam in the oven keeps the crust of a bread thin and crisp.',
    'Whole flour makes a heavier dough than white flour.',
    'Dust the flour over the dough, and bake it at once.',
  ],
  astronomy: [
    'The telescope shows the rings of the planet Saturn.',
    'Galaxies are islands of stars, billions of light years away.',
    'A planet in orbit around two stars sees two sunsets.',
    'The telescope in orbit sees galaxies that no eye has seen.',
    'Stars are born in clouds of dust and gas.',
    'The moon is in orbit around our planet, and always shows one face.',
    'Jupiter is the largest planet, with storms and many moons.',
    'Light from distant stars tells what these stars are made of.',
  ],
  football: [
    'The goalkeeper saved the penalty in the last minute of the match.',
    'A long pass found the striker, who scored the winning goal.',
    'The referee gave a penalty after the match had been stopped.',
    'Their striker scored a goal in every match of the season.',
    'The team defended its goal until the referee ended the match.',
    'The coach changed the striker at half time, and the team scored.',
    'Fans of the team sang all through the match.',
    'The goalkeeper threw a long pass to the other side.',
  ],
  gardening: [
    'Water the tomato plants in the morning, close to the soil.',
    'Roses need sun, and a soil that holds water.',
    'Compost makes a poor garden soil rich again.',
    'Plant the seeds in rows, and cover the seeds with soil.',
    'Prune the roses in the garden before spring.',
    'Slugs eat young plants: protect the seeds in your garden.',
    'Bees visit the plants of a garden that is never sprayed.',
    'Tomato seeds want a warm soil to sprout.',
  ],
  music: [
    'The violin plays the melody, and the piano follows.',
    'An orchestra tunes its violins before the concert.',
    'The drummer keeps the rhythm of the song.',
    'A choir sang the melody without an orchestra.',
    'The concert began with a song for piano and violin.',
    'Her song has a slow rhythm and a simple melody.',
    'The guitar player and the drummer changed the rhythm.',
    'The orchestra played the last concert of the year.',
  ],
}
const name = 'Notes of five topics'
const count = Object.values(topics).flat().length
const query = 'How do I get a crisp crust on my bread?'

const withSet = new WeakSet<Page>()
const withDuplicate = new WeakSet<Page>()

/** Shows the table with one row selected. */
export async function showTexts(page: Page) {
  await openSet(page)
  await showView(page, 'Table')
  await page.getByRole('grid', { name: 'Texts' }).getByRole('row').nth(3).click()
  await page.mouse.move(0, 0)
}

/** Shows the UMAP map colored by topic, with one row and its neighbors. */
export async function showMap(page: Page) {
  await openSet(page)
  await showView(page, 'Map')
  await page.getByRole('radio', { name: 'UMAP' }).click()
  await page.getByText(`UMAP of ${count} texts`).waitFor({ timeout })
  await page.getByRole('combobox', { name: 'Color by' }).click()
  await page.getByRole('option', { name: 'topic' }).click()
  const map = page.getByRole('application', { name: `Map of ${count} texts` })
  // Moves to the selected row, or to the first one.
  await map.press('ArrowRight')
  await map.press('Enter')
  // The row's card would cover its neighbors.
  await map.evaluate((stage) => stage.blur())
}

export async function showMatrix(page: Page) {
  await openSet(page)
  await showView(page, 'Matrix')
  await page.getByRole('grid', { name: 'Similarity matrix' }).waitFor()
  await page.mouse.move(0, 0)
}

/** Shows the nearest rows of a typed query. */
export async function showNeighbors(page: Page) {
  await openSet(page)
  await showView(page, 'Neighbors')
  await page.getByRole('radio', { name: 'Custom text' }).click()
  await page.getByRole('textbox', { name: 'Query' }).fill(query)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem').first().waitFor()
  await page.mouse.move(0, 0)
}

export async function showVector(page: Page) {
  await openSet(page)
  await showView(page, 'Vector')
  await page.getByRole('slider', { name: 'Values' }).waitFor()
  await page.mouse.move(0, 0)
}

/** Compares with a duplicate that has shorter vectors. */
export async function showComparedSets(page: Page) {
  await openSet(page)
  if (!withDuplicate.has(page)) await createDuplicate(page)
  withDuplicate.add(page)
  await showView(page, 'Compare')
  await page.getByRole('listbox', { name: 'Rows that changed most' }).waitFor({ timeout })
  await page.mouse.move(0, 0)
}

async function openSet(page: Page) {
  await page.keyboard.press('Escape')
  await openPanel(page, 'Embeddings')
  if (withSet.has(page)) return
  withSet.add(page)
  const lines = Object.entries(topics).flatMap(([topic, texts]) => texts.map((text) => `"${text}",${topic}`))
  await page.getByLabel('File to import').setInputFiles({
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(['text,topic', ...lines].join('\n')),
  })
  await page.getByRole('button', { name: `Import ${count} rows` }).click()
  await page.getByRole('heading', { name }).waitFor()
  await runSet(page)
  await page.getByText(`${count} rows added`).waitFor({ state: 'hidden', timeout })
}

async function createDuplicate(page: Page) {
  await showView(page, 'Compare')
  await page.getByRole('button', { name: 'Duplicate set…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Custom' }).click()
  await dialog.getByRole('textbox', { name: 'Number of dimensions' }).fill('64')
  await dialog.getByRole('button', { name: 'Duplicate set' }).click()
  await page.getByRole('heading', { name: /\(64 dimensions\)$/ }).waitFor()
  await runSet(page)
}

/** Runs the set until every row has its vector. */
async function runSet(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText(`${count} rows · ${count} done`).waitFor({ timeout })
}

async function showView(page: Page, view: string) {
  await page.getByRole('tab', { name: view, exact: true }).click()
}
