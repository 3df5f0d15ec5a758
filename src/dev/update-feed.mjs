// Writes the feed that the application checks for updates, in electron-updater's format.
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile } from './npm-package.mjs'

/** The feed's file and its packages, by system. @type {Partial<Record<NodeJS.Platform, [file: string, names: RegExp]>>} */
const feeds = {
  linux: [`latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`, /\.(deb|AppImage)$/],
  darwin: ['latest-mac.yml', /\.(dmg|zip)$/],
  win32: ['latest.yml', /\.exe$/],
}

/**
 * Describes the packages in a folder, for this system. Upload the file and the packages to one folder of a web server: its
 * URL is the feed URL. Writes nothing if there is no package.
 * @param {string} distFolder
 * @param {{ version: string, releaseNotes?: string, releaseDate?: Date }} release
 * @returns {Promise<string | undefined>} the file's path
 */
export async function writeUpdateFeed(distFolder, { version, releaseNotes, releaseDate = new Date() }) {
  const [file, pattern] = feeds[process.platform] ?? ['', /^$/]
  const names = (await readdir(distFolder)).filter((name) => pattern.test(name)).sort()
  if (names.length === 0) return undefined
  const files = await Promise.all(names.map((name) => describeFile(distFolder, name)))
  const path = join(distFolder, file)
  const feed = { version, files, releaseDate: releaseDate.toISOString(), releaseNotes }
  // JSON is YAML, too.
  await writeFile(path, `${JSON.stringify(feed, null, 2)}\n`)
  return path
}

/** @param {string} folder @param {string} name */
async function describeFile(folder, name) {
  const path = join(folder, name)
  const sha512 = await hashFile(path, 'sha512', 'base64')
  return { url: encodeURIComponent(name), sha512, size: (await stat(path)).size }
}
