// Resizes the application's window, and waits until it has rendered.
import { expect, type Page } from '@playwright/test'
import type { Application } from './application'

interface WindowSize {
  width: number
  height: number
  /** 1 is 100%. */
  zoom: number
}

/** Too narrow for the list of chats beside the thread: at this zoom the page has 640 × 410 pixels. */
export const narrow: WindowSize = { width: 1280, height: 820, zoom: 2 }

export async function resize({ electron, page }: Application, size: WindowSize): Promise<void> {
  await waitForFrames(page)
  await electron.evaluate(({ BrowserWindow }, { width, height, zoom }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setContentSize(width, height)
    window?.webContents.setZoomFactor(zoom)
  }, size)
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width / size.zoom)
  await waitForFrames(page)
}

/** Waits for two frames: a window that is resized before its first frames may ignore keys. */
async function waitForFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}
