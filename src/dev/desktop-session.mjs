// The desktop that windows need, where the machine has none: a display, and a real keyring in a home folder of its own.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { log, UserError } from './command.mjs'
import { runQuietly, startAttachedServer } from './run.mjs'

/**
 * A display and a keyring.
 * @param {{ alwaysVirtual: boolean }} options
 * @returns {Promise<{ env: NodeJS.ProcessEnv, close: () => Promise<void> }>}
 */
export async function openDesktopSession(options) {
  const display = await openDisplay(options)
  const keyring = await openKeyring()
  const close = async () => {
    await keyring.close()
    display.close()
  }
  return { env: { ...display.env, ...keyring.env }, close }
}

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
  const server = await startAttachedServer('Xvfb', args).catch((error) => {
    throw new UserError(
      `No display found, and Xvfb couldn't start: ${error.message}. Install the xvfb package.`,
    )
  })
  const display = `:${server.readyLine.trim()}`
  if (isDisplayMissing()) log(`No display found. Using a virtual display (Xvfb ${display}, ${screen}).`)
  return { env: { DISPLAY: display, WAYLAND_DISPLAY: undefined }, close: server.end }
}

// The daemon goes to the background before it owns its name; a client in between would start a second, locked one.
const unlock = `printf pw | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null || exit 1
for _ in $(seq 200); do
  dbus-send --session --print-reply --dest=org.freedesktop.DBus / \\
    org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true && exit 0
  sleep 0.05
done
exit 1`

/**
 * Linux only; elsewhere the system's own keyring serves.
 * @returns {Promise<{ env: NodeJS.ProcessEnv, close: () => Promise<void> }>}
 */
export async function openKeyring() {
  if (process.platform !== 'linux') return { env: {}, close: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-home-'))
  const places = await makeHome(folder)
  const bus = await startAttachedServer(
    'dbus-daemon',
    ['--session', '--nofork', '--print-address=3'],
    places,
  ).catch((error) => {
    throw new UserError(`Couldn't start D-Bus: ${error.message}. Install the dbus package.`)
  })
  const env = { ...places, DBUS_SESSION_BUS_ADDRESS: bus.readyLine.trim() }
  const close = async () => {
    bus.end()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const { code, output } = await runQuietly('sh', ['-c', unlock], { env })
  if (code === 0) return { env, close }
  await close()
  throw new UserError(`The keyring did not open; are gnome-keyring and dbus installed?\n${output}`)
}

/** @param {string} folder */
async function makeHome(folder) {
  const home = join(folder, 'home')
  const runtime = join(folder, 'run')
  await mkdir(home)
  await mkdir(runtime, { mode: 0o700 })
  return {
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_CONFIG_HOME: undefined,
    XDG_DATA_HOME: undefined,
    XDG_CACHE_HOME: undefined,
    GNOME_KEYRING_CONTROL: undefined,
  }
}
