// One Electron for all page tests of a worker, in which each of them opens the application (`test-host.ts`).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { testHost } from '../src/dev/build-test-host.mjs'
import { defaultEnvironment, type Run, type RunOptions, startElectron, withPort } from './launch'
import type { TestHost } from './test-host'

export interface Host {
  /** Opens the application in its own window. */
  open(options: RunOptions): Promise<Run>
  close(): Promise<void>
}

/** Set by the test host. */
type HostGlobal = typeof globalThis & { testHost: Promise<TestHost> }

export async function openHost(): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-host-'))
  const electron = await startElectron({
    outputFolder: join(folder, 'output'),
    // The microphone beeps.
    args: [`--user-data-dir=${join(folder, 'profile')}`, '--use-fake-device-for-media-stream'],
    env: { GEN_PLAYGROUND_TEST_HOST: testHost },
  })
  return {
    open: (options) => openIn(electron, options),
    close: async () => {
      await electron.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function openIn(
  electron: ElectronApplication,
  { userDataFolder: folder, args, env }: RunOptions,
): Promise<Run> {
  const options = {
    folder,
    // The pages of a test keep their storage when the application is opened again.
    partition: basename(dirname(folder)),
    args: withPort(args),
    env: { ...defaultEnvironment, ...env },
  }
  const [page, gatewayUrl] = await Promise.all([
    electron.waitForEvent('window', { timeout: 60_000 }),
    electron.evaluate(async (_, given) => (await (globalThis as HostGlobal).testHost).open(given), options),
  ])
  return {
    electron,
    page,
    gatewayUrl,
    isShared: true,
    close: async () => {
      const { left, errors } = await electron.evaluate(async () => {
        const host = await (globalThis as HostGlobal).testHost
        return { left: await host.close(), errors: host.takeErrors() }
      })
      if (left.length > 0) throw new Error(`The application left behind: ${left.join(', ')}`)
      if (errors.length > 0) throw new Error(`Unhandled errors:\n${errors.join('\n')}`)
    },
  }
}
