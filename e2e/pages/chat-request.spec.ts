// Details of an answer: statistics, the request and its code, sources, and rendered content.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { answers, ask, chooseFromMenu, choosePath, finished } from '../chat-steps'
import { test } from '../page-test'
import type { Chunk } from '../scripted-model'

const richText = [
  'A table of two:',
  '| town | heron |\n| --- | --- |\n| Łódź | 7 |',
  '```python\nprint("a line that is long enough to leave the block on its right side, and then some more of it")\n```',
  'And $$\\int_0^1 x^2\\,dx = \\tfrac13$$ at the end.',
].join('\n\n')

const hostile = `<style>.chip{color:blue}</style><div class="container"><a class="chip" href="https://example.com/led-away">herons</a></div>
<script>parent.postMessage('ran', '*'); top.document.title = 'taken'</script>
<img src="x" onerror="top.document.title = 'taken'"><meta http-equiv="refresh" content="0;url=https://example.com/led-away">`

const claim = 'Łódź has herons.'
const grounded: Chunk[] = [
  {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: `${claim} More.` }] },
        finishReason: 'STOP',
        urlContextMetadata: {
          urlMetadata: [
            { retrievedUrl: 'https://example.com/one', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' },
            { retrievedUrl: 'https://example.com/two', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_PAYWALL' },
          ],
        },
        groundingMetadata: {
          webSearchQueries: ['herons in towns'],
          searchEntryPoint: { renderedContent: hostile },
          groundingChunks: [{ web: { uri: 'https://example.com/herons', title: 'Herons of Łódź' } }],
          groundingSupports: [
            {
              segment: { startIndex: 0, endIndex: Buffer.byteLength(claim), text: claim },
              groundingChunkIndices: [0],
            },
          ],
        },
      },
    ],
    usageMetadata: {
      promptTokenCount: 11,
      candidatesTokenCount: 22,
      thoughtsTokenCount: 3,
      totalTokenCount: 36,
    },
    modelVersion: 'scripted-1',
  },
]

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request' })

async function readLocalKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const key = await page.getByRole('textbox', { name: 'Local key' }).inputValue()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  return key
}

