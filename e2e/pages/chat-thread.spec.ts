// The thread stays still while a response streams or follows it, opens at its end, and is searched, also with 2,000 turns.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { ask, createChat, openChat, promptField, prompts, startNewChat } from '../chat-steps'
import { test } from '../page-test'
import type { StreamingAnswer } from '../scripted-model'

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

const bar = (page: Page) => page.getByRole('search', { name: 'Find in chat' })
const field = (page: Page) => bar(page).getByRole('searchbox', { name: 'Find' })
const status = (page: Page) => bar(page).getByRole('status')

/** The texts that are marked; the mark of the current match is above the others. */
const marked = (page: Page, name = 'find') =>
  page.evaluate(
    (name) =>
      [...(CSS.highlights.get(name) ?? [])].map((range) => (range instanceof Range ? range.toString() : '')),
    name,
  )

/** Whether the current match is within the thread's visible part. */
const isInView = (page: Page) =>
  page.evaluate(() => {
    const [range] = CSS.highlights.get('find-current') ?? []
    const view = document.querySelector('[aria-label="Messages"]')?.getBoundingClientRect()
    if (!(range instanceof Range) || !view) return false
    const { top, bottom } = range.getBoundingClientRect()
    return top >= view.top && bottom <= view.bottom
  })

test('the find bar goes through the matches, also in a collapsed prompt', async ({
  application: { page },
}) => {
  const answer = 'A **grey** heron stands.\n\n- Heron one\n- heron two\n\n```js\nheron()\n```'
  await createChat(page, 'Birds', ['Where is the heron?', answer])
  await openChat(page, 'Birds')
  await promptField(page).press('ControlOrMeta+f')
  await expect(field(page)).toBeFocused()
  await field(page).fill('heron')
  await expect(status(page)).toHaveText('1 of 5')
  expect(await marked(page)).toEqual(['heron', 'heron', 'Heron', 'heron', 'heron'])
  for (const _ of [2, 3]) await page.keyboard.press('Enter')
  await expect(status(page)).toHaveText('3 of 5')
  await expect.poll(() => marked(page, 'find-current')).toEqual(['Heron'])
  for (const _ of [2, 1, 5]) await page.keyboard.press('Shift+Enter')
  await expect(status(page)).toHaveText('5 of 5')
  await field(page).fill('stork')
  await expect(status(page)).toHaveText('No matches')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(promptField(page)).toBeFocused()
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0)

  // A long prompt is collapsed, until it is expanded or searched.
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`)
  await createChat(page, 'Long', [`${lines.join('\n')}\nThe heron is here.`, 'No.'])
  await openChat(page, 'Long')
  const prompt = prompts(page)
  const showAll = prompt.getByRole('button', { name: 'Show all' })
  const showLess = prompt.getByRole('button', { name: 'Show less' })
  await showAll.focus()
  await expectNoViolations(page, 'a collapsed prompt', 'article[aria-label="Your prompt"]')
  await page.keyboard.press('Enter')
  await expect(showLess).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(showAll).toBeFocused()
  await page.keyboard.press('ControlOrMeta+f')
  await field(page).fill('the heron is')
  await expect(showLess).toBeVisible()
  await expect.poll(() => isInView(page)).toBe(true)
})

const unmarked = 'rgba(0, 0, 0, 0)'
const lastParagraph = 'This is the very last paragraph.'
const farUp = 'Where did the heron of Tykocin stand?'
/** 400 paragraphs, of which the 300th is about a bittern. */
const longAnswer = Array.from({ length: 400 }, (_, index) =>
  index === 300 ? 'Here the **bittern** of Tykocin hides.' : `Paragraph ${index} about the river.`,
).join('\n\n')

test('a chat of 2,000 turns opens at its end, and is searched', async ({ application: { page } }) => {
  const title = 'Two thousand turns'
  const texts = { 40: farUp, 401: longAnswer, 1999: `The end.\n\n${lastParagraph}`, length: 2_000 }
  await createChat(page, title, texts)
  const opening = await watchThread(page)
  await openChat(page, title)
  const frames = await opening.end()
  expect(listDistinct(frames.map(({ gap }) => gap))).toEqual([0])
  const firstComplete = frames.findIndex(({ blocks }) => blocks.some(([text]) => text === lastParagraph))
  // The text is rendered within the next few frames, and does not move afterwards.
  expect(firstComplete).toBeGreaterThanOrEqual(0)
  expect(firstComplete).toBeLessThan(30)
  const positions = frames.slice(firstComplete).map(({ blocks }) => new Map(blocks).get(lastParagraph))
  expect(listDistinct(positions)).toEqual([expect.any(Number)])

  await page.keyboard.press('ControlOrMeta+f')
  await field(page).fill('of Tykocin')
  await expect(status(page)).toHaveText('1 of 2')
  await expect(page.getByText('heron of Tykocin')).toBeInViewport()
  await page.keyboard.press('Enter')
  const hiding = page.getByRole('paragraph').filter({ hasText: 'of Tykocin hides.' })
  await expect(hiding).toBeInViewport()
  await expect.poll(() => isInView(page)).toBe(true)
  await startNewChat(page)

  const openResult = async (query: string, name: RegExp) => {
    await page.getByRole('searchbox', { name: 'Search chats' }).fill(query)
    await page.getByRole('list', { name: 'Search results' }).getByRole('button', { name }).click()
  }
  await openResult('tykocin bittern', /bittern/)
  await expect(hiding).toBeInViewport()
  await expect.poll(() => marked(page)).toEqual(['bittern', 'Tykocin'])
  await openResult('"heron of Tykocin" stand', /^You.*heron/)
  const messages = page.getByRole('region', { name: 'Messages' })
  const found = messages.locator('[tabindex="-1"]').filter({ hasText: farUp })
  await expect(found).not.toHaveCSS('background-color', unmarked)
  await expect(found).toBeFocused()
  await expect(found).toBeInViewport({ ratio: 1 })
  const after = await (await watchThread(page)).end()
  expect(listDistinct(after.map(({ blocks }) => new Map(blocks).get(farUp)))).toEqual([expect.any(Number)])
  await expect(found).toHaveCSS('background-color', unmarked)
  expect(await marked(page)).toEqual(['heron of Tykocin', 'stand'])
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(page.getByText(lastParagraph)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)
})

interface ThreadFrame {
  /** Pixels from the lower edge of the view to the end of the thread. */
  gap: number
  /** The visible blocks of text in order, with their top positions. */
  blocks: [text: string, top: number][]
}

/** By then, no estimated size, load or measurement is pending that could move the content. */
const settledFrames = 30

/** `end` resolves with all frames since the start that have a thread, once nothing has changed in many of them. */
async function watchThread(page: Page): Promise<{ end(): Promise<ThreadFrame[]> }> {
  const watch = await page.evaluateHandle(() => {
    const recording = { frames: [] as ThreadFrame[], settled: 0, isOver: false }
    // Deeper than all observed elements: the browser handles shallower ones in an earlier pass.
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.cssText = 'position: fixed; width: 1px; height: 1px; visibility: hidden'
    probe.innerHTML = '<div style="height: 1px">'.repeat(100)
    const deepest = [...probe.querySelectorAll('div')].at(-1) ?? probe
    const recordFrame = () => {
      const thread = document.querySelector('section[aria-label="Messages"]')
      if (thread) {
        const frame = readFrame(thread)
        const isSame = JSON.stringify(frame) === JSON.stringify(recording.frames.at(-1))
        recording.settled = isSame && frame.blocks.length > 0 ? recording.settled + 1 : 0
        recording.frames.push(frame)
      }
      if (!recording.isOver) requestAnimationFrame(planFrame)
    }
    // The newest observer runs last, after those that still adjust the layout before it is painted.
    const planFrame = () => {
      const observer = new ResizeObserver(() => {
        observer.disconnect()
        recordFrame()
      })
      observer.observe(deepest)
    }
    requestAnimationFrame(planFrame)
    return recording

    function readFrame(thread: Element): ThreadFrame {
      const view = thread.getBoundingClientRect()
      const blocks = [...thread.querySelectorAll('p, li, pre, td, h1')]
        .map((block) => ({ text: block.textContent ?? '', rect: block.getBoundingClientRect() }))
        .filter(({ rect }) => rect.bottom > view.top && rect.top < view.bottom)
        .map(({ text, rect }): [string, number] => [text, rect.top])
      return { gap: thread.scrollHeight - thread.scrollTop - thread.clientHeight, blocks }
    }
  })
  return {
    end: async () => {
      const countSettled = () => watch.evaluate(({ settled }) => settled)
      await expect.poll(countSettled, { timeout: 45_000 }).toBeGreaterThanOrEqual(settledFrames)
      return watch.evaluate((recording) => {
        recording.isOver = true
        return recording.frames
      })
    },
  }
}

/** Removes duplicates. */
function listDistinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

test('a chat opens where it was left', async ({ application: { page } }) => {
  const texts = Array.from({ length: 12 }, (_, index) => `Text ${index}. ${'More of it. '.repeat(90)}`)
  await createChat(page, 'Long', texts)
  await createChat(page, 'Short')
  await openChat(page, 'Long')
  await expect(messages(page).getByText('Text 11.')).toBeInViewport()
  // Texts out of view are not rendered.
  await messages(page).evaluate((thread) => thread.scrollTo({ top: 0 }))
  await expect(messages(page).getByText('Text 0.')).toBeInViewport()
  await openChat(page, 'Short')
  await openChat(page, 'Long')
  await expect(messages(page).getByText('Text 0.')).toBeInViewport()
  await expect(jump(page)).toBeVisible()
})
