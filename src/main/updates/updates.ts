// Updates of the application: checks the feed, downloads, and installs on request. One state, which Settings shows.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type {
  AvailableUpdate,
  PackageType,
  UpdatePhase,
  UpdateSettings,
  UpdateState,
} from '#shared/schemas/updates'
import { createThrottle } from '#workspace/concurrency/timing'
import type { Log } from '../log'
import { describeUpdateError } from './describe-update-error'
import type { FoundUpdate } from './find-update'
import type { DownloadedPackage } from './install-package'
import type { OpenUpdateRequest } from './package-updater'

export interface UpdatePorts {
  readonly version: string
  /** Holds downloads. */
  readonly folder: string
  readonly packageType: () => PackageType
  readonly settings: () => UpdateSettings
  /** Opens requests with the network settings of this moment. */
  readonly openRequests: () => Promise<OpenUpdateRequest>
  /** Why the application must not close now, in whole sentences; null if it may. */
  readonly findBlocker: () => string | null
  readonly onChange: () => void
  /** Quits the application, which then calls `installRequested`. */
  readonly quit: () => void
  readonly log: Log['write']
  /** Milliseconds without a byte after which a download fails; default: a minute. */
  readonly stallMs?: number
}

/** Most starts install nothing. */
const loadInstaller = () => import('./install-package')

const startDelayMs = 5_000
const dayMs = 86_400_000
const progressMs = 250

type Action = Extract<UpdatePhase, { type: 'failed' }>['action']

