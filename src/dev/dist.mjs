// `npm run dist`: builds packages of the production application for this machine's platform, in the folder `dist`.
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build, Platform } from 'electron-builder'
import { buildApplication } from './build-application.mjs'
import { log, runCommand } from './command.mjs'
import { buildDebianPackage } from './debian-package.mjs'
import { findElectron } from './electron-runtime.mjs'
import { install } from './install.mjs'
import { cacheFolder, distFolder, outFolder, root } from './paths.mjs'

/** Holds only what is shipped: the built application, its manifest and its native modules. */
const stageFolder = join(cacheFolder, 'package')

await runCommand(async () => {
  await install('package')
  const electron = await findElectron()
  await buildApplication()
  const manifest = await stageApplication()
  await rm(distFolder, { recursive: true, force: true })
  const folder = await packFolder(electron)
  if (process.platform === 'linux') await buildDebianPackage(folder, manifest)
  for (const name of (await readdir(distFolder)).sort()) {
    const { size } = await stat(join(distFolder, name))
    if (/\.(deb|AppImage|tar\.gz|dmg|zip|exe)$/.test(name)) log(`${name}: ${(size / 1e6).toFixed(1)} MB`)
  }
  return 0
})

/** @returns {Promise<Record<string, any>>} the manifest of the shipped application */
async function stageApplication() {
  await rm(stageFolder, { recursive: true, force: true })
  await mkdir(stageFolder, { recursive: true })
  const { name, productName, version, description, author, license, main, homepage } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  )
  const native = await listNativeModules('libsql')
  const dependencies = Object.fromEntries(native)
  const manifest = { name, productName, version, description, author, license, homepage, main, dependencies }
  await writeFile(join(stageFolder, 'package.json'), JSON.stringify(manifest, null, 2))
  await cp(outFolder, join(stageFolder, 'out'), { recursive: true, filter: (path) => !path.endsWith('.map') })
  for (const [module] of native) {
    const target = join(stageFolder, 'node_modules', module)
    await cp(join(root, 'node_modules', module), target, { recursive: true, dereference: true })
  }
  return manifest
}

/**
 * A module outside the bundle with its dependencies; optional ones of other platforms are not installed.
 * @param {string} name @returns {Promise<[name: string, version: string][]>}
 */
async function listNativeModules(name) {
  const path = join(root, 'node_modules', name, 'package.json')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return []
  const { version, dependencies = {}, optionalDependencies = {} } = JSON.parse(text)
  const names = Object.keys({ ...dependencies, ...optionalDependencies })
  return [[name, version], ...(await Promise.all(names.map(listNativeModules))).flat()]
}

/** @param {string} electron the executable @returns {Promise<string>} the folder with the application and its runtime */
async function packFolder(electron) {
  const runtime = dirname(electron)
  await build({
    targets: Platform.current().createTarget('dir'),
    projectDir: root,
    publish: 'never',
    config: {
      appId: 'app.genplayground',
      directories: { app: stageFolder, output: distFolder, buildResources: 'resources' },
      executableName: 'gen-playground',
      electronVersion: (await readFile(join(runtime, 'version'), 'utf8')).trim().replace(/^v/, ''),
      electronDist: runtime,
      // The runtime is linked against glibc, whatever npm installs on this machine.
      files: ['**/*', '!**/*-musl/**'],
      extraFiles: ['LICENSE'],
      asar: true,
      asarUnpack: ['node_modules/**'],
      npmRebuild: false,
      // The fallback runtime starts the sources by this link.
      afterPack: ({ appOutDir }) => rm(join(appOutDir, 'resources', 'app'), { force: true }),
      linux: { category: 'Development' },
    },
  })
  return join(distFolder, 'linux-unpacked')
}
