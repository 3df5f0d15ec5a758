// Screenshots of Images and the Library: an image session of three steps, and other items for the Library.
import type { Page } from '@playwright/test'
import { openPanel, waitForAnswer } from './screenshot-steps'

interface Step {
  prompt: string
  ratio?: string
  count?: number
  size?: string
  model?: string
}

const others: Step[] = [
  { prompt: 'A city skyline at night with a full moon, as a poster.', ratio: '3:4' },
  { prompt: 'A hot air balloon over mountains at sunrise.', ratio: '3:2' },
  { prompt: 'A red house by a lake, mountains, in the morning mist.', ratio: '1:1' },
  { prompt: 'A fox in a snowy forest at night under the stars.', ratio: '4:3' },
  { prompt: 'A lighthouse on a cliff above the sea at dusk, with the moon.', ratio: '9:16' },
  {
    prompt: 'A castle on a hill, birds in the sky.',
    ratio: '3:2',
    model: 'Gen 3 Pro Image',
    size: '2K',
  },
]
/** The variation of the first step that is edited. */
const edited = 'Variation 2 of 4'

const withDrawing = new WeakSet<Page>()
const withOthers = new WeakSet<Page>()

async function showDrawing(page: Page) {
  // Closes whatever an earlier screenshot has left open.
  await page.keyboard.press('Escape')
  await openPanel(page, 'Images')
  if (withDrawing.has(page)) return
  withDrawing.add(page)
  await draw(page, {
    prompt: 'A sailing boat on a calm sea at sunset, mountains behind it.',
    ratio: '16:9',
    count: 4,
  })
  await inStep(page, 1, edited).getByRole('button', { name: 'Edit' }).click()
  await draw(page, { prompt: 'Add a lighthouse.', count: 2 })
  await draw(page, { prompt: 'Make it night, and add stars.', count: 2 })
}

/** Shows the two steps that edit. */
export async function showSteps(page: Page) {
  await showDrawing(page)
  await page.getByRole('region', { name: 'Step 2' }).evaluate((step) => {
    step.style.scrollMarginTop = '12px'
    step.scrollIntoView()
  })
}

/** Shows the last step's picture in the viewer. */
export async function showInLarge(page: Page) {
  await showDrawing(page)
  await inStep(page, 3, 'Variation 1').getByRole('button', { name: 'View full size' }).click()
  await page
    .getByText(/pixels$/)
    .first()
    .waitFor()
}

/** Compares the first step's picture with the last step's, with the slider. */
export async function showComparison(page: Page) {
  await showDrawing(page)
  await inStep(page, 1, edited).getByRole('button', { name: 'Compare' }).click()
  await inStep(page, 3, 'Variation 1').getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('slider', { name: 'Divider' }).focus()
}

/** Shows the Library with one picture selected. */
export async function showLibrary(page: Page) {
  await showDrawing(page)
  if (!withOthers.has(page)) await drawOthers(page)
  withOthers.add(page)
  await openPanel(page, 'Library')
  await page.getByRole('checkbox', { name: 'Images', exact: true }).check()
  await page
    .getByRole('option', { name: /castle.*, Image,/ })
    .first()
    .click()
  await showSelection(page)
}

/** The details open only after a double click would have ended. */
async function showSelection(page: Page) {
  await page
    .getByRole('button', { name: /^(Show|Hide) inspector/ })
    .first()
    .waitFor()
  await page.waitForLoadState('networkidle')
}

export async function showLibraryList(page: Page) {
  await showLibrary(page)
  await page.getByRole('radio', { name: 'List' }).click()
  await showSelection(page)
}

/** Generates more pictures, so that the Library looks used. */
async function drawOthers(page: Page) {
  for (const step of others) {
    await page.keyboard.press('ControlOrMeta+n')
    await draw(page, step)
  }
  await openPanel(page, 'Library')
  await tag(page, /(sailing boat|Make it night|on a cliff).*, Image,/, 'sea')
  await tag(page, /(snowy forest|castle|balloon).*, Image,/, 'cards')
}

async function draw(page: Page, { prompt, ratio, count = 1, size, model }: Step) {
  const form = page.getByRole('form', { name: 'New prompt' })
  if (model) await choose(page, 'Model', model)
  if (ratio) await choose(page, 'Aspect ratio', ratio)
  if (size) await choose(page, 'Size', size)
  await choose(page, 'Variations', count === 1 ? '1 image' : `${count} images`)
  await form.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await form.getByRole('button', { name: 'Generate' }).click()
  await waitForAnswer(page)
}

/** Chooses an option of the composer's bar. */
async function choose(page: Page, label: string, option: string) {
  const form = page.getByRole('form', { name: 'New prompt' })
  await form.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

function inStep(page: Page, step: number, variation: string) {
  return page.getByRole('region', { name: `Step ${step}` }).getByRole('article', { name: variation })
}

async function tag(page: Page, titles: RegExp, name: string) {
  const items = page.getByRole('option', { name: titles })
  await items.first().waitFor()
  // The grid moves its items when the selection opens the details, so that indexes change.
  const ids = await items.evaluateAll((all) => all.map((each) => each.getAttribute('data-id')))
  for (const id of ids) await page.locator(`[data-id="${id}"]`).click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('button', { name: 'Tags…' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Add a tag' }).fill(name)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
}
