// Each sample of each panel, started from the empty panel on the built-in demo, gives a correct result.
import { expect, type Locator, type Page } from '@playwright/test'
import { rows, showView } from '../embeddings-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const openPanel = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()
const startSample = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
const responses = (page: Page) => page.getByRole('article', { name: 'Response', exact: true })

/** The checks of each chat sample, by its title; each gets the first response. */
const chatSamples: Readonly<Record<string, (response: Locator, page: Page) => Promise<void>>> = {
  'Explain something': async (response) => {
    await expect(response.getByRole('heading').filter({ hasText: /^For/ })).toHaveText([
      'For a child',
      'For a physicist',
    ])
    await expect(response).toContainText('Sunlight looks white')
    await expect(response.locator('.katex').first()).toBeVisible()
  },
  'Write code': async (response) => {
    await expect(response.locator('pre').first()).toContainText('function groupBy<Item, Key>')
    await expect(response).toContainText('which has no model')
  },
  'Describe an image': async (response) => {
    await expect(response).toContainText('a PNG of 800 × 500 pixels')
    await expect(response).toContainText(/light blue \(\d+%\), green \(\d+%\), red \(\d+%\)/)
    await expect(response).toContainText('light blue at the top')
  },
  'Call a function': async (response, page) => {
    await expect(response).toContainText('2 parallel function calls')
    await expect(response).toContainText('"Lisbon"')
    await expect(response).toContainText('"Oslo"')
    await expect(response).not.toContainText('fahrenheit')
    await response.getByRole('button', { name: 'Send results' }).click()
    await expect(responses(page).last()).toContainText('get_weather for Oslo returned: condition sunny')
  },
  'Return JSON': async (response) => {
    await expect(response).toContainText('Matches the schema')
    const planets = ['Mercury', 'Venus', 'Earth', 'Mars']
    for (const name of planets) await expect(response).toContainText(`"${name}"`)
    await response.getByRole('tab', { name: 'Raw' }).click()
    await expect(response).toContainText(/"Earth",\s*"diameterKilometers": ?12756,\s*"moons": ?1\b/)
  },
  'Read a web page': async (response) => {
    await expect(response).toContainText('The demo works offline, so it didn’t fetch www.rfc-editor.org.')
    await expect(response).toContainText('Couldn’t read')
  },
  'Compare two models': async (_, page) => {
    const columns = page.getByRole('region', { name: 'Compared responses' }).getByRole('article')
    await expect(columns).toHaveCount(2)
    for (const column of await columns.all()) await expect(column).toContainText('2 h 7 min')
  },
  'Build a comparison table': async (response) => {
    const table = response.getByRole('table')
    await expect(table.getByRole('row')).toHaveCount(4)
    for (const name of ['SQLite', 'PostgreSQL', 'DuckDB']) await expect(table).toContainText(name)
  },
}

test('each chat sample is answered correctly', async ({ application }) => {
  const { page } = application
  const cards = page.getByRole('list', { name: 'Samples' }).getByRole('button')
  await expect(cards).toHaveCount(Object.keys(chatSamples).length)
  for (const [title, check] of Object.entries(chatSamples)) {
    await test.step(title, async () => {
      await page.getByRole('button', { name: 'New chat' }).first().click()
      await startSample(page, title)
      await check(responses(page).first(), page)
    })
  }
})

test('each image sample is generated in its size, with what the prompt names', async ({ application }) => {
  const { page } = application
  const variations = page.getByRole('article', { name: /^Variation/ })
  const samples = [
    ['Wide landscape', 2, '1376 × 768', 'a sea scene at dusk with a boat'],
    ['Four variations', 4, '1024 × 1024', /hills .*with a house, a tree, and a cat/],
    ['Tall poster in 2K', 1, '1792 × 2400', 'a city scene at night'],
  ] as const
  await openPanel(page, 'Images')
  for (const [title, count, size, description] of samples) {
    await test.step(title, async () => {
      await page.getByRole('button', { name: 'New session' }).first().click()
      await startSample(page, title)
      await expect(variations).toHaveCount(count)
      for (const variation of await variations.all()) {
        await expect(variation).toContainText(size)
        await expect(variation).toContainText(description)
      }
    })
  }
})

test('each video sample plays in its length and shape', async ({ application }) => {
  const { page } = application
  const samples = [
    ['Calm evening', 8, 'wide'],
    ['Vertical, four seconds', 4, 'tall'],
    ['City in the rain', 6, 'wide'],
  ] as const
  await openPanel(page, 'Video')
  const details = page.getByRole('article', { name: 'Video details' })
  for (const [title, seconds, shape] of samples) {
    await test.step(title, async () => {
      await startSample(page, title)
      const player = details.locator('video')
      const checkNow = details.getByRole('button', { name: 'Check now' })
      await checkNow.or(player).first().waitFor()
      if (await checkNow.isVisible()) await checkNow.click()
      await expect(player).toBeVisible()
      const facts = () =>
        player.evaluate((video: HTMLVideoElement) => [
          Math.round(video.duration),
          video.videoWidth > video.videoHeight ? 'wide' : 'tall',
        ])
      await expect.poll(facts).toEqual([seconds, shape])
      // The samples are shown again when the list is empty.
      await details.getByRole('button', { name: 'Remove from list' }).click()
    })
  }
})

