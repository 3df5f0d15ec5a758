// Downloads the executable of the npm package `electron`, through the mirror and the proxy that are configured.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runQuietly } from './run.mjs'

/** @param {string} packageFolder @returns {Promise<string | undefined>} the executable's path, if the download is complete */
export async function findDownloadedElectron(packageFolder) {
  const read = (/** @type {string} */ path) => readFile(join(packageFolder, path), 'utf8').catch(() => '')
  // Written last.
  const path = join(packageFolder, 'dist', await read('path.txt'))
  const installed = (await read('dist/version')).trim().replace(/^v/, '')
  const { version } = JSON.parse(await read('package.json'))
  return installed === version && existsSync(path) ? path : undefined
}

/**
 * Verifies the download with the checksums in the package.
 * @param {string} packageFolder
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Promise<{ path: string | undefined, problem: string }>} the executable's path, or why it could not be downloaded
 */
export async function downloadElectron(packageFolder, environment = process.env) {
  const { code, output } = await runQuietly(process.execPath, [join(packageFolder, 'install.js')], {
    env: { ...environment, ...toDownloadEnvironment(environment) },
    minutes: 10,
  })
  const path = code === 0 ? await findDownloadedElectron(packageFolder) : undefined
  const lines = output.trim().split('\n')
  // Node.js may print warnings before it.
  return { path, problem: lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? '' }
}

/** Electron's installer ignores proxies without this variable, and always ignores those of npm. @param {NodeJS.ProcessEnv} env @returns {NodeJS.ProcessEnv} what to add to it */
function toDownloadEnvironment(env) {
  const https = env.https_proxy || env.HTTPS_PROXY || env.npm_config_https_proxy || env.npm_config_proxy
  const http = env.http_proxy || env.HTTP_PROXY || env.npm_config_proxy
  const bypass = env.no_proxy || env.NO_PROXY || env.npm_config_noproxy
  const mirror = env.npm_config_electron_mirror || env.NPM_CONFIG_ELECTRON_MIRROR || env.ELECTRON_MIRROR
  return {
    ...((https || http) && { ELECTRON_GET_USE_PROXY: '1', NODE_USE_ENV_PROXY: '1' }),
    ...(https && { https_proxy: https }),
    ...(http && { http_proxy: http }),
    ...(bypass && { no_proxy: bypass }),
    // The version follows it.
    ...(mirror && { npm_config_electron_mirror: mirror.replace(/\/*$/, '/') }),
    // Checksums from the same host would verify nothing.
    electron_use_remote_checksums: undefined,
    npm_config_electron_use_remote_checksums: undefined,
  }
}

/** Changes with the mirror and the proxies, which may contain passwords. @param {NodeJS.ProcessEnv} [environment] @returns {string} */
export function fingerprintDownload(environment = process.env) {
  const settings = JSON.stringify(toDownloadEnvironment(environment))
  return createHash('sha256').update(settings).digest('hex')
}