test('an answer shows its statistics; its request shows no key, and its code only on demand', async ({
  application,
  model,
}) => {
  const { page } = application
  const localKey = await readLocalKey(page)
  model.answers(grounded)
  await ask(page, 'Where are herons?')
  const stats = finished(page).getByRole('button', { name: /25 tokens/ })
  // Another model than requested is visible at once, the expected end only on demand.
  await expect(stats).toContainText('scripted-1')
  await expect(finished(page)).not.toContainText('STOP')
  await stats.press('Enter')
  const details = page.getByRole('dialog', { name: 'Response details' })
  for (const stat of [
    /Time to first token\d/,
    'Input11 tokens',
    'Output22 tokens',
    'Thoughts3 tokens',
    'Finish reasonSTOP',
    'Model versionscripted-1',
  ])
    await expect(details).toContainText(stat)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(stats).toBeFocused()
  await expect(page.getByText('36 tokens total')).toBeVisible()

  await finished(page).getByRole('button', { name: 'View request' }).click()
  await expect(dialog(page)).toContainText('200 completed')
  await expect(dialog(page).getByRole('textbox', { name: 'Request body' })).toContainText('Where are herons?')
  await expect(dialog(page).getByRole('textbox', { name: 'Response body' })).toContainText('has herons')
  await expect(dialog(page)).toContainText('content-type')
  const timeline = dialog(page).getByRole('slider', { name: 'Stream events over time' })
  await timeline.press('End')
  await expect(timeline).toHaveAttribute('aria-valuetext', /after a .* gap/)
  const shown = await dialog(page).innerHTML()
  for (const key of ['key-of-the-scripted-model', localKey]) expect(shown).not.toContain(key)

  await dialog(page).getByRole('tab', { name: 'Code' }).click()
  const code = dialog(page).getByRole('textbox', { name: 'curl code' })
  await expect(code).toContainText('Where are herons?')
  await expect(code).not.toContainText(localKey)
  await dialog(page).getByRole('switch', { name: 'Include local key' }).click()
  await expect(code).toContainText(localKey)
  await dialog(page).getByRole('radio', { name: 'Python' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Python code' })).toContainText('import')
})

test('visited pages and sources are listed, and the vendor’s HTML can neither run code nor navigate', async ({
  application,
  model,
}) => {
  const { page } = application
  model.answers(grounded)
  await ask(page, 'Where are herons?')
  const sources = page.getByRole('region', { name: 'Sources' })
  const read = sources.getByRole('list', { name: 'URLs read' }).getByRole('listitem')
  await expect(read.first()).toContainText('Read')
  await expect(read.last()).toContainText('Paywall')
  await expect(sources.getByRole('list', { name: 'Sources' })).toContainText('Herons of Łódź')
  await expect(finished(page).locator('.markdown p').first()).toHaveText('Łódź has herons.[1] More.')

  const frame = page.locator('iframe[title="Search suggestions"]')
  await expect(frame).toHaveAttribute('sandbox', '')
  await frame.scrollIntoViewIfNeeded()
  await frame.contentFrame().getByText('herons').click({ force: true })
  expect(page.frames().map((each) => each.url())).toEqual([page.url(), 'about:srcdoc'])
  expect(await page.title()).not.toBe('taken')
  expect(application.electron.windows()).toHaveLength(1)

  await finished(page).getByRole('button', { name: 'Source 1: Herons of Łódź' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('https://example.com/herons')
})

test('code is copied, wrapped and saved, math is rendered, and the plain view shows the received text', async ({
  application,
  model,
}, testInfo) => {
  const { page, electron } = application
  model.answers([
    { candidates: [{ content: { role: 'model', parts: [{ text: richText }] }, finishReason: 'STOP' }] },
  ])
  await ask(page, 'Everything at once')
  await expect(finished(page).getByRole('cell', { name: 'Łódź' })).toBeVisible()
  await expect(finished(page).locator('.katex').first()).toBeVisible()
  const block = finished(page).getByRole('region', { name: 'Code: Python' })
  const isCut = () => block.locator('pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth)
  expect(await isCut()).toBe(true)
  await block.getByRole('button', { name: 'Wrap lines' }).click()
  await expect.poll(isCut).toBe(false)
  await block.getByRole('button', { name: 'Copy code' }).click()
  const clipboard = () => electron.evaluate((main) => main.clipboard.readText())
  await expect.poll(clipboard).toMatch(/^print\("a line .* of it"\)$/)
  const path = testInfo.outputPath('answer.py')
  await choosePath(application, path)
  await block.getByRole('button', { name: 'Save as…' }).click()
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toMatch(/^print\("a line .* of it"\)\n$/)

  await chooseFromMenu(answers(page), 'More actions', 'Show as plain text')
  await expect(answers(page)).toContainText('$$\\int_0^1 x^2')
  await chooseFromMenu(answers(page), 'More actions', 'Show formatted')
  await expect(answers(page).locator('.katex').first()).toBeVisible()
})

test('a stopped answer is continued', async ({ application, model }) => {
  const { page } = application
  model.pauses('The river begins in the', ' never sent')
  model.answers([
    { candidates: [{ content: { role: 'model', parts: [{ text: ' mountains.' }] }, finishReason: 'STOP' }] },
  ])
  await ask(page, 'Tell me of a river')
  await expect(answers(page)).toContainText('The river begins in the')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(finished(page)).toContainText('You stopped this response')
  await finished(page).getByRole('button', { name: 'Continue' }).click()
  await expect(finished(page)).toContainText('The river begins in the mountains.')
  await expect(answers(page)).toHaveCount(1)
  const [partial] = model.requests[1]?.contents.filter(({ role }) => role === 'model') ?? []
  expect(partial?.parts).toEqual([{ text: 'The river begins in the' }])
})