test('the audio sample is transcribed, and the demo says that it can’t recognize speech', async ({
  application,
}) => {
  const { page } = application
  await openPanel(page, 'Transcribe')
  await startSample(page, 'Try a sample')
  const files = page.getByRole('grid', { name: 'Files' })
  await expect(files).toContainText(/Done, \d+ words/)
  await page.getByRole('button', { name: 'Open Five vowels.wav' }).click()
  const text = page.getByRole('textbox', { name: 'Transcript text' })
  await expect(text).toContainText('can’t recognize speech')
})

/** The index of the nearest row of each row. */
async function readNearest(page: Page): Promise<number[]> {
  const nearest: string[] = []
  const texts = await rows(page)
    .locator('[role="gridcell"], td')
    .filter({ hasText: /\w{2,} .*\w/ })
    .allTextContents()
  for (const at of texts.keys()) {
    await showView(page, 'Table')
    await rows(page).nth(at).click()
    const neighbors = await showView(page, 'Neighbors')
    const first = neighbors.getByRole('list', { name: 'Nearest rows' }).getByRole('button').first()
    nearest.push((await first.getAttribute('title')) ?? '')
  }
  return nearest.map((text) => texts.indexOf(text))
}

test('the embedding sample groups its texts by topic', async ({ application }) => {
  const { page } = application
  await openPanel(page, 'Embeddings')
  await startSample(page, 'Try a sample')
  await expect(page.getByRole('toolbar', { name: 'All rows' }).getByRole('status')).toHaveText(
    '10 rows · 10 done',
  )
  // Four about space, three about cooking, and three about music.
  const toTopic = (at: number) => (at < 4 ? 'space' : at < 7 ? 'cooking' : 'music')
  const nearest = await readNearest(page)
  expect(nearest).toHaveLength(10)
  expect(nearest.map(toTopic)).toEqual([...nearest.keys()].map(toTopic))
})

test('the audio sample with a long pause is transcribed', async ({ application }) => {
  const { page } = application
  await openPanel(page, 'Transcribe')
  await startSample(page, 'Try a long pause')
  await expect(page.getByRole('grid', { name: 'Files' })).toContainText(/Done, \d+ words/)
})

test('in the sample of similar questions, the nearest row is the same question', async ({ application }) => {
  const { page } = application
  await openPanel(page, 'Embeddings')
  await startSample(page, 'Try similar questions')
  await expect(page.getByRole('toolbar', { name: 'All rows' }).getByRole('status')).toHaveText(
    '8 rows · 8 done',
  )
  expect(await readNearest(page)).toEqual([1, 0, 3, 2, 5, 4, 7, 6])
})

for (const [name, prompt, kind] of [
  ['Start a sample chat', 'Explain how a rainbow forms', 'Chat'],
  ['Generate a sample image', 'A sailboat on a calm sea at sunset', 'Image'],
] as const) {
  test(`an empty Library offers: ${name}; the result appears there, and opens`, async ({
    application: { page },
  }) => {
    await openPanel(page, 'Library')
    await page.getByRole('list', { name: 'Samples' }).getByRole('button', { name }).click()
    const item = page.getByRole('listbox', { name: 'Items' }).getByRole('option')
    await expect(item).toHaveCount(1)
    await expect(item).toHaveAccessibleName(new RegExp(kind))
    await item.dblclick()
    if (kind === 'Chat') {
      await expect(page.getByRole('article', { name: 'Prompt' })).toContainText(prompt)
      await expect(responses(page)).toContainText('Sunlight looks white')
    } else {
      await expect(page.getByRole('heading', { level: 1 })).toContainText(prompt)
      const variation = page.getByRole('article', { name: /^Variation 1/ })
      await expect(variation).toContainText('1376 × 768, requested 16:9')
      const image = variation.getByRole('img').first()
      const isWide = () =>
        image.evaluate((picture: HTMLImageElement) => picture.naturalWidth > picture.naturalHeight)
      await expect.poll(isWide).toBe(true)
    }
  })
}

for (const [name, path, expected] of [
  ['List models', '/v1beta/models', /"name": "models\/gen-2\.5-flash"/],
  ['Generate a response', ':generateContent', /"role": "model"/],
] as const) {
  test(`an empty log offers: ${name}; the gateway answers it, and the log has the response`, async ({
    application: { page },
  }) => {
    await openPanel(page, 'Gateway')
    await page.getByRole('list', { name: 'Samples' }).getByRole('button', { name }).click()
    const row = page.getByRole('row').filter({ hasText: path })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('200')
    await row.click()
    await expect(page.getByText(expected).first()).toBeVisible()
  })
}
