// Writes the SHA-256 hashes of packages, in the format of `sha256sum`, and signs the list if there is a key.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from './command.mjs'
import { hashFile } from './npm-package.mjs'
import { runQuietly } from './run.mjs'

/** Signs with GnuPG if GEN_PLAYGROUND_SIGNING_KEY has the ID of a key. @param {string} folder @param {string[]} names */
export async function writeChecksums(folder, names) {
  const lines = await Promise.all(
    names.map(async (name) => `${await hashFile(join(folder, name), 'sha256', 'hex')}  ${name}\n`),
  )
  const file = join(folder, 'SHA256SUMS')
  await writeFile(file, lines.join(''))
  const key = process.env.GEN_PLAYGROUND_SIGNING_KEY
  if (!key) return
  const args = ['--batch', '--yes', '--armor', '--local-user', key, '--detach-sign', file]
  const { code, output } = await runQuietly('gpg', args)
  if (code !== 0) throw new UserError(`Couldn't sign the checksums with the key ${key}:\n${output}`)
}
