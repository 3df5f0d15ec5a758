// Gives windows a display where the machine has none.
import { Obstacle } from './command.mjs'
import { say } from './say.mjs'
import { startTethered } from './tether.mjs'

const screen = '1920x1200x24'

/** True where a window can only be drawn on a virtual display. */
export function isDisplayMissing() {
  return process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY
}

/**
 * @param {{ alwaysVirtual?: boolean }} [options] tests draw on a virtual display even beside a real one
 * @returns {Promise<{ env: NodeJS.ProcessEnv, close: () => void }>}
 */
export async function openDisplay({ alwaysVirtual = false } = {}) {
  const wanted = isDisplayMissing() || (alwaysVirtual && process.platform === 'linux')
  if (!wanted) return { env: {}, close: () => {} }
  const args = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset']
  const server = await startTethered('Xvfb', args).catch((error) => {
    throw new Obstacle(`No display, and no virtual one either: ${error.message}. Install the package xvfb.`)
  })
  const display = `:${server.readyLine.trim()}`
  if (isDisplayMissing()) say(`No display here: windows open on a virtual one (Xvfb ${display}, ${screen}).`)
  return { env: { DISPLAY: display, WAYLAND_DISPLAY: undefined }, close: server.end }
}
