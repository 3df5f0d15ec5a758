// Provides what windows need if the machine has no desktop: a virtual display, and a real keyring in its own home folder.
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { log, UserError } from './command.mjs'
import { runQuietly, startAttachedServer } from './run.mjs'
import { withFolder } from './temporary-folder.mjs'

/** @typedef {import('./run.mjs').User} User */

/**
 * Opens a display and a keyring.
 * @param {{ alwaysVirtual: boolean, user?: User | undefined }} options `user`: owns both; only root may choose one
 * @returns {Promise<{ env: NodeJS.ProcessEnv, close: () => Promise<void> }>}
 */
export async function openDesktopSession(options) {
  const display = await openDisplay(options)
  const keyring = await openKeyring(options)
  const close = async () => {
    await keyring.close()
    display.close()
  }
  return { env: { ...display.env, ...keyring.env }, close }
}

/** Gives work a folder and a virtual desktop. @template Result @param {(environment: { folder: string, env: NodeJS.ProcessEnv }) => Promise<Result>} work */
export async function withDesktop(work) {
  const session = await openDesktopSession({ alwaysVirtual: true })
  return await withFolder((folder) => work({ folder, env: session.env })).finally(session.close)
}

const screen = '1920x1200x24'

/** Whether windows need a virtual display. */
export function isDisplayMissing() {
  return process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY
}

/**
 * @param {{ alwaysVirtual?: boolean, user?: User | undefined }} [options] tests use a virtual display even if there is a real one
 * @returns {Promise<{ env: NodeJS.ProcessEnv, close: () => void }>}
 */
export async function openDisplay({ alwaysVirtual = false, user } = {}) {
  const isNeeded = isDisplayMissing() || (alwaysVirtual && process.platform === 'linux')
  if (!isNeeded) return { env: {}, close: () => {} }
  const args = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset']
  const server = await startAttachedServer('Xvfb', args, { ...(user && { user }) }).catch((error) => {
    throw new UserError(
      `No display found, and Xvfb couldn't start: ${error.message}. Install the xvfb package.`,
    )
  })
  const display = `:${server.readyLine.trim()}`
  if (isDisplayMissing()) log(`No display found. Using a virtual display (Xvfb ${display}, ${screen}).`)
  return { env: { DISPLAY: display, WAYLAND_DISPLAY: undefined }, close: server.end }
}

// The daemon detaches before it owns its name; a client that connects earlier would start a second, locked one.
const unlock = `printf pw | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null || exit 1
for _ in $(seq 200); do
  dbus-send --session --print-reply --dest=org.freedesktop.DBus / \\
    org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true && exit 0
  sleep 0.05
done
exit 1`

/**
 * Linux only; other systems use their own keyring.
 * @param {{ user?: User | undefined }} [options]
 * @returns {Promise<{ env: NodeJS.ProcessEnv, close: () => Promise<void> }>}
 */
export async function openKeyring({ user } = {}) {
  if (process.platform !== 'linux') return { env: {}, close: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-home-'))
  const folders = await makeHome(folder, user)
  const options = user ? { user, cwd: '/' } : {}
  const args = ['--session', '--nofork', '--print-address=3']
  const bus = await startAttachedServer('dbus-daemon', args, { ...options, env: folders }).catch((error) => {
    throw new UserError(`Couldn't start D-Bus: ${error.message}. Install the dbus package.`)
  })
  const env = { ...folders, DBUS_SESSION_BUS_ADDRESS: bus.readyLine.trim() }
  const close = async () => {
    bus.end()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const { code, output } = await runQuietly('sh', ['-c', unlock], { ...options, env })
  if (code === 0) return { env, close }
  await close()
  throw new UserError(
    `Couldn't unlock the keyring. Check that gnome-keyring and dbus are installed.\n${output}`,
  )
}

/** @param {string} folder @param {User} [user] */
async function makeHome(folder, user) {
  const home = join(folder, 'home')
  const runtime = join(folder, 'run')
  await mkdir(home)
  await mkdir(runtime, { mode: 0o700 })
  if (user) for (const path of [folder, home, runtime]) await chown(path, user.uid, user.gid)
  return {
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_CONFIG_HOME: undefined,
    XDG_DATA_HOME: undefined,
    XDG_CACHE_HOME: undefined,
    GNOME_KEYRING_CONTROL: undefined,
  }
}
