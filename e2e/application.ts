// The fixture `application`, the built app with a user-data folder per test, and its scripted upstreams.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type TestInfo } from '@playwright/test'
import { type Launch, launch } from './launch'
import { openScriptedEmbeddingService, type ScriptedEmbeddingService } from './scripted-embedding-service'
import { openScriptedImageModel, type ScriptedImageModel } from './scripted-image-model'
import { openScriptedModel, type ScriptedModel } from './scripted-model'
import {
  openScriptedTranscriptionService,
  type ScriptedTranscriptionService,
} from './scripted-transcription-service'
import { openScriptedVideoService, type ScriptedVideoService } from './scripted-video-service'

export interface Options {
  /** Added to the application's command line, by `test.use`. */
  launchArguments: string[]
  /** Added to the application's environment, by `test.use`. */
  launchEnvironment: Record<string, string>
}

const secondsToClose = 10

export class Application {
  readonly userDataFolder: string
  readonly #folder: string
  readonly #options: Options
  #launches = 0
  #current: Launch | undefined

  constructor(folder: string, options: Options) {
    this.#folder = folder
    this.#options = options
    this.userDataFolder = join(folder, 'user data')
  }

  get electron() {
    return this.#running.electron
  }

  /** The page of the first window. `relaunch` replaces it. */
  get page() {
    return this.#running.page
  }

  get gatewayUrl() {
    return this.#running.gatewayUrl
  }

  get upstream() {
    return this.#running.upstream
  }

  async launch(): Promise<void> {
    this.#launches += 1
    this.#current = await launch({
      userDataFolder: this.userDataFolder,
      outputFolder: join(this.#folder, `output-${this.#launches}`),
      args: this.#options.launchArguments,
      env: this.#options.launchEnvironment,
    })
  }

  /** Closes the application if it is running, and starts it with the same folder. */
  async relaunch(): Promise<void> {
    await this.close()
    await this.launch()
  }

  /** Quits the application. Throws if it does not close in time. */
  async close(): Promise<void> {
    const current = this.#current
    if (!current) return
    this.#current = undefined
    const process = current.electron.process()
    let hung = false
    const limit = setTimeout(() => {
      hung = process.kill('SIGKILL')
    }, secondsToClose * 1000)
    // The application may ask before it quits while jobs are running.
    await current.electron.evaluate(agreeToQuit).catch(() => {})
    await current.electron.close().finally(() => clearTimeout(limit))
    if (hung) throw new Error(`The application did not close within ${secondsToClose} s.`)
  }

  /** Kills the process, like `kill -9`. */
  async kill(): Promise<void> {
    const { electron } = this.#running
    this.#current = undefined
    const closed = electron.waitForEvent('close')
    electron.process().kill('SIGKILL')
    await closed
  }

  /** Waits until the application has quit as a result of this action. */
  async waitUntilQuit(act: () => Promise<unknown>): Promise<void> {
    const { electron } = this.#running
    const closed = electron.waitForEvent('close')
    await act()
    await closed
    this.#current = undefined
  }

  /** Everything printed to stdout and stderr, by all launches. */
  async readOutput(): Promise<string> {
    const names = await readdir(this.#folder, { recursive: true })
    const logs = names.filter((name) => /^output-\d+.\w+\.log$/.test(name)).sort()
    return (await Promise.all(logs.map((name) => readFile(join(this.#folder, name), 'utf8')))).join('')
  }

  /** Attaches the output and a screenshot. No trace: its snapshots can hang older Chromium versions. */
  async attachDiagnostics(testInfo: TestInfo): Promise<void> {
    const attach = (name: string) => testInfo.attach(name, { path: join(this.#folder, name) })
    await writeFile(join(this.#folder, 'output.txt'), await this.readOutput())
    await attach('output.txt')
    if (!this.#current) return
    await this.#current.page.screenshot({ path: join(this.#folder, 'window.png'), timeout: 5_000 })
    await attach('window.png')
  }

  get #running(): Launch {
    if (!this.#current) throw new Error('The application is not running.')
    return this.#current
  }
}

/** Runs in the application. */
function agreeToQuit({ dialog }: typeof import('electron')): void {
  dialog.showMessageBox = async (...args: unknown[]) => {
    // The first argument may be a window.
    const { buttons = [] } = args.at(-1) as { buttons?: string[] }
    return { response: buttons.indexOf('Quit'), checkboxChecked: false }
  }
}

export interface Fixtures {
  application: Application
  model: ScriptedModel
  imageModel: ScriptedImageModel
  videoService: ScriptedVideoService
  transcriptionService: ScriptedTranscriptionService
  embeddingService: ScriptedEmbeddingService
}

export const test = base.extend<Options & Fixtures>({
  launchArguments: [[], { option: true }],
  launchEnvironment: [{}, { option: true }],
  application: async ({ launchArguments, launchEnvironment }, use, testInfo) => {
    const folder = await mkdtemp(join(tmpdir(), 'gen-playground-e2e-'))
    const application = new Application(folder, { launchArguments, launchEnvironment })
    try {
      await application.launch()
      await use(application)
    } finally {
      const isAsExpected = testInfo.status === testInfo.expectedStatus
      // A closed window has no screenshot. The failure that matters is the test's own.
      if (!isAsExpected) await application.attachDiagnostics(testInfo).catch(() => {})
      await application.close().finally(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    }
  },
  model: async ({ application }, use) => {
    const model = await openScriptedModel(application.page)
    await use(model)
    model.close()
  },
  imageModel: async ({ application }, use) => {
    const imageModel = await openScriptedImageModel(application.page)
    await use(imageModel)
    imageModel.close()
  },
  videoService: async ({ application }, use) => {
    const videoService = await openScriptedVideoService(application.page)
    await use(videoService)
    videoService.close()
  },
  transcriptionService: async ({ application }, use) => {
    const transcriptionService = await openScriptedTranscriptionService(application.page)
    await use(transcriptionService)
    transcriptionService.close()
  },
  embeddingService: async ({ application }, use) => {
    const embeddingService = await openScriptedEmbeddingService(application.page)
    await use(embeddingService)
    embeddingService.close()
  },
})
