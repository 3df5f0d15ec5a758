// Describes built packages: their SHA-256 hashes, and the feed that the application checks for updates.
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { log, UserError } from './command.mjs'
import { hashFile } from './npm-package.mjs'
import { runQuietly } from './run.mjs'

/** In the format of `sha256sum`. Signed with GnuPG if GEN_PLAYGROUND_SIGNING_KEY has the ID of a key. @param {string} folder @param {string[]} names */
export async function writeChecksums(folder, names) {
  const lines = await Promise.all(
    names.map(async (name) => `${await hashFile(join(folder, name), 'sha256', 'hex')}  ${name}\n`),
  )
  const file = join(folder, 'SHA256SUMS')
  await writeFile(file, lines.join(''))
  const key = process.env.GEN_PLAYGROUND_SIGNING_KEY
  if (!key) return log('Warning: SHA256SUMS is unsigned. To sign it, set GEN_PLAYGROUND_SIGNING_KEY.')
  const args = ['--batch', '--yes', '--armor', '--local-user', key, '--detach-sign', file]
  const { code, output } = await runQuietly('gpg', args)
  if (code !== 0) throw new UserError(`Couldn't sign the checksums with the key ${key}:\n${output}`)
}

/** The feed's file and its packages, by system. @type {Partial<Record<NodeJS.Platform, [file: string, names: RegExp]>>} */
const feeds = {
  linux: [`latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`, /\.(deb|AppImage)$/],
  darwin: ['latest-mac.yml', /\.(dmg|zip)$/],
  win32: ['latest.yml', /\.exe$/],
}

/**
 * Writes the feed for this system, in electron-updater's format, if there is a package.
 * @param {string} folder @param {{ version: string, releaseNotes?: string }} release
 */
export async function writeUpdateFeed(folder, release) {
  const [file, pattern] = feeds[process.platform] ?? ['', /^$/]
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort()
  if (names.length === 0) return
  const describe = async (/** @type {string} */ name) => {
    const path = join(folder, name)
    const sha512 = await hashFile(path, 'sha512', 'base64')
    return { url: encodeURIComponent(name), sha512, size: (await stat(path)).size }
  }
  const files = await Promise.all(names.map(describe))
  // JSON is YAML, too.
  const feed = JSON.stringify({ ...release, files, releaseDate: new Date().toISOString() }, null, 2)
  await writeFile(join(folder, file), `${feed}\n`)
}
