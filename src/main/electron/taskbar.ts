// The progress of running work on the taskbar, and a badge that counts what has finished in the background.
import { app, BrowserWindow, nativeImage } from 'electron'
import type { RunningWork } from '#workspace/running-work'
import { createProgressSum, toBar } from '../work-progress'
import { listenUntil } from './listen-until'

export interface Taskbar {
  showRunning(running: readonly RunningWork[]): void
  /** Counts finished work until a window has the focus. */
  addUnseen(finished: { readonly isFailed: boolean }): void
}

const isWindows = process.platform === 'win32'

export function createTaskbar(closed: AbortSignal): Taskbar {
  const sum = createProgressSum()
  let running: readonly RunningWork[] = []
  let unseen = 0
  let unseenFailures = 0

  const showProgress = () => {
    const { value, mode } = toBar({
      isRunning: running.length > 0,
      progress: sum(running),
      isFailed: isWindows && unseenFailures > 0,
    })
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(value, { mode })
  }
  const showBadge = () => {
    app.setBadgeCount(unseen)
    if (!isWindows) return
    const overlay = unseen > 0 ? drawDot() : null
    const description = unseen > 0 ? `${unseen} finished` : ''
    for (const window of BrowserWindow.getAllWindows()) window.setOverlayIcon(overlay, description)
  }
  listenUntil(closed, app, 'browser-window-focus', () => {
    if (unseen === 0) return
    unseen = 0
    unseenFailures = 0
    showBadge()
    showProgress()
  })
  return {
    showRunning(list) {
      running = list
      showProgress()
    },
    addUnseen({ isFailed }) {
      unseen += 1
      if (isFailed) unseenFailures += 1
      showBadge()
      showProgress()
    },
  }
}

const dotSize = 16

/** A filled circle. */
function drawDot(): Electron.NativeImage {
  const pixels = Buffer.alloc(dotSize * dotSize * 4)
  const center = (dotSize - 1) / 2
  for (let at = 0; at < dotSize * dotSize; at += 1) {
    const distance = Math.hypot((at % dotSize) - center, Math.floor(at / dotSize) - center)
    // Premultiplied: blue, green, red, opacity.
    if (distance <= center) pixels.set([0xd6, 0x58, 0x3d, 0xff], at * 4)
  }
  return nativeImage.createFromBitmap(pixels, { width: dotSize, height: dotSize })
}
