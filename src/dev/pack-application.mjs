// Packs the built application with its runtime, by electron-builder.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build, Platform } from 'electron-builder'
import { testHost } from './build-test-host.mjs'
import { readRuntimeVersion } from './electron-runtime.mjs'
import { downloadPackage, runTar } from './npm-package.mjs'
import { toBuilderConfiguration } from './package-configuration.mjs'
import { cacheFolder, outFolder, root } from './paths.mjs'
import { withFolder } from './temporary-folder.mjs'

/** @typedef {{ folder: string, manifest: Record<string, any> }} Packed the folder with the application and its runtime */

/**
 * Packs the application without building packages from it. Linux only.
 * @param {{ electron: string, folder: string, changes?: Record<string, string> }} options the runtime's executable, the
 * folder for the result, and changes of the manifest, for tests
 * @returns {Promise<Packed>}
 */
export async function packApplication({ electron, folder, changes = {} }) {
  const runtime = { electronVersion: await readRuntimeVersion(electron), electronDist: dirname(electron) }
  const targets = Platform.current().createTarget('dir')
  const manifest = await buildStaged({ folder, changes, options: { targets }, runtime })
  return { folder: join(folder, 'linux-unpacked'), manifest }
}

/** Builds the packages in the configuration: on Linux of an application that is packed already. @param {{ folder: string, packed?: Packed }} options */
export async function buildTargets({ folder, packed }) {
  await buildStaged({ folder, options: packed ? { prepackaged: packed.folder } : {} })
}

/**
 * @param {{ folder: string, changes?: Record<string, string>, options: import('electron-builder').CliOptions,
 * runtime?: import('electron-builder').Configuration }} options
 * @returns the manifest of the shipped application
 */
async function buildStaged({ folder, changes = {}, options, runtime = {} }) {
  const { stageFolder, manifest } = await stageApplication(changes)
  const config = { ...toBuilderConfiguration(manifest, { stageFolder, folder }), ...runtime }
  try {
    await build({ ...options, projectDir: root, publish: 'never', config })
  } finally {
    await rm(stageFolder, { recursive: true, force: true })
  }
  return manifest
}

/** Copies only what is shipped: the built application, its manifest, icons and native modules. @param {Record<string, string>} changes */
async function stageApplication(changes) {
  await mkdir(cacheFolder, { recursive: true })
  const stageFolder = await mkdtemp(join(cacheFolder, 'package-'))
  const { name, productName, version, description, author, license, main, homepage } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  )
  const native = await listNativeModules('libsql')
  const dependencies = Object.fromEntries(native)
  const manifest = {
    ...{ name, productName, version, description, author, license, homepage, main, dependencies },
    // Electron's window class on Linux, by which desktops find the entry of a window.
    desktopName: `${changes.name ?? name}.desktop`,
    ...changes,
  }
  await writeFile(join(stageFolder, 'package.json'), JSON.stringify(manifest, null, 2))
  await cp(outFolder, join(stageFolder, 'out'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map') && path !== testHost,
  })
  await cp(join(root, 'resources', 'icons'), join(stageFolder, 'resources', 'icons'), { recursive: true })
  for (const [module, moduleVersion] of native) {
    const source = join(root, 'node_modules', module)
    const target = join(stageFolder, 'node_modules', module)
    await cp(source, target, { recursive: true, dereference: true }).catch(() =>
      downloadModule(module, moduleVersion, target),
    )
  }
  return { stageFolder, manifest }
}

/** A package for both kinds of Mac contains the native modules of both. */
const universalModules = ['@libsql/darwin-arm64', '@libsql/darwin-x64']

/** A module outside the bundle with its dependencies; optional ones of other platforms are not installed. @param {string} name @param {string} [expected] its version @returns {Promise<[name: string, version: string][]>} */
async function listNativeModules(name, expected = '') {
  const path = join(root, 'node_modules', name, 'package.json')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const isUniversal = process.platform === 'darwin' && universalModules.includes(name)
  if (text === undefined) return isUniversal ? [[name, expected]] : []
  const { version, dependencies = {}, optionalDependencies = {} } = JSON.parse(text)
  const needed = Object.entries({ ...dependencies, ...optionalDependencies })
  const found = await Promise.all(needed.map((each) => listNativeModules(...each)))
  return [[name, version], ...found.flat()]
}

/** Downloads a module that npm has not installed because it is for another processor. @param {string} name @param {string} version @param {string} target */
async function downloadModule(name, version, target) {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const { integrity } = packages[`node_modules/${name}`]
  await withFolder(async (folder) => {
    const archive = await downloadPackage({ spec: `${name}@${version}`, integrity, folder })
    await runTar(['-xzf', archive, '-C', folder])
    await mkdir(dirname(target), { recursive: true })
    await rm(target, { recursive: true, force: true })
    await cp(join(folder, 'package'), target, { recursive: true })
  })
}
