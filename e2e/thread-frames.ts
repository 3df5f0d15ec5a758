// Records the visible part of the chat's thread, frame by frame.
import { expect, type Page } from '@playwright/test'

interface ThreadFrame {
  /** Pixels from the lower edge of the view to the end of the thread. */
  gap: number
  /** The visible blocks of text in order, with their top positions. */
  blocks: [text: string, top: number][]
}

/** By then, no estimated size, load or measurement is pending that could move the content. */
const settledFrames = 30

/** `end` resolves with all frames since the start that have a thread, once nothing has changed in many of them. */
export async function watchThread(page: Page): Promise<{ end(): Promise<ThreadFrame[]> }> {
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
export function listDistinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
