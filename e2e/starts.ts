// The fixture `starts`: the application in a data folder of its own, whether or not it can start.
import { cp, link, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test as base, type ElectronApplication, type Page } from '@playwright/test'
import { findElectron } from '../src/dev/electron-runtime.mjs'
import { root } from '../src/dev/paths.mjs'
import { start } from './launch'

interface StartOptions {
  args?: string[]
  userDataFolder?: string
}

export interface Starts {
  readonly folder: string
  /** Copies the built application, so that a test can remove or replace files of it. Later starts use the copy. */
  copyApplication(): Promise<string>
  /** Starts the application, and returns its first window's page. */
  open(options?: StartOptions): Promise<Page>
  /** Does not wait for the window. */
  launch(options?: StartOptions): Promise<ElectronApplication>
  readonly electron: ElectronApplication
  /** Waits until the process has ended. */
  close(): Promise<void>
}

export const test = base.extend<{ starts: Starts }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern.
  starts: async ({}, use) => {
    const parent = await mkdtemp(join(tmpdir(), 'start '))
    const folder = join(parent, 'data')
    await mkdir(folder)
    const outputFolder = join(parent, 'output')
    let electron: ElectronApplication | undefined
    let copy: string | undefined
    const launch = async ({ args = [], userDataFolder = folder }: StartOptions = {}) => {
      const executable = copy && join(copy, 'electron')
      electron = await start({ userDataFolder, outputFolder, args, env: {}, executable })
      return electron
    }
    await use({
      folder,
      copyApplication: async () => {
        copy = await copyApplication()
        return join(copy, 'resources', 'app')
      },
      launch,
      open: async (options) => (await launch(options)).firstWindow(),
      get electron() {
        if (!electron) throw new Error('The application is not running.')
        return electron
      },
      close: async () => electron?.close(),
    })
    await electron?.close().catch(() => undefined)
    for (const created of [parent, ...(copy ? [copy] : [])])
      await rm(created, { recursive: true, force: true, maxRetries: 5 })
  },
})

/** The folder of the copy has an executable that runs it. */
async function copyApplication(): Promise<string> {
  const electron = dirname(await findElectron())
  // On the same disk, so that the executable can be linked: it looks for its files beside its real path.
  const folder = await mkdtemp(join(dirname(electron), 'copy of electron '))
  const app = join(folder, 'resources', 'app')
  await mkdir(app, { recursive: true })
  const linkAll = (from: string, to: string, except: readonly string[]) =>
    readdir(from).then((names) =>
      Promise.all(
        names
          .filter((name) => !except.includes(name))
          .map((name) => symlink(join(from, name), join(to, name))),
      ),
    )
  await linkAll(electron, folder, ['resources', 'electron'])
  await linkAll(join(electron, 'resources'), join(folder, 'resources'), ['app'])
  await link(join(electron, 'electron'), join(folder, 'electron'))
  await linkAll(root, app, ['out', 'test-results'])
  await cp(join(root, 'out'), join(app, 'out'), { recursive: true })
  return folder
}
