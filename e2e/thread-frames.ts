// What the chat's thread shows, frame by frame.
import { expect, type Page } from '@playwright/test'

interface ThreadFrame {
  /** Pixels from the view's lower edge to the end of the thread. */
  gap: number
  /** The blocks of text that are on screen, from above, and where each begins. */
  blocks: [text: string, top: number][]
}

interface ThreadWatch {
  /** All frames from the watch's beginning on, once there are so many. */
  end(atLeast: number): Promise<ThreadFrame[]>
}

/** Frames without a thread do not count. */
export async function watchThread(page: Page): Promise<ThreadWatch> {
  const watch = await page.evaluateHandle(() => {
    const seen = { frames: [] as ThreadFrame[], isOver: false }
    const probe = hideDeep()
    const look = () => {
      const thread = document.querySelector('section[aria-label="Messages"]')
      if (thread) seen.frames.push(readFrame(thread))
      if (!seen.isOver) requestAnimationFrame(plan)
    }
    // The newest observer is told last, after those that still set right what is about to be drawn.
    const plan = () => {
      const observer = new ResizeObserver(() => {
        observer.disconnect()
        look()
      })
      observer.observe(probe)
    }
    requestAnimationFrame(plan)
    return seen

    /** Deeper than all else: what is observed further up would have others told once more. */
    function hideDeep(): Element {
      const hidden = document.createElement('div')
      hidden.style.cssText = 'position: fixed; width: 1px; height: 1px; visibility: hidden'
      document.body.append(hidden)
      let deepest: Element = hidden
      for (let depth = 0; depth < 100; depth += 1) {
        const next = document.createElement('div')
        next.style.height = '1px'
        deepest.append(next)
        deepest = next
      }
      return deepest
    }

    function readFrame(thread: Element): ThreadFrame {
      const view = thread.getBoundingClientRect()
      const blocks = [...thread.querySelectorAll('p, li, pre, td, h1')]
        .map((block) => ({ text: block.textContent ?? '', place: block.getBoundingClientRect() }))
        .filter(({ place }) => place.bottom > view.top && place.top < view.bottom)
        .map(({ text, place }): [string, number] => [text, place.top])
      return { gap: thread.scrollHeight - thread.scrollTop - thread.clientHeight, blocks }
    }
  })
  return {
    end: async (atLeast) => {
      const countFrames = () => watch.evaluate(({ frames }) => frames.length)
      await expect.poll(countFrames, { timeout: 45_000 }).toBeGreaterThanOrEqual(atLeast)
      return watch.evaluate((seen) => {
        seen.isOver = true
        return seen.frames
      })
    },
  }
}

/** What is different among these, each once. */
export function listDistinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
