// Checks a feed for an update, and downloads it. Loaded only when it is needed, because by default it never is.
import { rm } from 'node:fs/promises'
import { CancellationToken } from 'electron-updater/out/types'
import { ApiError } from '#shared/schemas/api-error'
import type { AvailableUpdate, PackageType } from '#shared/schemas/updates'
import { type DownloadedPackage, verifyPackage } from './install-package'
import { type OpenUpdateRequest, PackageUpdater } from './package-updater'

export interface FeedCheck {
  /** The feed's version. */
  readonly latest: string
  /** Null if the feed has no newer version. */
  readonly found: FoundUpdate | null
}

export interface FoundUpdate {
  readonly update: AvailableUpdate
  /** Rejects if `signal` aborts. The file is deleted unless it is the announced one. */
  readonly download: (options: DownloadOptions) => Promise<DownloadedPackage>
}

interface DownloadOptions {
  readonly signal: AbortSignal
  /** The number of bytes received so far. */
  readonly onProgress: (bytes: number) => void
  /** Milliseconds without a byte after which the download fails. */
  readonly stallMs: number
}

interface FeedOptions {
  readonly version: string
  readonly feedUrl: string
  /** For downloads. */
  readonly folder: string
  readonly packageType: PackageType
  readonly openRequest: OpenUpdateRequest
}

export async function checkFeed({ packageType, ...options }: FeedOptions): Promise<FeedCheck> {
  const type = packageType === 'deb' || packageType === 'AppImage' ? packageType : null
  const updater = new PackageUpdater({ ...options, extension: type })
  const result = await updater.checkForUpdates()
  if (!result) throw new ApiError('INTERNAL', 'The check returned no result.')
  const { isUpdateAvailable, updateInfo } = result
  const { version } = updateInfo
  if (!isUpdateAvailable) return { latest: version, found: null }
  const file = type && updater.findPackage(updateInfo).info
  const notes = typeof updateInfo.releaseNotes === 'string' ? updateInfo.releaseNotes.trim() || null : null
  return {
    latest: version,
    found: {
      update: { version, size: file?.size ?? null, notes },
      download: async (download) => {
        if (!type || !file) throw new ApiError('FAILED_PRECONDITION', 'Packages can’t be installed here.')
        const received = { file: await receive(updater, download), type, version, sha512: file.sha512 }
        await verifyPackage(received).catch(async (error) => {
          await rm(received.file, { force: true })
          throw error
        })
        return received
      },
    },
  }
}

/** Resolves to the path of the file, whose hash is the feed's. */
async function receive(updater: PackageUpdater, options: DownloadOptions): Promise<string> {
  const { signal, onProgress, stallMs } = options
  const token = new CancellationToken()
  const { httpExecutor } = updater
  let isStalled = false
  const stop = () => {
    token.cancel()
    httpExecutor.abort()
  }
  const stall = setTimeout(() => {
    isStalled = true
    stop()
  }, stallMs)
  let bytes = 0
  httpExecutor.onBytes = (count) => {
    stall.refresh()
    bytes += count
    onProgress(bytes)
  }
  signal.addEventListener('abort', stop)
  try {
    const [file = ''] = await updater.downloadUpdate(token)
    return file
  } catch (error) {
    if (!isStalled) throw error
    throw new ApiError('DEADLINE_EXCEEDED', 'The download stalled. Check your connection, then retry.')
  } finally {
    clearTimeout(stall)
    httpExecutor.onBytes = () => {}
    signal.removeEventListener('abort', stop)
  }
}