export class Updates {
  readonly #ports: UpdatePorts
  readonly #failureFile: string
  #settings: UpdateSettings
  #phase: UpdatePhase
  #checkedAt: number | null = null
  #checking: Promise<void> | undefined
  #found: FoundUpdate | undefined
  #download: AbortController | undefined
  #downloaded: DownloadedPackage | undefined
  #isInstallRequested = false
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(ports: UpdatePorts) {
    this.#ports = ports
    this.#settings = ports.settings()
    this.#failureFile = join(ports.folder, 'failed.json')
    this.#phase = readFailure(this.#failureFile)
    void removePartialDownloads(ports.folder)
    const checkAutomatically = () => {
      if (this.#settings.isAutomatic) void this.check()
    }
    this.#timers = [setTimeout(checkAutomatically, startDelayMs), setInterval(checkAutomatically, dayMs)]
  }

  read(): UpdateState {
    return { phase: this.#phase, checkedAt: this.#checkedAt, blocker: this.#ports.findBlocker() }
  }

  /** Resolves once the check has ended. Rejects without a feed URL. Keeps an update that is being downloaded. */
  async check(): Promise<void> {
    const { feedUrl } = this.#settings
    if (feedUrl === '') throw new ApiError('FAILED_PRECONDITION', 'Enter the URL of a feed first.')
    if (this.#phase.type === 'downloading' || this.#phase.type === 'downloaded') return
    if (this.#phase.type !== 'checking') {
      this.#enter({ type: 'checking' })
      this.#checking = this.#checkFeed(feedUrl)
    }
    await this.#checking
  }

  /** Resolves once the download has ended, in whatever way. */
  async download(): Promise<void> {
    const update = 'update' in this.#phase ? this.#phase.update : null
    const isReady = this.#phase.type === 'available' || this.#phase.type === 'failed'
    if (!this.#found || !update || !isReady)
      throw new ApiError('FAILED_PRECONDITION', 'There is no update to download.')
    await this.#downloadUpdate(this.#found, update)
  }

  cancelDownload(): void {
    this.#download?.abort()
  }

  /** Rejects while work is running. */
  async install(): Promise<void> {
    const { findBlocker, quit } = this.#ports
    const blocker = findBlocker()
    if (blocker !== null) throw new ApiError('FAILED_PRECONDITION', blocker)
    if (!this.#downloaded || this.#phase.type !== 'downloaded')
      throw new ApiError('FAILED_PRECONDITION', 'No update is downloaded.')
    const { update } = this.#phase
    const { checkInstallable, verifyPackage } = await loadInstaller()
    await checkInstallable(this.#downloaded)
    try {
      // The file may have changed since it was downloaded.
      await verifyPackage(this.#downloaded)
    } catch (error) {
      await rm(this.#downloaded.file, { force: true })
      return this.#fail('install', error, update)
    }
    this.#isInstallRequested = true
    quit()
  }

  /**
   * Called once the application has closed. Resolves to whether it must be opened again. Does nothing unless the user has
   * chosen to install.
   */
  async installRequested(): Promise<boolean> {
    const downloaded = this.#downloaded
    if (!this.#isInstallRequested || !downloaded) return false
    const { folder, log } = this.#ports
    try {
      const { installPackage } = await loadInstaller()
      await installPackage(downloaded)
      await rm(folder, { recursive: true, force: true })
    } catch (error) {
      log('The update was not installed', error)
      const message = `Version ${downloaded.version} wasn’t installed. ${describeUpdateError(error)} Check for updates to try again.`
      await mkdir(folder, { recursive: true })
      await writeFile(this.#failureFile, JSON.stringify({ message }))
    }
    return true
  }

  /** Called after the settings have changed. */
  follow(): void {
    const before = this.#settings
    this.#settings = this.#ports.settings()
    if (before.feedUrl !== this.#settings.feedUrl) {
      this.#download?.abort()
      this.#found = undefined
      this.#checkedAt = null
      this.#enter({ type: 'idle' })
    }
    if (this.#settings.isAutomatic && !before.isAutomatic) void this.check()
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#download?.abort()
  }

  async #checkFeed(feedUrl: string): Promise<void> {
    const { version, folder, packageType, openRequests } = this.#ports
    try {
      const { checkFeed } = await import('./find-update')
      const openRequest = await openRequests()
      const options = { version, folder, feedUrl, packageType: packageType(), openRequest }
      const { latest, found } = await checkFeed(options)
      // The user has changed the URL meanwhile.
      if (feedUrl !== this.#settings.feedUrl) return
      this.#checkedAt = Date.now()
      this.#found = found ?? undefined
      if (found) return this.#enter({ type: 'available', update: found.update })
      // An update that was downloaded earlier is this version now, or was withdrawn.
      await rm(folder, { recursive: true, force: true })
      this.#enter({ type: 'current', latest })
    } catch (error) {
      if (feedUrl === this.#settings.feedUrl) this.#fail('check', error, null)
    }
  }

  async #downloadUpdate(found: FoundUpdate, update: AvailableUpdate): Promise<void> {
    const { stallMs = 60_000 } = this.#ports
    const controller = new AbortController()
    const { signal } = controller
    const isCurrent = () => this.#download === controller && this.#found === found
    const progress = { bytes: 0, totalBytes: update.size ?? 0 }
    const show = () => this.#enter({ type: 'downloading', update, ...progress })
    const throttle = createThrottle(progressMs, show)
    const onProgress = (bytes: number) => {
      progress.bytes = bytes
      if (!signal.aborted) throttle.schedule()
    }
    this.#download = controller
    show()
    signal.addEventListener('abort', throttle.cancel)
    try {
      const downloaded = await found.download({ signal, onProgress, stallMs })
      signal.throwIfAborted()
      throttle.cancel()
      this.#downloaded = downloaded
      this.#enter({ type: 'downloaded', update })
    } catch (error) {
      if (!isCurrent()) return
      if (signal.aborted) this.#enter({ type: 'available', update })
      else this.#fail('download', error, update)
    } finally {
      throttle.cancel()
    }
  }

  #enter(phase: UpdatePhase): void {
    this.#phase = phase
    this.#ports.onChange()
  }

  #fail(action: Action, error: unknown, update: AvailableUpdate | null): void {
    this.#ports.log(`The update failed: ${action}`, error)
    this.#enter({ type: 'failed', action, message: describeUpdateError(error), update })
  }
}

const Failure = z.object({ message: z.string() })

/** Why the last update was not installed, which is shown once after the application was opened again. */
function readFailure(file: string): UpdatePhase {
  if (!existsSync(file)) return { type: 'idle' }
  try {
    const { message } = Failure.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { type: 'failed', action: 'install', message, update: null }
  } catch {
    return { type: 'idle' }
  } finally {
    rmSync(file, { force: true })
  }
}

/** A quit or a crash leaves them. Complete downloads stay, and are verified before they are used. */
async function removePartialDownloads(folder: string): Promise<void> {
  const pending = join(folder, 'pending')
  const names = await readdir(pending).catch(() => [])
  for (const name of names) if (name.startsWith('temp-')) await rm(join(pending, name), { force: true })
}
