// `npm run dist`: builds packages of the production application for this machine's platform, in the folder `dist`.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApplication } from './build-application.mjs'
import { log, readArguments, runCommand, UserError } from './command.mjs'
import { buildDebianPackage } from './debian-package.mjs'
import { findElectron, pinnedVersion, readRuntimeVersion } from './electron-runtime.mjs'
import { install } from './install.mjs'
import { runTar } from './npm-package.mjs'
import { buildTargets, packApplication } from './pack-application.mjs'
import { writeChecksums, writeUpdateFeed } from './package-lists.mjs'
import { distFolder } from './paths.mjs'
import { readRelease } from './release-notes.mjs'

await runCommand(async () => {
  // Tests may also build from an older Electron than the pinned one.
  const allowOld = 'allow-old-electron'
  const { values } = parseArgs({ args: readArguments(), options: { [allowOld]: { type: 'boolean' } } })
  await install('package')
  const electron = process.platform === 'linux' ? await findElectron() : undefined
  if (electron && !values[allowOld]) await rejectOldElectron(electron)
  await buildApplication()
  await rm(distFolder, { recursive: true, force: true })
  await mkdir(distFolder, { recursive: true })
  if (electron) await buildForLinux(electron)
  else await buildTargets({ folder: distFolder })
  const isPackage = /\.(deb|AppImage|tar\.gz|dmg|zip|exe)$/
  const packages = (await readdir(distFolder)).filter((name) => isPackage.test(name)).sort()
  log(`Built ${packages.join(', ')}.`)
  await writeChecksums(distFolder, packages)
  await writeUpdateFeed(distFolder, await readRelease())
  return 0
})

/** @param {string} electron the executable */
async function buildForLinux(electron) {
  const packed = await packApplication({ electron, folder: distFolder })
  await buildDebianPackage({ ...packed, target: distFolder })
  const { name, version } = packed.manifest
  // As in the AppImage's file name.
  const arch = process.arch === 'x64' ? 'x86_64' : process.arch
  const archive = join(distFolder, `${name}-${version}-linux-${arch}.tar.gz`)
  const rename = `s,^\\.,${name}-${version},`
  await runTar(['-czf', archive, '--owner=0', '--group=0', `--transform=${rename}`, '-C', packed.folder, '.'])
  try {
    await buildTargets({ folder: distFolder, packed })
  } catch (error) {
    // Its tools are not in the npm registry.
    const [reason] = String(error).split('\n')
    log(
      `Couldn't build the AppImage: ${reason}. If the host of electron-builder's tools can't be reached, set ELECTRON_BUILDER_BINARIES_MIRROR.`,
    )
  }
}

/** @param {string} electron the executable */
async function rejectOldElectron(electron) {
  const [version, pinned] = [await readRuntimeVersion(electron), await pinnedVersion()]
  if (version === pinned) return
  throw new UserError(
    `Packages need Electron ${pinned}, but only ${version} is available, which no longer gets security fixes.
  - To download it from a mirror, set ELECTRON_MIRROR and GEN_PLAYGROUND_FETCH=1.
  - To build packages for tests anyway: npm run dist -- --allow-old-electron`,
  )
}
