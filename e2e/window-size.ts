// Gives the application's window another size, and waits until it has drawn it.
import { expect, type Page } from '@playwright/test'
import type { Application } from './application'

interface WindowSize {
  width: number
  height: number
  /** 1 is 100 %. */
  zoom: number
}

/** Too narrow for conversations beside the chat: at this zoom it has 640 × 410 pixels of its own. */
export const narrow: WindowSize = { width: 1280, height: 820, zoom: 2 }

export async function resize({ electron, page }: Application, size: WindowSize): Promise<void> {
  await draw(page)
  await electron.evaluate(({ BrowserWindow }, { width, height, zoom }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setContentSize(width, height)
    window?.webContents.setZoomFactor(zoom)
  }, size)
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width / size.zoom)
  await draw(page)
}

/** Two frames: a window that is resized before it has drawn its first ones may never answer a key. */
async function draw(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}
