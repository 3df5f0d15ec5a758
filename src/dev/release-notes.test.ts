// Checks the release notes that are made from the subjects of commits.
import { expect, test } from 'vitest'
import { formatReleaseNotes } from './release-notes.mjs'

test('groups changes by panel, and leaves out what users do not notice', () => {
  const notes = formatReleaseNotes([
    'Videos: resume polling after a restart',
    'Chat: export as HTML',
    'Test: a flaky scroll',
    'Chat: export as HTML',
    'Merge the plain words of the demo',
    'Build a Debian package',
    'Unknown: a prefix of no panel',
  ])
  expect(notes).toBe(
    [
      'Chat\n\n- Export as HTML\n',
      'Video\n\n- Resume polling after a restart\n',
      'General\n\n- Build a Debian package\n- Unknown: a prefix of no panel\n',
    ].join('\n'),
  )
  expect(formatReleaseNotes(['Test: nothing else'])).toBe('')
})
