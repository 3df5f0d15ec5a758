// The application under test, in a data folder of its own.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestInfo } from '@playwright/test'
import { type DesktopClient, openDesktopClient } from './desktop-client'
import type { Run } from './launch'

export class Application {
  readonly userDataFolder: string
  readonly #folder: string
  readonly #open: (userDataFolder: string) => Promise<Run>
  #run: Run | undefined

  constructor(folder: string, open: (userDataFolder: string) => Promise<Run>) {
    this.#folder = folder
    this.userDataFolder = join(folder, 'user data')
    this.#open = open
  }

  get electron() {
    return this.#opened.electron
  }

  /** The page of the first window. `relaunch` replaces it. */
  get page() {
    return this.#opened.page
  }

  get gatewayUrl() {
    return this.#opened.gatewayUrl
  }

  /** A client of the desktop contract, for what a test needs but does not prove. Works until the page is reloaded. */
  async desktop(): Promise<DesktopClient['desktop']> {
    return (await openDesktopClient(this.page)).desktop
  }

  async launch(): Promise<void> {
    this.#run = await this.#open(this.userDataFolder)
  }

  /** Closes the application if it is open, and opens it with the same folder. */
  async relaunch(): Promise<void> {
    await this.close()
    await this.launch()
  }

  async close(): Promise<void> {
    const run = this.#run
    this.#run = undefined
    await run?.close()
  }

  /** Waits until the application has quit as a result of this action. */
  async waitUntilQuit(act: () => Promise<unknown>): Promise<void> {
    if (this.#opened.isShared)
      throw new Error('Import `test` from `journey-test`: this test ends the process.')
    const closed = this.electron.waitForEvent('close')
    await act()
    await closed
    this.#run = undefined
  }

  get #opened(): Run {
    if (!this.#run) throw new Error('The application is not running.')
    return this.#run
  }

  /** Everything printed to stdout and stderr, by all processes of this test. */
  async readOutput(): Promise<string> {
    const names = await readdir(this.#folder, { recursive: true })
    const logs = names.filter((name) => /^output-.+\.log$/.test(name)).sort()
    return (await Promise.all(logs.map((name) => readFile(join(this.#folder, name), 'utf8')))).join('')
  }

  /** Attaches the output and a screenshot. No trace: its snapshots can hang older Chromium versions. */
  async attachDiagnostics(testInfo: TestInfo): Promise<void> {
    await testInfo.attach('output.txt', { body: await this.readOutput() })
    const screenshot = await this.page.screenshot({ timeout: 5_000 })
    await testInfo.attach('window.png', { body: screenshot, contentType: 'image/png' })
  }
}
