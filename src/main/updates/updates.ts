// Updates of the application by electron-updater: checks, downloads, and installs on request. Settings shows the state.
import { basename } from 'node:path'
import type { AppUpdater, CancellationToken, ProgressInfo, UpdateFileInfo } from 'electron-updater'
import { ApiError } from '#shared/schemas/api-error'
import type {
  AvailableUpdate,
  PackageType,
  UpdatePhase,
  UpdateSettings,
  UpdateState,
} from '#shared/schemas/updates'
import type { Log } from '../log'
import type { DownloadedPackage } from './install-package'

export type Updater = Pick<AppUpdater, 'checkForUpdates' | 'downloadUpdate' | 'on' | 'off'>

export interface UpdatePorts {
  /** Whether the package was built with the URL of a feed. */
  readonly hasFeed: () => boolean
  readonly packageType: () => PackageType
  readonly settings: () => UpdateSettings
  /** Resolves to an updater that uses the network settings of this moment. */
  readonly openUpdater: () => Promise<Updater>
  /** Ends the updater's last request: that of a canceled download stays open otherwise. */
  readonly abortRequest: () => void
  /** Why the application must not close now, in whole sentences; null if it may. */
  readonly findBlocker: () => string | null
  readonly onChange: () => void
  /** Quits the application, which then calls `installRequested`. */
  readonly quit: () => void
  readonly log: Log['write']
}

const startDelayMs = 5_000
const dayMs = 86_400_000
/** Milliseconds that a check may take. */
const checkTimeoutMs = 30_000
/** Milliseconds without a byte after which a download fails. */
const stallMs = 60_000

