// While a response streams, scrolling up keeps the view still, and returning to the end follows it again.
import { expect, type Locator, type Page } from '@playwright/test'
import { ask, createChat, openChat } from '../chat-steps'
import { test } from '../page-test'
import type { StreamingAnswer } from '../scripted-model'
import { listDistinct, watchThread } from '../thread-frames'

const writeParagraphs = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, index) =>
      `Paragraph ${from + index} of the answer. ${'It goes on. '.repeat(((from + index) % 4) * 12)}\n\n`,
  ).join('')
const poem = Array.from({ length: 12 }, (_, at) => `Stanza ${at}. ${'It is long. '.repeat(30)}\n\n`)

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const jump = (page: Page) => page.getByRole('button', { name: 'Jump to latest' })

async function scrollUpTo(page: Page, target: Locator): Promise<void> {
  await messages(page).hover()
  await expect(async () => {
    await page.mouse.wheel(0, -400)
    await expect(target).toBeInViewport({ timeout: 100 })
  }).toPass({ intervals: [50] })
  await expect(jump(page)).toBeVisible()
}

async function expectFollowed(page: Page, text: string): Promise<void> {
  await expect(messages(page).getByText(text)).toBeInViewport()
  await expect(jump(page)).toHaveCount(0)
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

test('a streaming response moves nothing that is read above', async ({ application: { page }, model }) => {
  await createChat(page, 'A poem', ['A poem, please', poem.join('')])
  await openChat(page, 'A poem')
  const stream = model.streams()
  stream.add(writeParagraphs(0, 20))
  await ask(page, 'And a report')
  await expectFollowed(page, 'Paragraph 19 of the answer.')
  const expectStill = async (target: string, paragraphs: [number, number]) => {
    await scrollUpTo(page, messages(page).getByText(target))
    // The last scroll step may still be running.
    await (await watchThread(page)).end()
    const watch = await watchThread(page)
    await streamParagraphs(page, stream, paragraphs)
    const frames = await watch.end()
    expect(listDistinct(frames.map(({ blocks }) => blocks))).toHaveLength(1)
    expect(frames.at(-1)?.gap).toBeGreaterThan((frames[0]?.gap ?? 0) + 1_000)
  }
  await expectStill('Paragraph 2 of', [20, 35])
  await jump(page).click()
  await expectFollowed(page, 'Paragraph 34 of the answer.')
  await expectStill('Stanza 9.', [35, 50])
  await expect(async () => {
    await messages(page).press('End')
    await expect(jump(page)).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await streamParagraphs(page, stream, [50, 55])
  await expectFollowed(page, 'Paragraph 54 of the answer.')
  stream.end()
})

/** A part of a report that has kinds of content whose rendered height differs from the estimate. */
const writePart = (number: number) =>
  [
    `## Part ${number}`,
    `Light **bends** as it enters a drop: the angle is $\\theta_${number}$ in all.`,
    '- A drop is a prism.\n- Red leaves at about 42 degrees.',
    `\`\`\`js\nexport function refract(angle) {\n  return Math.asin(angle + ${number})\n}\n\`\`\``,
    '| color | angle |\n| ------ | ----- |\n| red | 42.4 |\n| violet | 40.5 |',
  ].join('\n\n')

test('a response that starts with much text is followed', async ({ application: { page }, model }) => {
  const stream = model.streams()
  await ask(page, 'A report')
  const parts = Array.from({ length: 60 }, (_, index) => writePart(index)).join('\n\n')
  stream.add(parts.slice(0, 10_000))
  // In small chunks, as models send them: each is rendered, measured and followed before the next.
  for (let at = 10_000; at < 10_800; at += 16) {
    stream.add(parts.slice(at, at + 16))
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  stream.add('\n\n```\n\nThe last word.')
  await expectFollowed(page, 'The last word.')
  stream.end()
})
