// Records the visible part of the chat's thread, frame by frame.
import { expect, type Page } from '@playwright/test'

interface ThreadFrame {
  /** Pixels from the lower edge of the view to the end of the thread. */
  gap: number
  /** The visible blocks of text in order, with their top positions. */
  blocks: [text: string, top: number][]
}

interface ThreadWatch {
  /** Resolves with all frames since the start, once nothing in the thread has changed for many frames. */
  end(): Promise<ThreadFrame[]>
}

/** By then, no estimated size, load or measurement is pending that could move the content. */
const settledFrames = 30

/** Frames without a thread are not recorded. */
export async function watchThread(page: Page): Promise<ThreadWatch> {
  const watch = await page.evaluateHandle(() => {
    const recording = { frames: [] as ThreadFrame[], lastChange: 0, isOver: false }
    const changes = new MutationObserver((records) => {
      const isInThread = ({ target }: MutationRecord) =>
        (target instanceof Element ? target : target.parentElement)?.closest('[aria-label="Messages"]')
      if (records.some(isInThread)) recording.lastChange = recording.frames.length
    })
    changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    const probe = addHiddenProbe()
    const recordFrame = () => {
      const thread = document.querySelector('section[aria-label="Messages"]')
      if (thread) recording.frames.push(readFrame(thread))
      if (recording.isOver) changes.disconnect()
      else requestAnimationFrame(planFrame)
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
      hidden.innerHTML = '<div style="height: 1px">'.repeat(100)
      return [...hidden.querySelectorAll('div')].at(-1) ?? hidden
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
    end: async () => {
      const countSettled = () => watch.evaluate(({ frames, lastChange }) => frames.length - lastChange)
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