export class Updates {
  readonly #ports: UpdatePorts
  #isAutomatic: boolean
  #phase: UpdatePhase = { type: 'idle' }
  #checkedAt: number | null = null
  #checking: Promise<void> | undefined
  /** All packages of the feed's version. */
  #files: readonly UpdateFileInfo[] = []
  #download: CancellationToken | undefined
  #downloaded: DownloadedPackage | undefined
  #isInstallRequested = false
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(ports: UpdatePorts) {
    this.#ports = ports
    this.#isAutomatic = ports.settings().isAutomatic
    const checkAutomatically = () => {
      if (this.#isAutomatic && ports.hasFeed()) void this.check()
    }
    this.#timers = [setTimeout(checkAutomatically, startDelayMs), setInterval(checkAutomatically, dayMs)]
  }

  read(): UpdateState {
    const { hasFeed, findBlocker } = this.#ports
    return { hasFeed: hasFeed(), phase: this.#phase, checkedAt: this.#checkedAt, blocker: findBlocker() }
  }

  /** Resolves once the check has ended. Keeps an update that is being downloaded. */
  async check(): Promise<void> {
    if (!this.#ports.hasFeed())
      throw new ApiError(
        'FAILED_PRECONDITION',
        'This copy doesn’t know where updates are. Get new versions where you got this one.',
      )
    if (this.#phase.type === 'downloading' || this.#phase.type === 'downloaded') return
    this.#checking ??= this.#checkFeed().finally(() => {
      this.#checking = undefined
    })
    await this.#checking
  }

  /** Resolves once the download has ended, in whatever way. */
  async download(): Promise<void> {
    const update = 'update' in this.#phase ? this.#phase.update : null
    const isReady = this.#phase.type === 'available' || this.#phase.type === 'failed'
    if (!update || !isReady) throw new ApiError('FAILED_PRECONDITION', 'There is no update to download.')
    const type = toInstallable(this.#ports.packageType())
    if (!type) throw new ApiError('FAILED_PRECONDITION', 'Packages can’t be installed here.')
    await this.#downloadUpdate(update, type)
  }

  cancelDownload(): void {
    this.#download?.cancel()
  }

  /** Rejects while work is running. */
  install(): void {
    const { findBlocker, quit } = this.#ports
    const blocker = findBlocker()
    if (blocker !== null) throw new ApiError('FAILED_PRECONDITION', blocker)
    if (!this.#downloaded) throw new ApiError('FAILED_PRECONDITION', 'No update is downloaded.')
    this.#isInstallRequested = true
    quit()
  }

  /**
   * Called once the application has closed. Resolves to whether it must be opened again, and rejects if it must although
   * nothing was installed. Does nothing unless the user has chosen to install.
   */
  async installRequested(): Promise<boolean> {
    if (!this.#isInstallRequested || !this.#downloaded) return false
    const { installPackage } = await import('./install-package')
    await installPackage(this.#downloaded)
    return true
  }

  /** Called after the settings have changed. */
  follow(): void {
    const before = this.#isAutomatic
    this.#isAutomatic = this.#ports.settings().isAutomatic
    if (this.#isAutomatic && !before && this.#ports.hasFeed()) void this.check()
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#download?.cancel()
  }

  async #checkFeed(): Promise<void> {
    const { openUpdater, packageType } = this.#ports
    this.#enter({ type: 'checking' })
    try {
      const result = await withTimeout((await openUpdater()).checkForUpdates())
      if (!result) throw new ApiError('INTERNAL', 'The check returned no result.')
      const { version, files, releaseNotes } = result.updateInfo
      this.#checkedAt = Date.now()
      if (!result.isUpdateAvailable) return this.#enter({ type: 'current', latest: version })
      const type = toInstallable(packageType())
      const file = type && files.find(({ url }) => url.toLowerCase().endsWith(`.${type.toLowerCase()}`))
      if (type && !file)
        throw new ApiError('FAILED_PRECONDITION', `Version ${version} has no .${type} package in the feed.`)
      this.#files = files
      const notes = typeof releaseNotes === 'string' ? releaseNotes.trim() || null : null
      this.#enter({ type: 'available', update: { version, size: file?.size ?? null, notes } })
    } catch (error) {
      this.#fail('check', error, null)
    }
  }

  async #downloadUpdate(update: AvailableUpdate, type: DownloadedPackage['type']): Promise<void> {
    const { CancellationToken } = await import('electron-updater')
    const token = new CancellationToken()
    let isStalled = false
    const stall = setTimeout(() => {
      isStalled = true
      token.cancel()
    }, stallMs)
    const show = ({ transferred, total }: Pick<ProgressInfo, 'transferred' | 'total'>) => {
      if (token.cancelled) return
      stall.refresh()
      this.#enter({ type: 'downloading', update, bytes: transferred, totalBytes: total })
    }
    this.#download = token
    token.once('cancel', this.#ports.abortRequest)
    show({ transferred: 0, total: update.size ?? 0 })
    try {
      const updater = await this.#ports.openUpdater()
      updater.on('download-progress', show)
      const [file = ''] = await updater
        .downloadUpdate(token)
        .finally(() => updater.off('download-progress', show))
      const isSame = ({ url }: UpdateFileInfo) => basename(decodeURIComponent(url)) === basename(file)
      const { sha512 = '' } = this.#files.find(isSame) ?? {}
      this.#downloaded = { file, type, sha512 }
      this.#enter({ type: 'downloaded', update })
    } catch (error) {
      if (isStalled) this.#fail('download', stalled(), update)
      else if (token.cancelled) this.#enter({ type: 'available', update })
      else this.#fail('download', error, update)
    } finally {
      clearTimeout(stall)
    }
  }

  #enter(phase: UpdatePhase): void {
    this.#phase = phase
    this.#ports.onChange()
  }

  #fail(action: 'check' | 'download', error: unknown, update: AvailableUpdate | null): void {
    this.#ports.log(`The update failed: ${action}`, error)
    this.#enter({ type: 'failed', action, message: describeUpdateError(error), update })
  }
}

/** electron-updater waits for the feed for as long as the connection is open. */
async function withTimeout<Result>(check: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const message = `No response from the feed within ${checkTimeoutMs / 1000} s.`
    timer = setTimeout(() => reject(new ApiError('DEADLINE_EXCEEDED', message)), checkTimeoutMs)
  })
  return await Promise.race([check, timeout]).finally(() => clearTimeout(timer))
}

function stalled(): ApiError {
  return new ApiError('DEADLINE_EXCEEDED', 'The download stalled. Check your connection, then retry.')
}

function toInstallable(type: PackageType): DownloadedPackage['type'] | undefined {
  return type === 'deb' || type === 'AppImage' ? type : undefined
}

/** For errors of electron-updater, of the network and of the disk: what happened, and what to do next. */
export function describeUpdateError(error: unknown): string {
  if (error instanceof ApiError) return error.message
  const { code, statusCode, message } = error as { code?: unknown; statusCode?: unknown; message?: unknown }
  const text = typeof message === 'string' ? message : String(error)
  if (code === 'ERR_CHECKSUM_MISMATCH')
    return 'The downloaded package was deleted because its hash isn’t the feed’s. Try again. If this repeats, contact the publisher of the feed.'
  if (code === 'ENOSPC') return 'The disk is full. Free some space, then retry.'
  const status = typeof statusCode === 'number' ? statusCode : Number(/\bstatus (\d{3})\b/.exec(text)?.[1])
  if (status === 404 || code === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND')
    return 'The feed or its package wasn’t found (HTTP 404). Try again later.'
  if (status > 0) return `The feed’s server responded with HTTP ${status}. Try again later.`
  const [failure] = /net::ERR_\w+/.exec(text) ?? []
  if (failure === 'net::ERR_INTERNET_DISCONNECTED')
    return 'You’re offline. Connect to the internet, then retry.'
  if (failure) return `Can’t reach the feed (${failure}). Check Settings > Network, then retry.`
  const [line = ''] = text.split('\n')
  return /[.!?]$/.test(line) ? line : `${line}.`
}
