// Starts the built application in a real Electron, and waits until it is ready.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { _electron, type ElectronApplication, expect, type Page } from '@playwright/test'
import { findElectron } from '../src/dev/electron-runtime.mjs'
import { root } from '../src/dev/paths.mjs'
import { forPlaywright } from '../src/dev/playwright-electron.mjs'
import { isRoot } from '../src/dev/sandbox.mjs'

export interface RunOptions {
  readonly userDataFolder: string
  /** The folder for `stdout.log` and `stderr.log`. */
  readonly outputFolder: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The application from its opening to its end. */
export interface Run {
  readonly electron: ElectronApplication
  /** The page of the first window. */
  readonly page: Page
  /** `http://127.0.0.1:PORT` */
  readonly gatewayUrl: string
  /** Whether its process also runs other tests. */
  readonly isShared: boolean
  /** Throws if it does not close in time, or leaves something behind. */
  readonly close: () => Promise<void>
}

const gatewayLine = /^Gateway: (.+)$/m
const secondsToClose = 10

/** Starts the application in a process of its own. */
export async function launch(options: RunOptions): Promise<Run> {
  const electron = await start(options)
  try {
    const page = await electron.firstWindow({ timeout: 60_000 })
    const gatewayUrl = await readGatewayUrl(options.outputFolder)
    return { electron, page, gatewayUrl, isShared: false, close: () => quit(electron) }
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

async function quit(electron: ElectronApplication): Promise<void> {
  const process = electron.process()
  let hung = false
  const limit = setTimeout(() => {
    hung = process.kill('SIGKILL')
  }, secondsToClose * 1000)
  // The application may ask before it quits while jobs are running.
  await electron.evaluate(agreeToQuit).catch(() => {})
  await electron.close().finally(() => clearTimeout(limit))
  if (hung) throw new Error(`The application did not close within ${secondsToClose} s.`)
}

/** Runs in the application. */
function agreeToQuit({ dialog }: typeof import('electron')): void {
  dialog.showMessageBox = async (...args: unknown[]) => {
    // The first argument may be a window.
    const { buttons = [] } = args.at(-1) as { buttons?: string[] }
    return { response: buttons.indexOf('Quit'), checkboxChecked: false }
  }
}

/** Does not wait for the window. */
export async function start({
  userDataFolder,
  outputFolder,
  args,
  env,
  executable,
}: RunOptions & Pick<StartOptions, 'executable'>): Promise<ElectronApplication> {
  return await startElectron({
    outputFolder,
    args: [`--user-data-dir=${userDataFolder}`, ...withPort(args)],
    env: { ...defaultEnvironment, ...env },
    executable,
  })
}

/** By default, any free port. */
export function withPort(args: readonly string[]): string[] {
  return args.some((arg) => arg.startsWith('--gateway-port=')) ? [...args] : ['--gateway-port=0', ...args]
}

/** Of every application under test. */
export const defaultEnvironment = {
  // Responses of the demo are complete at once.
  GEN_PLAYGROUND_DEMO_PACE: 'instant',
  // Each test has an empty data folder; only the tests of the page remove this.
  GEN_PLAYGROUND_WELCOME: 'off',
  // Nothing listens there: a server that runs on this computer must not change a test.
  GEN_PLAYGROUND_LOCAL_SERVERS: 'ollama=http://127.0.0.1:9/v1',
}

type StartOptions = Pick<RunOptions, 'outputFolder' | 'args' | 'env'> & {
  /** By default, the one for this machine with the built application. */
  readonly executable?: string | undefined
}

export async function startElectron({ outputFolder, args, env, executable }: StartOptions) {
  await mkdir(outputFolder, { recursive: true })
  const program = forPlaywright(executable ?? (await findElectron()), {
    isPackaged: executable !== undefined,
  })
  return await _electron.launch({
    executablePath: program.executablePath,
    args: [root, '--password-store=gnome-libsecret', ...args],
    // Its type allows no undefined values, which are left out.
    env: { ...(process.env as Record<string, string>), ...env, ...program.env, OUTPUT_FOLDER: outputFolder },
    chromiumSandbox: !isRoot,
    // Playwright's default is light, whatever the application requests.
    colorScheme: null,
  })
}

/** As the application prints it. */
async function readGatewayUrl(outputFolder: string): Promise<string> {
  const read = () => readFile(join(outputFolder, 'stdout.log'), 'utf8')
  await expect.poll(read, { timeout: 60_000, intervals: [20] }).toMatch(gatewayLine)
  return gatewayLine.exec(await read())?.[1] ?? ''
}
