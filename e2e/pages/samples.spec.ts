// Each sample of each panel, started from the empty panel on the built-in demo, gives a correct result.
import { expect, type Locator, type Page } from '@playwright/test'
import { rows, showView } from '../embeddings-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const openPanel = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()
const samples = (page: Page) => page.getByRole('list', { name: 'Samples' }).getByRole('button')
const startSample = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
const responses = (page: Page) => page.getByRole('article', { name: 'Response', exact: true })

/** The texts of each chat sample's first response, and further checks. */
const chatSamples: Readonly<
  Record<string, [texts: (string | RegExp)[], check?: (response: Locator, page: Page) => Promise<void>]>
> = {
  'Explain something': [['For a child', 'For a physicist', 'Sunlight looks white']],
  'Write code': [['function groupBy<Item, Key>', 'which has no model']],
  'Describe an image': [
    [
      'a PNG of 800 × 500 pixels',
      /light blue \(\d+%\), green \(\d+%\), red \(\d+%\)/,
      'light blue at the top',
    ],
  ],
  'Call a function': [
    ['2 parallel function calls', '"Lisbon"', '"Oslo"'],
    async (response, page) => {
      await response.getByRole('button', { name: 'Send results' }).click()
      await expect(responses(page).last()).toContainText('get_weather for Oslo returned: condition sunny')
    },
  ],
  'Return JSON': [['Matches the schema', '"Mercury"', '"Venus"', '"Earth"', '"Mars"']],
  'Read a web page': [['The demo works offline, so it didn’t fetch www.rfc-editor.org.', 'Couldn’t read']],
  'Compare two models': [
    [],
    async (_, page) => {
      const columns = page.getByRole('region', { name: 'Compared responses' }).getByRole('article')
      await expect(columns).toHaveText([/2 h 7 min/, /2 h 7 min/])
    },
  ],
  'Build a comparison table': [
    ['SQLite', 'PostgreSQL', 'DuckDB'],
    (response) => expect(response.getByRole('table').getByRole('row')).toHaveCount(4),
  ],
}

test('each chat sample is answered correctly', async ({ application: { page } }) => {
  await expect(samples(page)).toHaveCount(Object.keys(chatSamples).length)
  for (const [title, [texts, check]] of Object.entries(chatSamples)) {
    await page.getByRole('button', { name: 'New chat' }).first().click()
    await startSample(page, title)
    for (const text of texts) await expect(responses(page).first(), title).toContainText(text)
    await check?.(responses(page).first(), page)
  }
})

test('each image sample is generated in its size, with what the prompt names', async ({
  application: { page },
}) => {
  await openPanel(page, 'Images')
  for (const [title, count, size, description] of [
    ['Wide landscape', 2, '1376 × 768', 'a sea scene at dusk with a boat'],
    ['Four variations', 4, '1024 × 1024', /hills .*with a house, a tree, and a cat/],
    ['Tall poster in 2K', 1, '1792 × 2400', 'a city scene at night'],
  ] as const) {
    await page.getByRole('button', { name: 'New session' }).first().click()
    await startSample(page, title)
    const variations = page.getByRole('article', { name: /^Variation/ })
    await expect(variations).toHaveCount(count)
    await expect(variations.filter({ hasText: size }).filter({ hasText: description })).toHaveCount(count)
  }
})

test('each video sample plays in its length and shape', async ({ application: { page } }) => {
  await openPanel(page, 'Video')
  const details = page.getByRole('article', { name: 'Video details' })
  for (const [title, seconds, shape] of [
    ['Calm evening', 8, 'wide'],
    ['Vertical, four seconds', 4, 'tall'],
    ['City in the rain', 6, 'wide'],
  ] as const) {
    await startSample(page, title)
    const player = details.locator('video')
    const checkNow = details.getByRole('button', { name: 'Check now' })
    await checkNow.or(player).first().waitFor()
    if (await checkNow.isVisible()) await checkNow.click()
    const facts = () =>
      player.evaluate((video: HTMLVideoElement) => [
        Math.round(video.duration),
        video.videoWidth > video.videoHeight ? 'wide' : 'tall',
      ])
    await expect.poll(facts, title).toEqual([seconds, shape])
    // The samples are shown again when the list is empty.
    await details.getByRole('button', { name: 'Remove from list' }).click()
  }
})

/** The index of the nearest row of each row. */
async function readNearest(page: Page): Promise<number[]> {
  const nearest: string[] = []
  const cells = rows(page).locator('[role="gridcell"], td')
  const texts = await cells.filter({ hasText: /\w{2,} .*\w/ }).allTextContents()
  for (const at of texts.keys()) {
    await showView(page, 'Table')
    await rows(page).nth(at).click()
    const neighbors = await showView(page, 'Neighbors')
    const first = neighbors.getByRole('list', { name: 'Nearest rows' }).getByRole('button').first()
    nearest.push((await first.getAttribute('title')) ?? '')
  }
  return nearest.map((text) => texts.indexOf(text))
}

for (const [title, expected] of [
  // Four about space, three about cooking, and three about music.
  ['Try a sample', [...'sssscccmmm']],
  // Two of each question.
  ['Try similar questions', [...'aabbccdd']],
] as const)
  test(`the embedding sample “${title}”: the nearest row is one of the same topic`, async ({
    application: { page },
  }) => {
    await openPanel(page, 'Embeddings')
    await startSample(page, title)
    const count = expected.length
    const status = page.getByRole('toolbar', { name: 'All rows' }).getByRole('status')
    await expect(status).toHaveText(`${count} rows · ${count} done`)
    expect((await readNearest(page)).map((at) => expected[at])).toEqual(expected)
  })

for (const title of ['Try a sample', 'Try a long pause'])
  test(`the audio sample “${title}” is transcribed, and the demo says that it can’t recognize speech`, async ({
    application: { page },
  }) => {
    await openPanel(page, 'Transcribe')
    await startSample(page, title)
    await expect(page.getByRole('grid', { name: 'Files' })).toContainText(/Done, \d+ words/)
    await page.getByRole('button', { name: /^Open .*\.wav$/ }).click()
    const text = page.getByRole('textbox', { name: 'Transcript text' })
    await expect(text).toContainText('can’t recognize speech')
  })

for (const [name, kind, prompt, result] of [
  ['Start a sample chat', /Chat/, 'Explain how a rainbow forms', 'Sunlight looks white'],
  ['Generate a sample image', /Image/, 'A sailboat on a calm sea', '1376 × 768, requested 16:9'],
] as const)
  test(`an empty Library offers: ${name}; the result appears there, and opens`, async ({
    application: { page },
  }) => {
    await openPanel(page, 'Library')
    await samples(page).filter({ hasText: name }).click()
    const item = page.getByRole('listbox', { name: 'Items' }).getByRole('option')
    await expect(item).toHaveAccessibleName(kind)
    await item.dblclick()
    await expect(page.getByRole('main')).toContainText(prompt)
    await expect(page.getByRole('main')).toContainText(result)
  })

test('an empty log offers requests; the gateway answers them, and the log has the response', async ({
  application: { page },
}) => {
  for (const [name, path, expected] of [
    ['List models', '/v1beta/models', /"name": "models\/gen-2\.5-flash"/],
    ['Generate a response', ':generateContent', /"role": "model"/],
  ] as const) {
    await openPanel(page, 'Gateway')
    await samples(page).filter({ hasText: name }).click()
    const row = page.getByRole('row').filter({ hasText: path })
    await expect(row).toContainText('200')
    await row.click()
    await expect(page.getByText(expected).first()).toBeVisible()
    await page.getByRole('button', { name: 'Clear log…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).click()
  }
})
