// Records the visible part of the chat's thread, frame by frame.
import { expect, type Page } from '@playwright/test'

interface ThreadFrame {
  /** Pixels from the lower edge of the view to the end of the thread. */
  gap: number
  /** The visible blocks of text in order, with their top positions. */
  blocks: [text: string, top: number][]
}

interface ThreadWatch {
  /** Resolves with all frames since the start, once there are at least `minFrames`. */
  end(minFrames: number): Promise<ThreadFrame[]>
}

/** Frames without a thread are not recorded. */
export async function watchThread(page: Page): Promise<ThreadWatch> {
  const watch = await page.evaluateHandle(() => {
    const recording = { frames: [] as ThreadFrame[], isOver: false }
    const probe = addHiddenProbe()
    const recordFrame = () => {
      const thread = document.querySelector('section[aria-label="Messages"]')
      if (thread) recording.frames.push(readFrame(thread))
      if (!recording.isOver) requestAnimationFrame(planFrame)
    }
    // The newest observer runs last, after those that still adjust the layout before it is painted.
    const planFrame = () => {
      const observer = new ResizeObserver(() => {
        observer.disconnect()
        recordFrame()
      })
      observer.observe(probe)
    }
    requestAnimationFrame(planFrame)
    return recording

    /** Must be deeper than all observed elements: the browser handles shallower ones in an earlier pass. */
    function addHiddenProbe(): Element {
      const hidden = document.createElement('div')
      hidden.style.cssText = 'position: fixed; width: 1px; height: 1px; visibility: hidden'
      document.body.append(hidden)
      let innermost: Element = hidden
      for (let depth = 0; depth < 100; depth += 1) {
        const next = document.createElement('div')
        next.style.height = '1px'
        innermost.append(next)
        innermost = next
      }
      return innermost
    }

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
    end: async (minFrames) => {
      const countFrames = () => watch.evaluate(({ frames }) => frames.length)
      await expect.poll(countFrames, { timeout: 45_000 }).toBeGreaterThanOrEqual(minFrames)
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
