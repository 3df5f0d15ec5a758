// The version of the application, and what it was built from and runs on.
import { existsSync, readFileSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { BuildInfo, PackageType } from '#shared/schemas/updates'
import { devDependencies, productName, version } from '../../package.json'

export { version }

/** Written by `src/dev/build-application.mjs`; missing in the build of `npm run dev`. */
const CommitFile = z.object({ commit: z.string().nullable(), date: z.string().nullable() })

/** `outFolder` holds the built application. */
export function readBuildInfo(
  outFolder: string,
): Omit<BuildInfo, 'packageType' | 'isSandboxed' | 'dataFolder'> {
  const { electron = '', chrome = '' } = process.versions
  return {
    version,
    ...readCommit(join(outFolder, 'commit.json')),
    electron,
    pinnedElectron: devDependencies.electron,
    chromium: chrome,
    node: process.versions.node,
    system: `${process.platform} ${process.arch} ${release()}`,
  }
}

function readCommit(file: string): z.infer<typeof CommitFile> {
  try {
    return CommitFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { commit: null, date: null }
  }
}

/** The line that `--version` prints. */
export function describeVersion({ commit }: Pick<BuildInfo, 'commit'>): string {
  return `${productName} ${version}${commit === null ? '' : ` (commit ${commit})`}`
}

/** How the application was installed. electron-builder's file `package-type` names the package that it is from. */
export function findPackageType(isPackaged: boolean): PackageType {
  if (process.env.APPIMAGE) return 'AppImage'
  const file = join(process.resourcesPath ?? '', 'package-type')
  if (existsSync(file) && readFileSync(file, 'utf8').trim() === 'deb') return 'deb'
  return isPackaged ? 'other' : 'source'
}
