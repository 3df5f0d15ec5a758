// The details of a build as they are shown, and copied for reports of bugs.
import type { BuildInfo, PackageType } from '#shared/schemas/updates'
import { formatDate } from '../../../components/format'

const packageNames: Record<PackageType, string> = {
  deb: 'Debian package',
  AppImage: 'AppImage',
  other: 'Archive or installer',
  source: 'Source checkout',
}

/** Without Git, a build has no commit and no date. */
export function listDetails(build: BuildInfo): (readonly [name: string, value: string])[] {
  const details: (readonly [string, string | null])[] = [
    ['Version', build.version],
    ['Commit', build.commit],
    ['Date', build.date && formatDate(build.date)],
    ['Package', packageNames[build.packageType]],
    ['Electron', build.electron],
    ['Chromium', build.chromium],
    ['Node.js', build.node],
    ['System', build.system],
    ['Sandbox', build.isSandboxed ? 'on' : 'off'],
    ['Data folder', build.dataFolder],
  ]
  return details.filter((detail): detail is readonly [string, string] => detail[1] !== null)
}

export function formatDetails(build: BuildInfo): string {
  return ['Gen Playground', ...listDetails(build).map(([name, value]) => `${name}: ${value}`)].join('\n')
}

/** Compares the numbers before any suffix. */
export function isOlderVersion(version: string, other: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number)
  const others = numbers(other)
  const difference = numbers(version)
    .map((number, index) => number - (others[index] ?? 0))
    .find((one) => one !== 0)
  return (difference ?? 0) < 0
}
