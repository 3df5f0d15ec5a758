// The fixture `application` of page tests: the built application in an Electron that the tests of a worker share, with a
// data folder, a gateway and a window for each test. Also the scripted services that it can use as its provider.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { Application } from './application'
import { type Host, openHost } from './host'
import type { Run, RunOptions } from './launch'
import {
  openScriptedEmbeddingService,
  openScriptedImageModel,
  openScriptedTranscriptionService,
  openScriptedVideoService,
  type ScriptedEmbeddingService,
  type ScriptedImageModel,
  type ScriptedTranscriptionService,
  type ScriptedVideoService,
} from './scripted-media'
import { openScriptedModel, type ScriptedModel } from './scripted-model'

export interface Options {
  /** Added to the application's command line, by `test.use`. */
  launchArguments: string[]
  /** Added to the application's environment, by `test.use`. */
  launchEnvironment: Record<string, string>
  /** Whether the page animates, by `test.use`. */
  motion: 'full' | 'reduced'
}

type OpenRun = (options: RunOptions) => Promise<Run>

export interface Fixtures {
  /** How the application is opened. */
  openRun: OpenRun
  application: Application
  model: ScriptedModel
  imageModel: ScriptedImageModel
  videoService: ScriptedVideoService
  transcriptionService: ScriptedTranscriptionService
  embeddingService: ScriptedEmbeddingService
}

export interface WorkerFixtures {
  host: Host
}

/** A fixture that is closed after the test. */
function open<Service extends { close(): void }>(
  openService: (application: Application) => Promise<Service>,
) {
  return async (
    { application }: { application: Application },
    use: (service: Service) => Promise<void>,
  ): Promise<void> => {
    const service = await openService(application)
    await use(service)
    service.close()
  }
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  launchArguments: [[], { option: true }],
  launchEnvironment: [{}, { option: true }],
  motion: ['reduced', { option: true }],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
    async ({}, use) => {
      const host = await openHost()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
  openRun: async ({ host }, use) => use(host.open),
  application: async ({ openRun, launchArguments: args, launchEnvironment: env, motion }, use, testInfo) => {
    const folder = await mkdtemp(join(tmpdir(), 'gen-playground-e2e-'))
    const application = new Application(folder, async (userDataFolder) => {
      const run = await openRun({
        userDataFolder,
        outputFolder: join(folder, `output-${Date.now()}`),
        args,
        env,
      })
      if (motion === 'reduced') await run.page.emulateMedia({ reducedMotion: 'reduce' })
      return run
    })
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
  model: open(openScriptedModel),
  imageModel: open(openScriptedImageModel),
  videoService: open(openScriptedVideoService),
  transcriptionService: open(openScriptedTranscriptionService),
  embeddingService: open(openScriptedEmbeddingService),
})
