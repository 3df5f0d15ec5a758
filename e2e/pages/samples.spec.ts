// Samples of each panel, started from the empty panel on the built-in demo, give a correct result.
import { expect, type Page } from '@playwright/test'
import { answers, startNewChat } from '../chat-steps'
import { rows, showView, tally } from '../embeddings-steps'
import { test } from '../page-test'

const openPanel = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()
const samples = (page: Page) => page.getByRole('list', { name: 'Samples' }).getByRole('button')
const startSample = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}`) }).click()

/**
 * The texts of the first response to each chat sample that has parameters, a picture or several models. The others are
 * prompts, whose responses `src/demo/text/text.test.ts` checks.
 */
const chatSamples: Readonly<Record<string, (string | RegExp)[]>> = {
  'Describe an image': ['a PNG of 800 × 500 pixels', /light blue \(\d+%\), green \(\d+%\), red \(\d+%\)/],
  'Return JSON': ['Matches the schema', '"Mars"'],
  'Read a web page': ['The demo works offline, so it didn’t fetch www.rfc-editor.org.', 'Couldn’t read'],
  'Call a function': ['2 parallel function calls', '"Lisbon"', '"Oslo"'],
}

test('each chat sample is answered correctly', async ({ application: { page } }) => {
  for (const [title, texts] of Object.entries(chatSamples)) {
    await startNewChat(page)
    await startSample(page, title)
    for (const text of texts) await expect(answers(page).first(), title).toContainText(text)
  }
  await page.getByRole('button', { name: 'Send results' }).click()
  await expect(answers(page).last()).toContainText('get_weather for Oslo returned: condition sunny')
  await startNewChat(page)
  await startSample(page, 'Compare two models')
  const columns = page.getByRole('region', { name: 'Compared responses' }).getByRole('article')
  await expect(columns).toHaveText([/2 h 7 min/, /2 h 7 min/])
})

// Every size and subject: `src/demo/images/images.test.ts`; videos: `src/demo/video/video.test.ts`.
test('samples of images, videos and embeddings start from the empty panel', async ({
  application: { page },
}) => {
  await openPanel(page, 'Images')
  await startSample(page, 'Wide landscape')
  const variations = page.getByRole('article', { name: /^Variation/ })
  await expect(variations.filter({ hasText: '1376 × 768' })).toHaveCount(2)
  await openPanel(page, 'Video')
  await startSample(page, 'Vertical, four seconds')
  await expect(page.getByRole('article', { name: 'Video details' })).toContainText('Snow falls on a forest')
  await openPanel(page, 'Embeddings')
  await startSample(page, 'Try a sample')
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  await rows(page).nth(0).click()
  const neighbors = await showView(page, 'Neighbors')
  const first = neighbors.getByRole('list', { name: 'Nearest rows' }).getByRole('button').first()
  await expect(first).toHaveAttribute('title', /galaxies|planet|moon/)
})

test('an audio sample is transcribed without recognizing speech', async ({ application: { page } }) => {
  await openPanel(page, 'Transcribe')
  await startSample(page, 'Try a long pause')
  await expect(page.getByRole('grid', { name: 'Files' })).toContainText(/Done, \d+ words/)
  await page.getByRole('button', { name: /^Open .*\.wav$/ }).click()
  const text = page.getByRole('textbox', { name: 'Transcript text' })
  await expect(text).toContainText('can’t recognize speech')
})

test('an empty Library and an empty log have samples', async ({ application: { page } }) => {
  await openPanel(page, 'Gateway')
  await samples(page).filter({ hasText: 'Generate a response' }).click()
  const row = page.getByRole('row').filter({ hasText: ':generateContent' })
  await expect(row).toContainText('200')
  await row.click()
  await expect(page.getByText(/"role": "model"/).first()).toBeVisible()

  await openPanel(page, 'Library')
  await samples(page).filter({ hasText: 'Generate a sample image' }).click()
  const item = page.getByRole('listbox', { name: 'Items' }).getByRole('option')
  await expect(item).toHaveAccessibleName(/Image/)
  await item.dblclick()
  await expect(page.getByRole('main')).toContainText('A sailboat on a calm sea')
  await expect(page.getByRole('main')).toContainText('1376 × 768, requested 16:9')
})
