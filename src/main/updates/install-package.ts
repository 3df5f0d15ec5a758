// Checks that a package is the announced one, and installs it once the application has closed.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, chmod, copyFile, open, rename, rm } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { ApiError } from '#shared/schemas/api-error'
import { name as packageName } from '../../../package.json'
import { rejectPackage } from './describe-update-error'

const run = promisify(execFile)

export interface DownloadedPackage {
  readonly file: string
  readonly type: 'deb' | 'AppImage'
  readonly version: string
  /** SHA-512 in Base64. */
  readonly sha512: string
}

/** Rejects if the file is another one than the feed's, another application's, or of another version. */
export async function verifyPackage(downloaded: DownloadedPackage): Promise<void> {
  const { file, type, version, sha512 } = downloaded
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  if (hash.digest('base64') !== sha512) throw rejectPackage('its hash isn’t the feed’s')
  if (type === 'AppImage') return await verifyAppImage(file)
  const fields = await readFields(file)
  if (fields.Package !== packageName) throw rejectPackage(`it contains ${fields.Package || 'no package'}`)
  // A feed can announce a new version and deliver an old one, with problems that were solved since.
  if (!isDebianVersionOf(fields.Version ?? '', version))
    throw rejectPackage(`it contains version ${fields.Version}, not ${version}`)
}

async function readFields(file: string): Promise<Record<string, string>> {
  try {
    const { stdout } = await run('dpkg-deb', ['--field', file, 'Package', 'Version'])
    return Object.fromEntries([...stdout.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]))
  } catch {
    throw rejectPackage('it isn’t a Debian package')
  }
}

/** With a packaging revision, if any, and `~` before a pre-release, which Debian would sort after the release. */
function isDebianVersionOf(debian: string, version: string): boolean {
  const names = [version, version.replace('-', '~')]
  return names.includes(debian) || names.includes(debian.replace(/-\d+$/, ''))
}

/** Bytes 8 to 10 of an AppImage, after those of every executable. */
const appImageMark = Buffer.from([0x41, 0x49, 0x02])

async function verifyAppImage(file: string): Promise<void> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(11), 0, 11, 0)
    const isExecutable = buffer.subarray(0, 4).equals(Buffer.from('\x7fELF'))
    if (!isExecutable || !buffer.subarray(8).equals(appImageMark)) throw rejectPackage('it isn’t an AppImage')
  } finally {
    await handle.close()
  }
}

/** Rejects if installing would certainly fail, while the application is still open. */
export async function checkInstallable({ file, type }: DownloadedPackage): Promise<void> {
  if (type === 'AppImage') {
    const folder = dirname(toAppImage())
    await access(folder, constants.W_OK).catch(() => {
      throw new ApiError('FAILED_PRECONDITION', `Can’t write to ${folder}. Check its permissions.`)
    })
    return
  }
  const command = isRoot() ? 'apt-get' : 'pkexec'
  if (await isOnPath(command)) return
  throw new ApiError(
    'FAILED_PRECONDITION',
    `${command} is missing. Install ${file} with your package manager instead.`,
  )
}

/** Exit code of `installScript` if the file is no longer the one that was verified. */
const changedCode = 65

/**
 * Runs as root with the package and its SHA-512. Verifies and installs a copy that only root can write: any program of the
 * user can replace the original while the password is being typed. `apt-get` also installs new dependencies, and refuses
 * an older version; without a terminal it cannot ask which version of a changed configuration file to use.
 */
const installScript = `set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -- "$1" "$folder/package.deb"
echo "$2  $folder/package.deb" | sha512sum --check --status || exit ${changedCode}
apt-get install --yes --no-remove -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold \\
  "$folder/package.deb"`

const isRoot = () => process.getuid?.() === 0

/** Must run after the application has closed, because it replaces its files. Waits for the user's password. */
export async function installPackage({ file, type, sha512 }: DownloadedPackage): Promise<void> {
  if (type === 'AppImage') return await replaceAppImage(file)
  const hash = Buffer.from(sha512, 'base64').toString('hex')
  const script = ['sh', '-c', installScript, 'install', file, hash]
  const [command = '', ...args] = isRoot() ? script : ['pkexec', ...script]
  try {
    await run(command, args, { maxBuffer: 10_000_000 })
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    if (code === changedCode) {
      await rm(file, { force: true })
      throw rejectPackage('it was changed after it was verified')
    }
    // Exit codes of `pkexec`: the dialog was dismissed, or the user may not install packages.
    if (command === 'pkexec' && (code === 126 || code === 127))
      throw new Error('Permission to install it wasn’t given.', { cause: error })
    const reason = stderr.trim().split('\n').at(-1) || `apt-get ended with code ${code}`
    throw new Error(`The package manager reported: ${reason}.`, { cause: error })
  }
}

async function isOnPath(command: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const checks = folders.map((folder) => access(join(folder, command), constants.X_OK))
  return await Promise.any(checks).then(
    () => true,
    () => false,
  )
}

/** The path of the running AppImage, which its runtime sets. */
function toAppImage(): string {
  const { APPIMAGE: path = '' } = process.env
  if (!isAbsolute(path)) throw new ApiError('FAILED_PRECONDITION', 'The path of this AppImage is unknown.')
  return path
}

/** Keeps its name, because menus and shortcuts refer to it. The old file stays until the new one is complete. */
async function replaceAppImage(file: string): Promise<void> {
  const target = toAppImage()
  const temporary = `${target}.update`
  try {
    await copyFile(file, temporary)
    await chmod(temporary, 0o755)
    await rename(temporary, target)
  } finally {
    await rm(temporary, { force: true })
  }
}
