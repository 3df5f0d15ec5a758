// Electron's download: through a mirror and a proxy, and never with a wrong checksum. Everything is on loopback.
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openForwardProxy } from '../gateway/testing/forward-proxy.fixture'
import { downloadElectron, fingerprintDownload } from './electron-download.mjs'
import { warnOfFallback } from './electron-runtime.mjs'
import { cacheFolder, root } from './paths.mjs'
import { openScriptedUpstream } from './scripted-upstream.mjs'

const version = '45.4.1'
const archive = Buffer.from(zipSync({ version: strToU8(version), electron: strToU8('#!/bin/sh\n') }))
const sha256 = createHash('sha256').update(archive).digest('hex')

/** The real package's installer, for an archive with this checksum. Within `node_modules`, where it finds its packages. */
async function createPackage(checksum: string): Promise<string> {
  await mkdir(cacheFolder, { recursive: true })
  const folder = await mkdtemp(join(cacheFolder, 'electron-package-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await copyFile(join(root, 'node_modules', 'electron', 'install.js'), join(folder, 'install.js'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }))
  const checksums = { [`electron-v${version}-linux-x64.zip`]: checksum }
  await writeFile(join(folder, 'checksums.json'), JSON.stringify(checksums))
  return folder
}

async function openMirror() {
  const requests: string[] = []
  const server = await openScriptedUpstream((incoming, outgoing) => {
    requests.push(incoming.url ?? '')
    outgoing.end(archive)
  })
  onTestFinished(server.close)
  return { requests, ...server }
}

/** Without the machine's own proxies, and with a cache of its own. */
const toEnvironment = (folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const platform = { ELECTRON_INSTALL_PLATFORM: 'linux', ELECTRON_INSTALL_ARCH: 'x64' }
  return { electron_config_cache: join(folder, 'cache'), ...platform, ...env }
}

const proxyUrl = (port: number) => `http://ada:secret@127.0.0.1:${port}`
const path = `/v${version}/electron-v${version}-linux-x64.zip`

test('Electron is downloaded from ELECTRON_MIRROR', async () => {
  const mirror = await openMirror()
  const folder = await createPackage(sha256)
  const environment = toEnvironment(folder, { ELECTRON_MIRROR: `${mirror.url}/electron` })
  const downloaded = await downloadElectron(folder, environment)
  expect(downloaded).toEqual({ path: join(folder, 'dist', 'electron'), problem: '' })
  expect(mirror.requests).toEqual([`/electron${path}`])
})

test('a file with another checksum is not installed, even if the mirror provides its checksum', async () => {
  const mirror = await openMirror()
  const folder = await createPackage('0'.repeat(64))
  const environment = toEnvironment(folder, {
    // Also with a slash at its end.
    npm_config_electron_mirror: `${mirror.url}/`,
    electron_use_remote_checksums: '1',
  })
  const downloaded = await downloadElectron(folder, environment)
  expect(downloaded).toEqual({ path: undefined, problem: expect.stringContaining('checksum') })
  expect(mirror.requests).toEqual([path])
  await expect(readFile(join(folder, 'path.txt'))).rejects.toThrow('ENOENT')
})

test.each(['HTTPS_PROXY', 'npm_config_proxy'])(
  'Electron is downloaded through the proxy in %s',
  async (name) => {
    const mirror = await openMirror()
    const proxy = await openForwardProxy({ targetPort: mirror.port, credentials: 'ada:secret' })
    onTestFinished(proxy.close)
    const folder = await createPackage(sha256)
    // The mirror has no certificate, so with TLS it is enough that the tunnel is requested.
    const [protocol, port] = name.toLowerCase().includes('https') ? ['https', 443] : ['http', 80]
    const environment = { ELECTRON_MIRROR: `${protocol}://mirror.invalid`, [name]: proxyUrl(proxy.port) }
    const { path: executable } = await downloadElectron(folder, toEnvironment(folder, environment))
    expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT mirror.invalid:${port}`]))
    expect(executable).toBe(port === 443 ? undefined : join(folder, 'dist', 'electron'))
  },
)

test('a changed mirror or proxy is tried at once, and the stored value contains no password', () => {
  const names = [
    'https_proxy',
    'HTTP_PROXY',
    'npm_config_https_proxy',
    'npm_config_noproxy',
    'ELECTRON_MIRROR',
  ]
  for (const name of names) {
    const changed = fingerprintDownload({ [name]: proxyUrl(8080) })
    expect(changed).not.toBe(fingerprintDownload({}))
    expect(changed).not.toContain('secret')
  }
})

test('only the fallback runtime is reported, in one line that says how to get the pinned one', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  await warnOfFallback(join(root, 'node_modules', 'electron', 'dist', 'electron'))
  expect(write).not.toHaveBeenCalled()
  await warnOfFallback(join(cacheFolder, 'electron-25.1.1', 'electron'))
  expect(write.mock.calls).toEqual([
    [expect.stringMatching(/^Electron 25\.1\.1 .*no security updates.+ELECTRON_MIRROR.+\n$/)],
  ])
})
