// Bundles the main process of page tests into the built application, whose workers and pages it uses.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from './bundle-module.mjs'
import { cacheFolder, outFolder, root } from './paths.mjs'

/** The program's path. Packages do not contain it. */
export const testHost = join(outFolder, 'main', 'test-host.cjs')
const source = join(root, 'e2e', 'test-host.ts')
const marker = join(cacheFolder, 'test-host-built-from.txt')

/** Must be called after `buildApplication`. */
export async function buildTestHost() {
  const inputs = `${await readFile(join(outFolder, 'built-from.txt'), 'utf8')} ${await readFile(source, 'utf8')}`
  const built = await readFile(marker, 'utf8').catch(() => '')
  if (built === inputs && existsSync(testHost)) return
  await mkdir(cacheFolder, { recursive: true })
  await rm(marker, { force: true })
  await bundle(source, testHost)
  await writeFile(marker, inputs)
}
