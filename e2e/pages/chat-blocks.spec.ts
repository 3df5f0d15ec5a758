// Blocks of an answer: wide tables scroll by themselves, and SVG, HTML and Mermaid code has a preview.
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, chooseFromMenu, choosePath, finished } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'
import { resize } from '../window-size'

const columns = Array.from({ length: 14 }, (_, index) => `Column ${index + 1}`)
const toLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = [
  toLine(columns),
  toLine(columns.map(() => '---')),
  toLine(columns.map((name) => `A sentence about ${name} that is long enough to wrap`)),
  toLine(columns.map(() => 'https://example.com/a/long/path/without/any/space/in/it/0123456789')),
].join('\n')

test('a wide table scrolls by keyboard in its own container, and the page does not', async ({
  application,
  model,
}) => {
  const { page } = application
  model.answers(answerOf({ text: `Everything:\n\n${table}\n\nThat is all.` }))
  await ask(page, 'Compare everything')
  const region = finished(page).getByRole('region', { name: 'Table' })
  for (const size of [
    { width: 900, height: 600, zoom: 1 },
    { width: 1440, height: 900, zoom: 1 },
  ]) {
    await resize(application, size)
    const widths = await region.evaluate((element) => {
      const scrollers: Element[] = []
      for (let up = element.parentElement; up; up = up.parentElement)
        if (up.scrollWidth > up.clientWidth && getComputedStyle(up).overflowX !== 'visible')
          scrollers.push(up)
      return {
        isScrollable: element.scrollWidth > element.clientWidth,
        scrollersAround: scrollers.length,
        narrowestCell: Math.min(...[...element.querySelectorAll('td')].map((cell) => cell.offsetWidth)),
      }
    })
    expect(widths).toMatchObject({ isScrollable: true, scrollersAround: 0 })
    // Not squeezed to a word per line.
    expect(widths.narrowestCell).toBeGreaterThan(200)
    const before = await region.evaluate((element) => element.scrollLeft)
    await region.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(before)
  }
  await expectNoViolations(page, 'a wide table')
})

const svg =
  '<svg viewBox="0 0 20 10" width="400" height="200"><rect width="20" height="10" fill="#3d58d6"/><circle cx="10" cy="5" r="3" fill="#fff"/></svg>'
const html =
  '<style>h1 { color: #b42525 }</style><h1>Invoice 42</h1><p>Due <b>tomorrow</b>.</p><script>document.querySelector("h1").textContent = "ran"</script>'

test('SVG and HTML code is previewed without its scripts; other code has no preview', async ({
  application: { page },
  model,
}) => {
  const blocks = [`\`\`\`svg\n${svg}\n\`\`\``, `\`\`\`html\n${html}\n\`\`\``, '```js\nconst a = 1\n```']
  model.answers(answerOf({ text: blocks.join('\n\n') }))
  await ask(page, 'Draw and write')
  const answer = finished(page)
  const block = (title: string) => answer.getByRole('region', { name: `Code: ${title}`, exact: true })
  await expect(block('SVG').locator('pre')).toContainText('viewBox')
  await expect(block('JavaScript').getByRole('radiogroup')).toHaveCount(0)
  for (const title of ['SVG', 'HTML']) await block(title).getByRole('radio', { name: 'Preview' }).click()
  const drawn = block('SVG').locator('iframe').contentFrame().locator('svg')
  await expect(drawn).toBeVisible()
  expect(await drawn.boundingBox()).toMatchObject({ width: 400, height: 200 })
  const page42 = block('HTML').locator('iframe').contentFrame()
  await expect(page42.getByRole('heading')).toHaveText('Invoice 42')
  await expect(page42.getByRole('heading')).toHaveCSS('color', 'rgb(180, 37, 37)')
  await expectNoViolations(page, 'previews')
  await block('SVG').getByRole('radio', { name: 'Code' }).press('ArrowLeft')
  await block('HTML').getByRole('radio', { name: 'Code' }).click()
  await expect(block('HTML').locator('pre')).toContainText('Invoice 42')
  await expect(block('HTML').locator('iframe')).toHaveCount(0)
})

const flow = 'flowchart LR\n  a[First] --> b{Is it right?}\n  b -- yes --> c[Last]\n  b -- no --> a'
const nested = '1. The parts:\n\n   ```mermaid\n   pie\n     "Half": 1\n     "Other half": 1\n   ```'

test('a Mermaid diagram is drawn once its block is closed, in full size, and exported', async ({
  application,
  model,
}, testInfo) => {
  const { page } = application
  const stream = model.streams()
  await ask(page, 'Draw the flow')
  const blocks = answers(page).last().getByRole('region', { name: 'Code: Mermaid', exact: true })
  const block = blocks.first()
  stream.add(`\`\`\`mermaid\n${flow}\n`)
  await expect(block.locator('pre')).toContainText('b -- no --> a')
  await expect(block.locator('iframe')).toHaveCount(0)
  stream.add('```\n\nThat is the flow.\n\n')
  const drawing = block.locator('iframe').contentFrame().locator('svg')
  await expect(drawing).toContainText('Is it right?')
  await expect(block.locator('pre')).toHaveCount(0)
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
  await expect(block.locator('iframe')).toHaveCount(0)
  await block.scrollIntoViewIfNeeded()
  await expect(drawing).toContainText('Is it right?')
  await page.emulateMedia({ colorScheme: 'dark' })
  const save = async (format: 'SVG' | 'PNG') => {
    const path = testInfo.outputPath(`diagram.${format.toLowerCase()}`)
    await choosePath(application, path)
    await chooseFromMenu(block, 'Export diagram', `Save as ${format}…`)
    await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
    return await readFile(path)
  }
  const svg = (await save('SVG')).toString()
  expect(svg).toMatch(/^<svg [^>]*width="\d/)
  expect(svg).toContain('rgb(22, 23, 26)')
  expect(svg).not.toMatch(/<foreignObject|<script/i)
  const png = await save('PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  // Twice the size of the drawing, for screens with two pixels per CSS pixel.
  expect(png.readUInt32BE(16) / 2).toBeCloseTo(Number(/ width="([\d.]+)"/.exec(svg)?.[1]), 0)
  await chooseFromMenu(block, 'Export diagram', 'Copy as PNG')
  await expect(page.getByText('Diagram copied')).toBeVisible()
  await page.getByRole('textbox', { name: 'Prompt' }).press('ControlOrMeta+v')
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1)

  await block.getByRole('button', { name: 'View full size' }).click()
  const dialog = page.getByRole('dialog', { name: 'Diagram' })
  const enlarged = dialog.locator('iframe')
  await expect(enlarged.contentFrame().locator('svg')).toContainText('Is it right?')
  await expect(dialog.getByLabel('Zoom', { exact: true })).toHaveText('100%')
  const before = await enlarged.boundingBox()
  await page.keyboard.press('+')
  await expect(dialog.getByLabel('Zoom', { exact: true })).toHaveText('125%')
  expect((await enlarged.boundingBox())?.width).toBeGreaterThan(before?.width ?? Number.NaN)
  await expectNoViolations(page, 'a diagram in full size')
  await dialog.getByRole('button', { name: 'Zoom out' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await block.getByRole('radio', { name: 'Preview' }).press('ArrowRight')
  await expect(block.locator('pre')).toContainText('flowchart LR')
  await expect(block.locator('iframe')).toHaveCount(0)
})
