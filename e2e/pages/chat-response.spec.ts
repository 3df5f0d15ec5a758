// A response in detail: statistics, thoughts, sources, code blocks and diagrams.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, chooseFromMenu, choosePath, createChat, finished, openChat } from '../chat-steps'
import { test } from '../page-test'
import type { Chunk } from '../scripted-model'

const claim = 'Łódź has herons.'
const segment = { endIndex: Buffer.byteLength(claim), text: claim }
const grounded: Chunk = {
  candidates: [
    {
      content: { role: 'model', parts: [{ text: 'I think so.', thought: true }, { text: `${claim} More.` }] },
      finishReason: 'STOP',
      groundingMetadata: {
        webSearchQueries: ['herons in towns'],
        groundingChunks: [{ web: { uri: 'https://example.com/herons', title: 'Herons of Łódź' } }],
        groundingSupports: [{ segment, groundingChunkIndices: [0] }],
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

test('a response has a title, thoughts, sources and statistics', async ({ application, model }) => {
  const { page, electron } = application
  const desktop = await application.desktop()
  await desktop.settings.update({ chatTitles: true })
  model.title = '“Herons in towns.”'
  model.answers([grounded])
  await ask(page, 'Where are herons?')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Herons in towns')
  const answer = finished(page)
  const thoughts = answer.getByRole('button', { name: /Thought/ })
  await expect(thoughts).toHaveAttribute('aria-expanded', 'false')
  await thoughts.click()
  await expect(answer).toContainText('I think so.')
  await expect(answer.locator('.markdown p', { hasText: 'More.' })).toHaveText('Łódź has herons.[1] More.')
  await expect(page.getByRole('list', { name: 'Sources' })).toContainText('Herons of Łódź')
  await expectNoViolations(page, 'a response with thoughts and sources')
  await answer.getByRole('button', { name: 'Copy response' }).click()
  await expect.poll(() => electron.evaluate((main) => main.clipboard.readText())).toBe(`${claim} More.`)
  await answer.getByRole('button', { name: 'Source 1: Herons of Łódź' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('https://example.com/herons')
  await page.keyboard.press('Escape')

  const stats = answer.getByRole('button', { name: /25 tokens/ })
  // Another model than requested is visible at once.
  await expect(stats).toContainText('scripted-1')
  await stats.press('Enter')
  const details = page.getByRole('dialog', { name: 'Response details' })
  await expect(details).toContainText(/Input11 tokens.*Output22 tokens.*Thoughts3 tokens.*Finish reasonSTOP/s)
  await page.keyboard.press('Escape')
  await expect(stats).toBeFocused()
  await expect(page.getByText('36 tokens total')).toBeVisible()
})

const code = `print("${'a line that leaves the block on its right side, '.repeat(3)}")`
const svg =
  '<svg viewBox="0 0 20 10" width="400" height="200"><rect width="20" height="10" fill="#3d58d6"/></svg>'
const html =
  '<style>h1 { color: #b42525 }</style><h1>Invoice 42</h1><script>document.querySelector("h1").textContent = "ran"</script>'

test('code is copied, wrapped, saved and previewed', async ({ application }, testInfo) => {
  const { page, electron } = application
  const blocks = [`\`\`\`python\n${code}\n\`\`\``, `\`\`\`svg\n${svg}\n\`\`\``, `\`\`\`html\n${html}\n\`\`\``]
  await createChat(page, 'Code', ['Everything at once', [...blocks, 'And $x^2$.'].join('\n\n')])
  await openChat(page, 'Code')
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
  for (const title of ['SVG', 'HTML'])
    await block(page, title).getByRole('radio', { name: 'Preview' }).click()
  const drawn = block(page, 'SVG').locator('iframe').contentFrame().locator('svg')
  await expect(drawn).toBeVisible()
  const heading = block(page, 'HTML').locator('iframe').contentFrame().getByRole('heading')
  await expect(heading).toHaveText('Invoice 42')
  await expect(heading).toHaveCSS('color', 'rgb(180, 37, 37)')
  await expectNoViolations(page, 'previews')
  await block(page, 'HTML').getByRole('radio', { name: 'Code' }).click()
  await expect(block(page, 'HTML').locator('pre')).toContainText('Invoice 42')
  await expect(block(page, 'HTML').locator('iframe')).toHaveCount(0)
  await expect(finished(page).locator('.katex').first()).toBeVisible()
  await chooseFromMenu(answers(page), 'More actions', 'Show as plain text')
  await expect(answers(page)).toContainText('And $x^2$.')
})

const flow = 'flowchart LR\n  a[First] --> b{Is it right?}\n  b -- yes --> c[Last]\n  b -- no --> a'

test('a Mermaid diagram is drawn, enlarged and exported', async ({ application, model }, testInfo) => {
  const { page } = application
  const stream = model.streams()
  await ask(page, 'Draw the flow')
  const first = block(page, 'Mermaid')
  stream.add(`\`\`\`mermaid\n${flow}\n`)
  await expect(first.locator('pre')).toContainText('b -- no --> a')
  await expect(first.locator('iframe')).toHaveCount(0)
  stream.add('```\n\nThat is the flow.\n\n')
  const drawing = first.locator('iframe').contentFrame().locator('svg')
  await expect(drawing).toContainText('Is it right?')
  await expect(first.locator('pre')).toHaveCount(0)

  // Far from the viewport, it has no frame, and with it no process.
  stream.add(Array.from({ length: 80 }, (_, index) => `Paragraph ${index}.`).join('\n\n'))
  stream.end()
  await finished(page).waitFor()
  await page.getByRole('region', { name: 'Messages' }).press('End')
  await expect(page.getByText('Paragraph 79.', { exact: true })).toBeInViewport()
  await expect(first.locator('iframe')).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await first.scrollIntoViewIfNeeded()
  await expect(drawing).toContainText('Is it right?')
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

  await first.getByRole('button', { name: 'View full size' }).click()
  const dialog = page.getByRole('dialog', { name: 'Diagram' })
  await expect(dialog.locator('iframe').contentFrame().locator('svg')).toContainText('Is it right?')
  await page.keyboard.press('+')
  await expect(dialog.getByLabel('Zoom', { exact: true })).toHaveText('125%')
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
