// Builds the application into `out`, unless it was built from the very same sources.
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprintSources } from './build-sources.mjs'
import { Obstacle } from './command.mjs'
import { outFolder } from './paths.mjs'
import { run } from './run.mjs'
import { say } from './say.mjs'
import { findTool } from './tools.mjs'

const marker = join(outFolder, 'built-from.txt')
const products = ['main/main.cjs', 'main/headless.cjs', 'preload/preload.cjs', 'renderer/index.html']

/** @param {{ always?: boolean }} [options] */
export async function buildApplication({ always = false } = {}) {
  const sources = await fingerprintSources()
  if (!always && (await isBuiltFrom(sources))) return
  say('Building the application.')
  await forgetBuild()
  const code = await run(process.execPath, [findTool('electron-vite'), 'build', '--logLevel', 'warn'], {
    stdoutToStderr: true,
  })
  if (code !== 0) throw new Obstacle('The build failed; its own words are above.')
  await writeFile(marker, sources)
}

/** For whoever writes to `out` by other ways. */
export async function forgetBuild() {
  await rm(marker, { force: true })
}

/** @param {string} sources */
async function isBuiltFrom(sources) {
  const whole = products.every((path) => existsSync(join(outFolder, path)))
  return whole && (await readFile(marker, 'utf8').catch(() => '')) === sources
}
