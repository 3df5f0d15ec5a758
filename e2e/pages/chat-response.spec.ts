// A response in detail: statistics, thoughts, its request and code, sources, tables, code blocks and diagrams.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, chooseFromMenu, choosePath, finished, promptField } from '../chat-steps'
import { test } from '../page-test'
import { answerOf, type Chunk } from '../scripted-model'
import { resize } from '../window-size'

const hostile = `<style>.chip{color:blue}</style><div class="container"><a class="chip" href="https://example.com/led-away">herons</a></div>
<script>parent.postMessage('ran', '*'); top.document.title = 'taken'</script>
<img src="x" onerror="top.document.title = 'taken'"><meta http-equiv="refresh" content="0;url=https://example.com/led-away">`

const claim = 'Łódź has herons.'
const grounded: Chunk = {
  candidates: [
    {
      content: { role: 'model', parts: [{ text: 'I think so.', thought: true }, { text: `${claim} More.` }] },
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
          { segment: { endIndex: Buffer.byteLength(claim), text: claim }, groundingChunkIndices: [0] },
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
}

const block = (page: Page, title: string) =>
  answers(page)
    .last()
    .getByRole('region', { name: `Code: ${title}`, exact: true })

test('a response shows its thoughts, sources, statistics and request', async ({ application, model }) => {
  const { page, electron } = application
  const { key: localKey } = await (await application.desktop()).localKey.read()
  model.answers([grounded])
  await ask(page, 'Where are herons?')
  const answer = finished(page)
  const thoughts = answer.getByRole('button', { name: /Thought/ })
  await expect(thoughts).toHaveAttribute('aria-expanded', 'false')
  await thoughts.click()
  await expect(answer).toContainText('I think so.')
  await expect(answer.locator('.markdown p', { hasText: 'More.' })).toHaveText('Łódź has herons.[1] More.')
  const sources = page.getByRole('region', { name: 'Sources' })
  const read = sources.getByRole('list', { name: 'URLs read' }).getByRole('listitem')
  await expect(read).toHaveText([/Read/, /Paywall/])
  await expect(sources.getByRole('list', { name: 'Sources' })).toContainText('Herons of Łódź')
  await expectNoViolations(page, 'a response with thoughts and sources')
  const frame = page.locator('iframe[title="Search suggestions"]')
  await expect(frame).toHaveAttribute('sandbox', '')
  await frame.scrollIntoViewIfNeeded()
  await frame.contentFrame().getByText('herons').click({ force: true })
  expect(page.frames().map((each) => each.url())).toEqual([page.url(), 'about:srcdoc'])
  expect(await page.title()).not.toBe('taken')
  expect(electron.windows()).toHaveLength(1)
  await answer.getByRole('button', { name: 'Source 1: Herons of Łódź' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('https://example.com/herons')
  await page.keyboard.press('Escape')

  const stats = answer.getByRole('button', { name: /25 tokens/ })
  // Another model than requested is visible at once, the expected end only on demand.
  await expect(stats).toContainText('scripted-1')
  await expect(answer).not.toContainText('STOP')
  await stats.press('Enter')
  const details = page.getByRole('dialog', { name: 'Response details' })
  await expect(details).toContainText(/Time to first token\d/)
  for (const stat of ['Input11 tokens', 'Output22 tokens', 'Thoughts3 tokens', 'Finish reasonSTOP'])
    await expect(details).toContainText(stat)
  await page.keyboard.press('Escape')
  await expect(stats).toBeFocused()
  await expect(page.getByText('36 tokens total')).toBeVisible()

  await answer.getByRole('button', { name: 'View request' }).click()
  const request = page.getByRole('dialog', { name: 'Request' })
  await expect(request).toContainText('200 completed')
  await expect(request.getByRole('textbox', { name: 'Request body' })).toContainText('Where are herons?')
  await expect(request.getByRole('textbox', { name: 'Response body' })).toContainText('has herons')
  await expect(request).toContainText('content-type')
  const timeline = request.getByRole('slider', { name: 'Stream events over time' })
  await timeline.press('End')
  await expect(timeline).toHaveAttribute('aria-valuetext', /after a .* gap/)
  const shown = await request.innerHTML()
  for (const key of ['key-of-the-scripted-model', localKey]) expect(shown).not.toContain(key)
  await expectNoViolations(page, 'a request', '[role=dialog]')
  await request.getByRole('tab', { name: 'Code' }).click()
  const curl = request.getByRole('textbox', { name: 'curl code' })
  await expect(curl).toContainText('Where are herons?')
  await expect(curl).not.toContainText(localKey)
  await request.getByRole('switch', { name: 'Include local key' }).click()
  await expect(curl).toContainText(localKey)
  await request.getByRole('radio', { name: 'Python' }).click()
  await expect(request.getByRole('textbox', { name: 'Python code' })).toContainText('import')
})

const code = `print("${'a line that leaves the block on its right side, '.repeat(3)}")`
const svg =
  '<svg viewBox="0 0 20 10" width="400" height="200"><rect width="20" height="10" fill="#3d58d6"/></svg>'
const html =
  '<style>h1 { color: #b42525 }</style><h1>Invoice 42</h1><script>document.querySelector("h1").textContent = "ran"</script>'

test('code is copied, wrapped, saved, and previewed without scripts', async ({
  application,
  model,
}, testInfo) => {
  const { page, electron } = application
  const text = [
    `\`\`\`python\n${code}\n\`\`\`\n\nAnd $$\\int_0^1 x^2\\,dx$$ at the end.`,
    `\`\`\`svg\n${svg}\n\`\`\``,
    `\`\`\`html\n${html}\n\`\`\``,
  ].join('\n\n')
  model.answers(answerOf({ text }))
  await ask(page, 'Everything at once')
  const python = block(page, 'Python')
  const isCut = () => python.locator('pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth)
  await expect.poll(isCut).toBe(true)
  await python.getByRole('button', { name: 'Wrap lines' }).click()
  await expect.poll(isCut).toBe(false)
  await python.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(() => electron.evaluate((main) => main.clipboard.readText())).toBe(code)
  const path = testInfo.outputPath('answer.py')
  await choosePath(application, path)
  await python.getByRole('button', { name: 'Save as…' }).click()
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toBe(`${code}\n`)
  await expect(python.getByRole('radiogroup')).toHaveCount(0)

  await expect(block(page, 'SVG').locator('pre')).toContainText('viewBox')
  for (const title of ['SVG', 'HTML'])
    await block(page, title).getByRole('radio', { name: 'Preview' }).click()
  const drawn = block(page, 'SVG').locator('iframe').contentFrame().locator('svg')
  await expect.poll(() => drawn.boundingBox()).toMatchObject({ width: 400, height: 200 })
  const heading = block(page, 'HTML').locator('iframe').contentFrame().getByRole('heading')
  await expect(heading).toHaveText('Invoice 42')
  await expect(heading).toHaveCSS('color', 'rgb(180, 37, 37)')
  await expectNoViolations(page, 'previews')
  await block(page, 'HTML').getByRole('radio', { name: 'Code' }).click()
  await expect(block(page, 'HTML').locator('pre')).toContainText('Invoice 42')
  await expect(block(page, 'HTML').locator('iframe')).toHaveCount(0)

  await expect(finished(page).locator('.katex').first()).toBeVisible()
  await chooseFromMenu(answers(page), 'More actions', 'Show as plain text')
  await expect(answers(page)).toContainText('$$\\int_0^1 x^2')
  await chooseFromMenu(answers(page), 'More actions', 'Show formatted')
  await expect(answers(page).locator('.katex').first()).toBeVisible()
})

test('a wide table scrolls by keyboard, and the page does not', async ({ application, model }) => {
  const { page } = application
  const line = `|${' A sentence that is long enough to wrap |'.repeat(14)}\n`
  const table = line + line.replaceAll(/[^|\n]+/g, '---') + line
  model.answers(answerOf({ text: `Everything:\n\n${table}\nThat is all.` }))
  await ask(page, 'Compare everything')
  const region = finished(page).getByRole('region', { name: 'Table' })
  for (const width of [900, 1440]) {
    await resize(application, { width, height: 700, zoom: 1 })
    const measured = await region.evaluate((element) => {
      const around: Element[] = []
      for (let up = element.parentElement; up; up = up.parentElement) around.push(up)
      return {
        isScrollable: element.scrollWidth > element.clientWidth,
        scrollersAround: around.filter(
          (each) => each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX !== 'visible',
        ).length,
        // Not squeezed to a word per line.
        hasWideCells: [...element.querySelectorAll('td')].every((cell) => cell.offsetWidth > 200),
      }
    })
    expect(measured).toEqual({ isScrollable: true, scrollersAround: 0, hasWideCells: true })
    const before = await region.evaluate((element) => element.scrollLeft)
    await region.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(before)
  }
  await expectNoViolations(page, 'a wide table')
})

const flow = 'flowchart LR\n  a[First] --> b{Is it right?}\n  b -- yes --> c[Last]\n  b -- no --> a'
const nested = '1. The parts:\n\n   ```mermaid\n   pie\n     "Half": 1\n     "Other half": 1\n   ```'

test('a Mermaid diagram is drawn, viewed in full size, and exported', async ({
  application,
  model,
}, testInfo) => {
  const { page } = application
  const stream = model.streams()
  await ask(page, 'Draw the flow')
  const blocks = block(page, 'Mermaid')
  const first = blocks.first()
  stream.add(`\`\`\`mermaid\n${flow}\n`)
  await expect(first.locator('pre')).toContainText('b -- no --> a')
  await expect(first.locator('iframe')).toHaveCount(0)
  stream.add('```\n\nThat is the flow.\n\n')
  const drawing = first.locator('iframe').contentFrame().locator('svg')
  await expect(drawing).toContainText('Is it right?')
  await expect(first.locator('pre')).toHaveCount(0)
  await expectNoViolations(page, 'a diagram')
  stream.add(`${nested}\n\n\`\`\`mermaid\n%% Not right\nflowchart LR\n  a --> b\n  b --> ]\n\`\`\`\n`)
  await blocks.nth(1).scrollIntoViewIfNeeded()
  await expect(blocks.nth(1).locator('iframe').contentFrame().locator('svg')).toContainText('Other half')
  await expect(blocks.nth(2)).toContainText('Line 4 of this diagram has a syntax error.')
  await expect(blocks.nth(2).locator('pre')).toContainText('b --> ]')

  // Far from the viewport, it has no frame, and with it no process.
  stream.add(Array.from({ length: 80 }, (_, index) => `Paragraph ${index}.`).join('\n\n'))
  stream.end()
  const jump = page.getByRole('button', { name: 'Jump to latest' })
  await expect(async () => {
    if (await jump.isVisible()) await jump.click()
    await expect(page.getByText('Paragraph 79.', { exact: true })).toBeInViewport({ timeout: 1_000 })
  }).toPass()
  await expect(first.locator('iframe')).toHaveCount(0)
  await first.scrollIntoViewIfNeeded()
  await expect(drawing).toContainText('Is it right?')
  await page.emulateMedia({ colorScheme: 'dark' })
  const save = async (format: 'SVG' | 'PNG') => {
    const path = testInfo.outputPath(`diagram.${format.toLowerCase()}`)
    await choosePath(application, path)
    await chooseFromMenu(first, 'Export diagram', `Save as ${format}…`)
    await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
    return await readFile(path)
  }
  const vector = (await save('SVG')).toString()
  expect(vector).toMatch(/^<svg [^>]*width="\d/)
  expect(vector).toContain('rgb(22, 23, 26)')
  expect(vector).not.toMatch(/<foreignObject|<script/i)
  const png = await save('PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  // Twice the size of the drawing, for screens with two pixels per CSS pixel.
  expect(png.readUInt32BE(16) / 2).toBeCloseTo(Number(/ width="([\d.]+)"/.exec(vector)?.[1]), 0)
  await chooseFromMenu(first, 'Export diagram', 'Copy as PNG')
  await expect(page.getByText('Diagram copied')).toBeVisible()
  await promptField(page).press('ControlOrMeta+v')
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1)

  await first.getByRole('button', { name: 'View full size' }).click()
  const dialog = page.getByRole('dialog', { name: 'Diagram' })
  const enlarged = dialog.locator('iframe')
  await expect(enlarged.contentFrame().locator('svg')).toContainText('Is it right?')
  const before = await enlarged.boundingBox()
  await page.keyboard.press('+')
  await expect(dialog.getByLabel('Zoom', { exact: true })).toHaveText('125%')
  expect((await enlarged.boundingBox())?.width).toBeGreaterThan(before?.width ?? Number.NaN)
  await expectNoViolations(page, 'a diagram in full size')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await first.getByRole('radio', { name: 'Preview' }).focus()
  // A press that ends at once moves only the focus.
  await page.keyboard.down('ArrowRight')
  await expect(first.locator('pre')).toContainText('flowchart LR')
  await page.keyboard.up('ArrowRight')
  await expect(first.locator('iframe')).toHaveCount(0)
})
