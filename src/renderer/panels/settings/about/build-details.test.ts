// Checks the details of a build that users copy into reports of bugs, and the comparison of Electron's versions.
import { expect, test } from 'vitest'
import { isOlderVersion } from './build-details'

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
