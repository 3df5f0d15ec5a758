// While a response streams, scrolling up keeps the view still, and returning to the end follows it again.
import { expect, type Locator, type Page } from '@playwright/test'
import { ask, createChat, finished, openChat } from '../chat-steps'
import { test } from '../page-test'
import type { StreamingAnswer } from '../scripted-model'
import { listDistinct, watchThread } from '../thread-frames'

const writeParagraphs = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, index) =>
      `Paragraph ${from + index} of the answer. ${'It goes on. '.repeat(((from + index) % 4) * 12)}\n\n`,
  ).join('')
const poem = Array.from(
  { length: 12 },
  (_, at) => `Stanza ${at} of the poem. ${'It is long. '.repeat(30)}\n\n`,
)

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const paragraph = (page: Page, number: number) =>
  messages(page).getByText(`Paragraph ${number} of the answer.`)
const jump = (page: Page) => page.getByRole('button', { name: 'Jump to latest' })

async function scrollUpTo(page: Page, target: Locator): Promise<void> {
  await messages(page).hover()
  await expect(async () => {
    await page.mouse.wheel(0, -200)
    await expect(target).toBeInViewport({ timeout: 100 })
  }).toPass({ intervals: [50] })
  await expect(jump(page)).toBeVisible()
  // The last scroll step may still be running.
  let before = -1
  await expect(async () => {
    const last = before
    before = await messages(page).evaluate(({ scrollTop }) => scrollTop)
    expect(before).toBe(last)
  }).toPass({ intervals: [200] })
}

/** Adds a few paragraphs at a time, each time waiting for the thread to become longer. */
async function streamParagraphs(page: Page, stream: StreamingAnswer, [start, end]: [number, number]) {
  const readHeight = () => messages(page).evaluate(({ scrollHeight }) => scrollHeight)
  for (let from = start; from < end; from += 5) {
    const before = await readHeight()
    stream.add(writeParagraphs(from, from + 5))
    await expect.poll(readHeight).toBeGreaterThan(before)
  }
}

const cases = [
  {
    subject: 'the start of the same response',
    target: 'Paragraph 2 of',
    comeBack: (page: Page) => jump(page).click(),
  },
  {
    subject: 'an earlier response',
    target: 'Stanza 3 of',
    comeBack: async (page: Page) => {
      await messages(page).focus()
      await expect(async () => {
        await page.keyboard.press('End')
        await expect(jump(page)).toHaveCount(0, { timeout: 500 })
      }).toPass()
    },
  },
]

for (const { subject, target, comeBack } of cases) {
  test(`a streaming response moves nothing while ${subject} is read`, async ({
    application: { page },
    model,
  }) => {
    await createChat(page, 'A poem', ['A poem, please', poem.join('')])
    await openChat(page, 'A poem')
    const stream = model.streams()
    stream.add(writeParagraphs(0, 20))
    await ask(page, 'And a report')
    await expect(paragraph(page, 19)).toBeInViewport()

    await scrollUpTo(page, messages(page).getByText(target))
    const watch = await watchThread(page)
    await streamParagraphs(page, stream, [20, 60])
    const frames = await watch.end(30)
    expect(listDistinct(frames.map(({ blocks }) => blocks))).toHaveLength(1)
    expect(frames.at(-1)?.gap).toBeGreaterThan((frames[0]?.gap ?? 0) + 2_000)
    await comeBack(page)
    await expect(paragraph(page, 59)).toBeInViewport()
    await expect(jump(page)).toHaveCount(0)
    await streamParagraphs(page, stream, [60, 80])
    await expect(paragraph(page, 79)).toBeInViewport()
    await expect(jump(page)).toHaveCount(0)
    stream.end()
    await expect(finished(page)).toContainText('Paragraph 79')
  })
}

/** A part of a report that has kinds of content whose rendered height differs from the estimate. */
const writePart = (number: number) =>
  [
    `## Part ${number}`,
    `Light **bends** as it enters a drop: the angle is $\\theta_${number}$ in all.`,
    '- A drop is a prism.\n- Red leaves at about 42 degrees.',
    `\`\`\`js\nexport function refract(angle) {\n  return Math.asin(angle + ${number})\n}\n\`\`\``,
    '| color | angle |\n| ------ | ----- |\n| red | 42.4 |\n| violet | 40.5 |',
  ].join('\n\n')

test('a response that starts with much text is followed to its end', async ({
  application: { page },
  model,
}) => {
  const stream = model.streams()
  await ask(page, 'A report')
  const parts = Array.from({ length: 60 }, (_, index) => writePart(index)).join('\n\n')
  stream.add(parts.slice(0, 10_000))
  // In small chunks, as models send them: each is rendered, measured and followed before the next.
  for (let at = 10_000; at < 14_000; at += 16) {
    stream.add(parts.slice(at, at + 16))
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  stream.add('\n\n```\n\nThe last word.')
  await expect(messages(page).getByText('The last word.')).toBeInViewport()
  await expect(jump(page)).toHaveCount(0)
  stream.end()
})

test('scrolling the thread needs no repaint by the page', async ({ application: { page } }) => {
  await createChat(page, 'A poem', ['A poem, please', poem.join('')])
  await openChat(page, 'A poem')
  await messages(page).hover()
  const view = await messages(page).boundingBox()
  const session = await page.context().newCDPSession(page)
  await session.send('LayerTree.enable')
  let repaintCount: number | undefined
  session.on('LayerTree.layerTreeDidChange', ({ layers = [] }) => {
    repaintCount = layers
      .flatMap(({ scrollRects = [] }) => scrollRects)
      .filter(({ type }) => type === 'RepaintsOnScroll')
      .filter(({ rect }) => rect.x === view?.x && rect.width === view.width).length
  })
  const countRepaintingLayers = async () => {
    repaintCount = undefined
    await expect
      .poll(async () => {
        // Any painting makes Chromium report the layers.
        await page.mouse.wheel(0, -10)
        return repaintCount
      })
      .toBeDefined()
    return repaintCount
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(countRepaintingLayers).toBe(0)
  }
  // Without its own background, the thread is repainted: proves that the check can fail.
  await messages(page).evaluate((thread) => thread.style.setProperty('background', 'none'))
  await expect.poll(countRepaintingLayers).toBe(1)
})
