// The feed: a file in electron-updater's format that names the latest version and its packages.
import type { UpdateInfo } from 'electron-updater'
import type { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor'
import { Provider, parseUpdateInfo } from 'electron-updater/out/providers/Provider'
import { CancellationToken, type ResolvedUpdateFileInfo } from 'electron-updater/out/types'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { isSafeUpdateUrl } from '#shared/schemas/updates'

/** Leaves out what would let a feed change how its packages are checked, such as staged rollouts. */
const FeedFile = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/, 'must be a version such as 1.2.3'),
  files: z
    .array(
      z.object({
        url: z.string().min(1),
        sha512: z.string().regex(/^[A-Za-z\d+/]{86}==$/, 'must be a SHA-512 hash in Base64'),
        size: z.number().int().positive().optional(),
      }),
    )
    .min(1),
  releaseDate: z.coerce.string().default(''),
  releaseNotes: z.string().max(100_000).nullable().default(null),
})

/** Milliseconds that the request for the feed may take. */
const timeoutMs = 30_000

export class UpdateFeed extends Provider<UpdateInfo> {
  readonly #folder: URL

  constructor(url: string, executor: ElectronHttpExecutor) {
    super({ isUseMultipleRangeRequest: false, platform: toFeedPlatform(), executor })
    this.#folder = new URL(url.endsWith('/') ? url : `${url}/`)
  }

  async getLatestVersion(): Promise<UpdateInfo> {
    const file = `${this.getDefaultChannelName()}.yml`
    const url = new URL(file, this.#folder)
    const text = await this.#request(url)
    try {
      const { files, ...info } = FeedFile.parse(parseUpdateInfo(text, file, url))
      const [first] = files
      return {
        ...info,
        files: files.map(({ size, ...rest }) => (size ? { ...rest, size } : rest)),
        path: first?.url ?? '',
        sha512: first?.sha512 ?? '',
      }
    } catch (error) {
      throw new ApiError('FAILED_PRECONDITION', `${url.href} isn’t a valid feed. ${describeProblem(error)}`, {
        cause: error,
      })
    }
  }

  resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
    return files.map((info) => {
      const url = new URL(info.url, this.#folder)
      if (isSafeUpdateUrl(url.href)) return { url, info }
      throw new ApiError('FAILED_PRECONDITION', `The feed names a package without HTTPS: ${url.href}`)
    })
  }

  async #request(url: URL): Promise<string | null> {
    const token = new CancellationToken()
    const timer = setTimeout(() => token.cancel(), timeoutMs)
    try {
      return await this.httpRequest(url, null, token)
    } catch (error) {
      if (!token.cancelled) throw error
      throw new ApiError('DEADLINE_EXCEEDED', `No response from the feed within ${timeoutMs / 1000} s.`)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Its names are those of electron-updater; other systems have no packages. */
function toFeedPlatform() {
  return process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
}

function describeProblem(error: unknown): string {
  if (!(error instanceof z.ZodError)) return 'It must be a YAML file.'
  const [{ path, message } = { path: [], message: '' }] = error.issues
  return `${path.join('.')}: ${message}.`
}
