// Installs a downloaded package once the application has closed. It is copied, and the copy is verified, because any
// program of the user can replace the downloaded file.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, rename, rm } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { ApiError } from '#shared/schemas/api-error'
import { toFileError } from '../file-error'

const run = promisify(execFile)

export interface DownloadedPackage {
  readonly file: string
  readonly type: 'deb' | 'AppImage'
  /** SHA-512 in Base64. */
  readonly sha512: string
}

/** Replaces the application's files. Waits for the user's password. Throws an error for the user. */
export async function installPackage(downloaded: DownloadedPackage): Promise<void> {
  await (downloaded.type === 'deb' ? installDebianPackage(downloaded) : replaceAppImage(downloaded))
  await rm(downloaded.file, { force: true })
}

/** Exit code of `installScript` if the file is not the announced one. */
const changedCode = 65

/**
 * Runs as root with the package and its SHA-512, and installs a copy that only root can write. `apt-get` also installs
 * new dependencies, and refuses an older version; without a terminal it cannot ask which version of a changed
 * configuration file to use.
 */
const installScript = `set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -- "$1" "$folder/package.deb"
echo "$2  $folder/package.deb" | sha512sum --check --status || exit ${changedCode}
apt-get install --yes --no-remove -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold \\
  "$folder/package.deb"`

async function installDebianPackage({ file, sha512 }: DownloadedPackage): Promise<void> {
  const script = ['sh', '-c', installScript, 'install', file, Buffer.from(sha512, 'base64').toString('hex')]
  const [command = '', ...args] = process.getuid?.() === 0 ? script : ['pkexec', ...script]
  try {
    await run(command, args, { maxBuffer: 10_000_000 })
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    if (code === changedCode) throw await rejectPackage(file)
    if (code === 'ENOENT')
      throw new Error(`${command} is missing. Install ${file} with your package manager instead.`)
    // Exit codes of `pkexec`: the dialog was dismissed, or the user may not install packages.
    if (command === 'pkexec' && (code === 126 || code === 127))
      throw new Error('Permission to install it wasn’t given.', { cause: error })
    const reason = stderr.trim().split('\n').at(-1) || `apt-get ended with code ${code}`
    throw new Error(`The package manager reported: ${reason}.`, { cause: error })
  }
}

/** Keeps its name, because menus and shortcuts refer to it. The old file stays until the new one is complete. */
async function replaceAppImage({ file, sha512 }: DownloadedPackage): Promise<void> {
  // Its runtime sets the path.
  const { APPIMAGE: target = '' } = process.env
  if (!isAbsolute(target)) throw new ApiError('FAILED_PRECONDITION', 'The path of this AppImage is unknown.')
  const temporary = `${target}.update`
  try {
    await copyFile(file, temporary)
    const hash = createHash('sha512')
    await pipeline(createReadStream(temporary), hash)
    if (hash.digest('base64') !== sha512) throw await rejectPackage(file)
    await chmod(temporary, 0o755)
    await rename(temporary, target)
  } catch (error) {
    throw error instanceof ApiError ? error : toFileError(error, `Couldn’t replace ${target}`)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function rejectPackage(file: string): Promise<ApiError> {
  await rm(file, { force: true })
  return new ApiError(
    'FAILED_PRECONDITION',
    'The downloaded package was deleted because it was changed after it was downloaded. Download it again.',
  )
}
