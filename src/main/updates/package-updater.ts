// Finds, downloads and verifies packages by electron-updater. Never installs: `install-package` does, when the user asks.
import { AppUpdater, type DownloadUpdateOptions } from 'electron-updater/out/AppUpdater'
import { DownloadedUpdateHelper } from 'electron-updater/out/DownloadedUpdateHelper'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor'
import { ApiError } from '#shared/schemas/api-error'
import { isSafeUpdateUrl } from '#shared/schemas/updates'
import { UpdateFeed } from './update-feed'

/** The functions of Electron's `ClientRequest` and of Node.js' that a download needs. */
type UpdateRequest = Electron.ClientRequest
export type OpenUpdateRequest = (options: Record<string, unknown>) => UpdateRequest

interface PackageUpdaterOptions {
  readonly version: string
  readonly feedUrl: string
  /** For downloads. */
  readonly folder: string
  /** The packages that can be installed here have it; null if nothing can be installed. */
  readonly extension: 'deb' | 'AppImage' | null
  readonly openRequest: OpenUpdateRequest
}

export class PackageUpdater extends AppUpdater {
  // electron-updater assigns it in its constructor, but does not declare it.
  declare readonly httpExecutor: UpdateExecutor
  readonly #feed: UpdateFeed
  readonly #extension: PackageUpdaterOptions['extension']

  constructor(options: PackageUpdaterOptions) {
    super(null, toAdapter(options))
    this.httpExecutor = new UpdateExecutor(options)
    this.downloadedUpdateHelper = new DownloadedUpdateHelper(options.folder)
    this.#feed = new UpdateFeed(options.feedUrl, this.httpExecutor)
    this.#extension = options.extension
    this.logger = null
    this.autoDownload = false
    this.autoInstallOnAppQuit = false
    this.allowDowngrade = false
    this.disableDifferentialDownload = true
  }

  /** The original also creates an ID of this installation, and sends it to the feed. */
  protected override async getUpdateInfoAndProvider() {
    return { info: await this.#feed.getLatestVersion(), provider: this.#feed }
  }

  /** Its file's URL, hash and size. Throws if it is only for other systems. */
  findPackage(info: Parameters<UpdateFeed['resolveFiles']>[0]) {
    const extension = `.${this.#extension}`.toLowerCase()
    const found = this.#feed
      .resolveFiles(info)
      .find(({ url }) => url.pathname.toLowerCase().endsWith(extension))
    if (found) return found
    throw new ApiError(
      'FAILED_PRECONDITION',
      `Version ${info.version} has no ${extension} package in the feed.`,
    )
  }

  protected async doDownloadUpdate(downloadUpdateOptions: DownloadUpdateOptions) {
    const fileInfo = this.findPackage(downloadUpdateOptions.updateInfoAndProvider.info)
    return await this.executeDownload({
      fileExtension: this.#extension ?? '',
      fileInfo,
      downloadUpdateOptions,
      task: (file, options) => this.httpExecutor.download(fileInfo.url, file, options),
      done: () => Promise.resolve(),
    })
  }

  quitAndInstall(): never {
    throw new Error('Packages are installed after the application has closed.')
  }
}

function toAdapter({ version, folder }: PackageUpdaterOptions) {
  return {
    version,
    name: 'gen-playground',
    // Whether there is something to replace is decided by the kind of package, not by this.
    isPackaged: true,
    appUpdateConfigPath: '',
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  }
}

/** Counts bytes, and releases files and connections of canceled downloads, which the original leaves open. */
class UpdateExecutor extends ElectronHttpExecutor {
  /** Called with the number of bytes that have just been received. */
  onBytes = (_count: number): void => {}
  readonly #open: OpenUpdateRequest
  #request: UpdateRequest | undefined

  constructor({ openRequest }: PackageUpdaterOptions) {
    super()
    this.#open = openRequest
  }

  override createRequest(
    options: Record<string, unknown>,
    callback: (response: NodeJS.ReadableStream) => void,
  ): UpdateRequest {
    const request = this.#open(options)
    this.#request = request
    request.on('response', (message) => {
      // Electron's message is a Node.js readable stream, although its types don't say so.
      const response = message as unknown as NodeJS.ReadableStream
      endPipesOnClose(response)
      callback(response)
      response.on('data', (chunk: Buffer | string) => this.onBytes(chunk.length))
    })
    return request
  }

  /** Ends the last request, if it has not ended. */
  abort(): void {
    this.#request?.abort()
  }

  protected override addRedirectHandlers(...args: Parameters<ElectronHttpExecutor['addRedirectHandlers']>) {
    const [request, options, reject, count, follow] = args
    request.on('redirect', (_status, _method, url) => {
      if (isSafeUpdateUrl(url)) return
      request.abort()
      reject(new ApiError('FAILED_PRECONDITION', `The feed redirects to a URL without HTTPS: ${url}`))
    })
    super.addRedirectHandlers(request, options, reject, count, (next) => {
      if (isSafeUpdateUrl(`${next.protocol}//${next.hostname}`)) follow(next)
    })
  }
}

/** A pipe does not end when its source is closed early: the file that it writes would stay open. */
function endPipesOnClose(response: NodeJS.ReadableStream): void {
  const pipe = response.pipe.bind(response)
  let ended = false
  response.once('end', () => {
    ended = true
  })
  response.pipe = (target, options) => {
    response.once('close', () => {
      if (!ended) target.emit('error', new Error('The connection was closed before the end of the package.'))
    })
    return pipe(target, options)
  }
}
