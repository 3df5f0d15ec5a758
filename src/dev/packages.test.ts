// Checks what packages are built from: icons, configuration, checksums, and the runtime's version.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageSize } from 'image-size'
import { expect, test, vi } from 'vitest'
import { toBuilderConfiguration, writeUpdateConfiguration } from './package-configuration.mjs'
import { writeChecksums } from './package-lists.mjs'
import { outFolder, root } from './paths.mjs'

const resources = join(root, 'resources')

test('icons have every size that systems show', async () => {
  const names = await readdir(join(resources, 'icons'))
  const sizes = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024]
  expect(names.sort()).toEqual(sizes.map((size) => `${size}x${size}.png`).sort())
  const read = async (name: string) => imageSize(await readFile(join(resources, name)))
  for (const name of names) {
    const { width, height } = await read(join('icons', name))
    expect(`${width}x${height}.png`).toBe(name)
  }
  const listImages = async (name: string) => (await read(name)).images ?? []
  const widths = (await listImages('icon.ico')).map(({ width }) => width)
  expect(widths).toEqual([16, 24, 32, 48, 64, 128, 256])
  const types = (await listImages('icon.icns')).map(({ type }) => type)
  const required = ['ic07', 'ic08', 'ic09', 'ic10', 'ic11', 'ic12', 'ic13', 'ic14']
  expect(types).toEqual(expect.arrayContaining(required))
})

test('the configuration of all platforms names only files that exist', () => {
  const manifest = { name: 'gen-playground', productName: 'Gen Playground', author: 'Developers <a@b>' }
  const configuration = toBuilderConfiguration(manifest, { stageFolder: '/stage', folder: '/dist' })
  const paths = JSON.stringify(configuration).match(/"[^"]*"/g) ?? []
  const own = paths.map((path) => path.slice(1, -1)).filter((path) => path.startsWith(root))
  // Built later.
  const sources = own.filter((path) => !path.startsWith(outFolder))
  expect(own).toEqual(expect.arrayContaining([join(resources, 'icon.ico'), join(resources, 'icon.icns')]))
  expect(sources.filter((path) => !existsSync(path))).toEqual([])
})

test('packages look for updates only if they are built with an HTTPS URL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'update-configuration-'))
  await writeUpdateConfiguration(folder, 'gen')
  expect(await readdir(folder)).toEqual([])
  vi.stubEnv('GEN_PLAYGROUND_UPDATE_URL', 'http://example.com/gen')
  await expect(writeUpdateConfiguration(folder, 'gen')).rejects.toThrow('must start with https://')
  vi.stubEnv('GEN_PLAYGROUND_UPDATE_URL', 'https://example.com/gen')
  await writeUpdateConfiguration(folder, 'gen')
  expect(await readFile(join(folder, 'app-update.yml'), 'utf8')).toContain('"url": "https://example.com/gen"')
  vi.unstubAllEnvs()
})

test.runIf(process.platform === 'linux')('checksums are those that sha256sum expects', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checksums-'))
  await writeFile(join(folder, 'one.deb'), 'one')
  await writeFile(join(folder, 'two.AppImage'), 'two')
  await writeChecksums(folder, ['one.deb', 'two.AppImage'])
  const check = () => spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
  expect(check().stdout).toBe('one.deb: OK\ntwo.AppImage: OK\n')
  await writeFile(join(folder, 'two.AppImage'), 'changed')
  expect(check().status).toBe(1)
})

test.runIf(process.platform === 'linux')('builds no package from an old Electron', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'old-electron-'))
  await writeFile(join(folder, 'electron'), '')
  await writeFile(join(folder, 'version'), 'v25.1.1')
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'src', 'dev', 'dist.mjs')], {
    env: { ...process.env, GEN_PLAYGROUND_ELECTRON: join(folder, 'electron') },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('no longer gets security fixes')])
  expect(stderr).toMatch(/Packages need Electron \d+\.\d+\.\d+, but only 25\.1\.1 is available/)
})
