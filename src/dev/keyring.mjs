// A real keyring of the desktop for a test run: a D-Bus session and gnome-keyring in a home folder of their own.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Obstacle } from './command.mjs'
import { runQuietly } from './run.mjs'
import { startTethered } from './tether.mjs'

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
  const bus = await startTethered(
    'dbus-daemon',
    ['--session', '--nofork', '--print-address=3'],
    places,
  ).catch((error) => {
    throw new Obstacle(`No D-Bus session: ${error.message}. Install the package dbus.`)
  })
  const env = { ...places, DBUS_SESSION_BUS_ADDRESS: bus.readyLine.trim() }
  const close = async () => {
    bus.end()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const { code, output } = await runQuietly('sh', ['-c', unlock], { env })
  if (code === 0) return { env, close }
  await close()
  throw new Obstacle(`The keyring did not open; are gnome-keyring and dbus installed?\n${output}`)
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
