// Starts the built application in a real Electron, and waits until it is ready.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { _electron, type ElectronApplication, expect, type Page } from '@playwright/test'
import { findElectron } from '../src/dev/electron-runtime.mjs'
import { root } from '../src/dev/paths.mjs'
import { forPlaywright } from '../src/dev/playwright-electron.mjs'
import { isRoot } from '../src/dev/sandbox.mjs'

export interface LaunchOptions {
  userDataFolder: string
  /** The folder for `stdout.log` and `stderr.log`. */
  outputFolder: string
  args: string[]
  env: Record<string, string>
  /** By default, the one for this machine with the built application. */
  executable?: string
}

export interface Launch {
  electron: ElectronApplication
  page: Page
  /** As the application prints it: `http://127.0.0.1:PORT` */
  gatewayUrl: string
  /** As the application prints it: `demo`, … */
  upstream: string
}

const gatewayLine = /^Gateway: (.+)$/m
const upstreamLine = /^Upstream: (.+)$/m

export async function launch(options: LaunchOptions): Promise<Launch> {
  const electron = await start(options)
  try {
    const page = await electron.firstWindow({ timeout: 60_000 })
    return { electron, page, ...(await readAnnouncement(options.outputFolder)) }
  } catch (error) {
    const output = await Promise.all(
      ['stdout.log', 'stderr.log'].map((name) => readFile(join(options.outputFolder, name), 'utf8')),
    )
    electron.process().kill('SIGKILL')
    throw new Error(`The application did not open a window. It printed:\n${output.join('')}`, {
      cause: error,
    })
  }
}

/** Does not wait for the window. */
export async function start({
  userDataFolder,
  outputFolder,
  args,
  env,
  executable,
}: LaunchOptions): Promise<ElectronApplication> {
  await mkdir(outputFolder, { recursive: true })
  const program = forPlaywright(executable ?? (await findElectron()), {
    isPackaged: executable !== undefined,
  })
  return await _electron.launch({
    executablePath: program.executablePath,
    args: [
      root,
      `--user-data-dir=${userDataFolder}`,
      ...(args.some((arg) => arg.startsWith('--gateway-port=')) ? [] : ['--gateway-port=0']),
      '--password-store=gnome-libsecret',
      ...args,
    ],
    env: {
      ...inheritedEnvironment(),
      // Each test has an empty data folder; only the tests of the page remove this.
      GEN_PLAYGROUND_WELCOME: 'off',
      // Nothing listens there: a server that runs on this computer must not change a test.
      GEN_PLAYGROUND_LOCAL_SERVERS: 'ollama=http://127.0.0.1:9/v1',
      ...env,
      ...program.env,
      OUTPUT_FOLDER: outputFolder,
    },
    chromiumSandbox: !isRoot,
    // Playwright's default is light, whatever the application requests.
    colorScheme: null,
  })
}

async function readAnnouncement(outputFolder: string) {
  const read = () => readFile(join(outputFolder, 'stdout.log'), 'utf8')
  const output = expect.poll(read, {
    message: 'what the application prints',
    timeout: 60_000,
    intervals: [20],
  })
  await output.toMatch(gatewayLine)
  await output.toMatch(upstreamLine)
  const text = await read()
  return { gatewayUrl: gatewayLine.exec(text)?.[1] ?? '', upstream: upstreamLine.exec(text)?.[1] ?? '' }
}

function inheritedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
