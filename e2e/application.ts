// The fixtures `application`, the built one over a user-data folder of one test, and its upstreams: `model`, `studio`, `cinema`, `stenographer`, `embedder`.
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

interface Options {
  /** added to the application's command line, by `test.use` */
  launchArguments: string[]
  /** added to the application's environment, by `test.use` */
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

  /** The first window's page; another one after `relaunch`. */
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

  /** Closes it, if it still runs, and opens it again over the same folder. */
  async relaunch(): Promise<void> {
    await this.close()
    await this.launch()
  }

  /** Asks it to quit; an error if it does not. */
  async close(): Promise<void> {
    const current = this.#current
    if (!current) return
    this.#current = undefined
    const process = current.electron.process()
    let hung = false
    const limit = setTimeout(() => {
      hung = process.kill('SIGKILL')
    }, secondsToClose * 1000)
    // Nobody else is there to answer where it asks before it leaves jobs.
    await current.electron.evaluate(agreeToQuit).catch(() => {})
    await current.electron.close().finally(() => clearTimeout(limit))
    if (hung) throw new Error(`The application did not close within ${secondsToClose} s.`)
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    const { electron } = this.#running
    this.#current = undefined
    const closed = electron.waitForEvent('close')
    electron.process().kill('SIGKILL')
    await closed
  }

  /** All that it printed on stdout and stderr, over all its launches. */
  async readOutput(): Promise<string> {
    const names = await readdir(this.#folder, { recursive: true })
    const logs = names.filter((name) => /^output-\d+.\w+\.log$/.test(name)).sort()
    return (await Promise.all(logs.map((name) => readFile(join(this.#folder, name), 'utf8')))).join('')
  }

  /** Attaches the output and a picture to the test's results; a trace's page snapshots can hang an older Chromium. */
  async keepEvidence(testInfo: TestInfo): Promise<void> {
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
  dialog.showMessageBox = async (...given: unknown[]) => {
    // A window may stand before the options.
    const { buttons = [] } = given.at(-1) as { buttons?: string[] }
    return { response: buttons.indexOf('Quit'), checkboxChecked: false }
  }
}

interface Fixtures {
  application: Application
  model: ScriptedModel
  studio: ScriptedImageModel
  cinema: ScriptedVideoService
  stenographer: ScriptedTranscriptionService
  embedder: ScriptedEmbeddingService
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
      // A window that is gone has no picture; the failure that matters is the test's own.
      if (!isAsExpected) await application.keepEvidence(testInfo).catch(() => {})
      await application.close().finally(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    }
  },
  model: async ({ application }, use) => {
    const model = await openScriptedModel(application.page)
    await use(model)
    model.close()
  },
  studio: async ({ application }, use) => {
    const studio = await openScriptedImageModel(application.page)
    await use(studio)
    studio.close()
  },
  cinema: async ({ application }, use) => {
    const cinema = await openScriptedVideoService(application.page)
    await use(cinema)
    cinema.close()
  },
  stenographer: async ({ application }, use) => {
    const stenographer = await openScriptedTranscriptionService(application.page)
    await use(stenographer)
    stenographer.close()
  },
  embedder: async ({ application }, use) => {
    const embedder = await openScriptedEmbeddingService(application.page)
    await use(embedder)
    embedder.close()
  },
})
