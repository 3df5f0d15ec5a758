// Checks the details of a build that users copy into reports of bugs, and the comparison of Electron's versions.
import { expect, test } from 'vitest'
import { formatDetails, isOlderVersion } from './build-details'

test('details name every version, and leave out what a build without Git does not have', () => {
  const build = {
    version: '1.2.0',
    commit: null,
    date: null,
    electron: '45.4.1',
    pinnedElectron: '45.4.1',
    chromium: '150.0.1.2',
    node: '24.1.0',
    system: 'linux x64 6.1',
    packageType: 'deb',
    isSandboxed: true,
    dataFolder: '/home/ann/.config/Gen Playground',
  } as const
  expect(formatDetails(build)).toBe(
    `Gen Playground
Version: 1.2.0
Package: Debian package
Electron: 45.4.1
Chromium: 150.0.1.2
Node.js: 24.1.0
System: linux x64 6.1
Sandbox: on
Data folder: /home/ann/.config/Gen Playground`,
  )
  const text = formatDetails({ ...build, commit: 'abc1234', date: '2026-11-23T23:30:00+02:00' })
  expect(text).toContain('Commit: abc1234\nDate: Nov 23, 2026\n')
})

test.each([
  ['25.1.1', '45.4.1', true],
  ['45.4.0', '45.4.1', true],
  ['9.9.9', '10.0.0', true],
  ['45.4.1', '45.4.1', false],
  ['46.0.0', '45.4.1', false],
  ['46.0.0-beta.1', '45.9.9', false],
])('Electron %s is older than %s: %s', (version, other, isOlder) => {
  expect(isOlderVersion(version, other)).toBe(isOlder)
})
