// Downloads packages from the npm registry without installing them, and verifies their hashes.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UserError } from './command.mjs'
import { runNpm, runQuietly } from './run.mjs'

/**
 * @param {{ spec: string, integrity: string, folder: string }} options the package as `name@version`, its hash as in a
 * lockfile, and an empty folder
 * @returns {Promise<string>} the archive's path
 */
export async function downloadPackage({ spec, integrity, folder }) {
  const code = await runNpm(['pack', spec, '--silent', '--ignore-scripts', '--pack-destination', folder])
  const name = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
  if (code !== 0 || !name) throw new UserError(`npm couldn't download ${spec}.`)
  const archive = join(folder, name)
  if (`sha512-${await hashFile(archive, 'sha512', 'base64')}` === integrity) return archive
  throw new UserError(`Integrity check failed for ${spec}: unexpected hash.`)
}

/** @param {string} path @param {string} algorithm @param {'hex' | 'base64'} encoding */
export async function hashFile(path, algorithm, encoding) {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(path), hash)
  return hash.digest(encoding)
}

/** @param {string[]} args */
export async function runTar(args) {
  const { code, output } = await runQuietly('tar', args)
  if (code !== 0) throw new UserError(`tar failed:\n${output}`)
}
