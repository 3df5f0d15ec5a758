// An answer that grows while something else is read: nothing on screen moves, and its end is there to come back to.
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './application'
import { answers, ask, askInANewChat, finished } from './chat-steps'
import { answerOf, type StreamingAnswer } from './scripted-model'
import { listDistinct, watchThread } from './thread-frames'

const write = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, index) =>
      `Paragraph ${from + index} of the answer. ${'It goes on. '.repeat(((from + index) % 4) * 12)}\n\n`,
  ).join('')

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const paragraph = (page: Page, number: number) =>
  messages(page).getByText(`Paragraph ${number} of the answer.`)
const jump = (page: Page) => page.getByRole('button', { name: 'Jump to latest' })

async function scrollUpTo(page: Page, place: Locator): Promise<void> {
  await messages(page).hover()
  await expect(async () => {
    await page.mouse.wheel(0, -200)
    await expect(place).toBeInViewport({ timeout: 100 })
  }).toPass({ intervals: [50] })
  await expect(jump(page)).toBeVisible()
  // The wheel's last step is still under way.
  const readPlace = () => messages(page).evaluate(({ scrollTop }) => scrollTop)
  let before = -1
  await expect(async () => {
    const last = before
    before = await readPlace()
    expect(before).toBe(last)
  }).toPass({ intervals: [200] })
}

/** Some paragraphs a time, each once the thread has grown by those before. */
async function grow(
  page: Page,
  writing: StreamingAnswer,
  numbers: { from: number; to: number },
): Promise<void> {
  for (let from = numbers.from; from < numbers.to; from += 5) {
    const before = await messages(page).evaluate(({ scrollHeight }) => scrollHeight)
    writing.add(write(from, from + 5))
    await expect
      .poll(() => messages(page).evaluate(({ scrollHeight }) => scrollHeight))
      .toBeGreaterThan(before)
  }
}

const readings = [
  {
    name: 'its own beginning',
    first: 'Paragraph 2 of',
    comeBack: (page: Page) => jump(page).click(),
  },
  {
    name: 'an earlier answer',
    first: 'Stanza 3 of',
    comeBack: async (page: Page) => {
      await messages(page).focus()
      await expect(async () => {
        await page.keyboard.press('End')
        await expect(jump(page)).toHaveCount(0, { timeout: 500 })
      }).toPass()
    },
  },
]

for (const { name, first, comeBack } of readings) {
  test(`while ${name} is read, an answer that grows moves nothing, and its end is followed again`, async ({
    application: { page },
    model,
  }) => {
    const poem = Array.from(
      { length: 12 },
      (_, index) => `Stanza ${index} of the poem. ${'It is long. '.repeat(30)}`,
    )
    model.answers(answerOf({ text: poem.join('\n\n') }))
    const writing = model.writes()
    await askInANewChat(page, 'A poem, please')
    await ask(page, 'And a report')
    writing.add(write(0, 20))
    await expect(paragraph(page, 19)).toBeInViewport()

    await scrollUpTo(page, messages(page).getByText(first))
    const watch = await watchThread(page)
    await grow(page, writing, { from: 20, to: 60 })
    const frames = await watch.end(30)
    expect(listDistinct(frames.map(({ blocks }) => blocks))).toHaveLength(1)
    expect(frames.at(-1)?.gap).toBeGreaterThan((frames[0]?.gap ?? 0) + 2_000)
    await comeBack(page)
    await expect(paragraph(page, 59)).toBeInViewport()
    await expect(jump(page)).toHaveCount(0)
    await grow(page, writing, { from: 60, to: 80 })
    await expect(paragraph(page, 79)).toBeInViewport()
    await expect(jump(page)).toHaveCount(0)
    writing.end()
    await expect(finished(page)).toContainText('Paragraph 79')
    await expect(answers(page).last()).toHaveAttribute('aria-busy', 'false')
  })
}

/** A part of a report with all that is drawn in another height than was estimated. */
const writePart = (number: number) =>
  [
    `## Part ${number}`,
    `Light **bends** as it enters a drop: the angle is $\\theta_${number}$ in all.`,
    '- A drop is a prism.\n- Red leaves at about 42 degrees.',
    `\`\`\`js\nexport function refract(angle) {\n  return Math.asin(angle + ${number})\n}\n\`\`\``,
    '| colour | angle |\n| ------ | ----- |\n| red | 42.4 |\n| violet | 40.5 |',
  ].join('\n\n')

test('an answer that begins with much text at once is followed from there on', async ({
  application: { page },
  model,
}) => {
  const writing = model.writes()
  await ask(page, 'A report')
  const parts = Array.from({ length: 60 }, (_, index) => writePart(index)).join('\n\n')
  writing.add(parts.slice(0, 10_000))
  // In small pieces, as models write: each is drawn, measured and followed before the next one is long.
  for (let at = 10_000; at < 14_000; at += 16) {
    writing.add(parts.slice(at, at + 16))
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  writing.add('\n\n```\n\nThe last word.')
  await expect(messages(page).getByText('The last word.')).toBeInViewport()
  await expect(jump(page)).toHaveCount(0)
  writing.end()
})

test('the thread is moved as it was drawn: to scroll in it waits for no drawing of the page', async ({
  application: { page },
  model,
}) => {
  model.answers(answerOf({ text: write(0, 60) }))
  await askInANewChat(page, 'A report')
  const view = await messages(page).boundingBox()
  if (!view) throw new Error('The thread has no place.')
  const session = await page.context().newCDPSession(page)
  await session.send('LayerTree.enable')
  let counted: number | undefined
  session.on('LayerTree.layerTreeDidChange', ({ layers }) => {
    counted = layers
      ?.flatMap(({ scrollRects = [] }) => scrollRects)
      .filter(({ type }) => type === 'RepaintsOnScroll')
      .map(({ rect }) => rect)
      .filter(({ x, width }) => x === view.x && width === view.width).length
  })
  const countDrawnAnew = async () => {
    counted = undefined
    await expect
      .poll(async () => {
        // Whatever is drawn has the layers told.
        await page.mouse.wheel(0, -10)
        return counted
      })
      .toBeDefined()
    return counted
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(countDrawnAnew).toBe(0)
  }
  // Without a ground of its own it would be found.
  await messages(page).evaluate((thread) => thread.style.setProperty('background', 'none'))
  await expect.poll(countDrawnAnew).toBe(1)
})
