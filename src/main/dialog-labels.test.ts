// Checks how labels of native dialogs are capitalized on each system.
import { expect, test } from 'vitest'
import { toDialogLabel } from './dialog-labels'

test.each([
  ['Show data folder', 'Show Data Folder'],
  ['Continue in background', 'Continue in Background'],
  ['Quit', 'Quit'],
])('capitalizes “%s” in title case on macOS only', (label, title) => {
  expect(toDialogLabel(label, 'darwin')).toBe(title)
  for (const platform of ['linux', 'win32'] as const) expect(toDialogLabel(label, platform)).toBe(label)
})
