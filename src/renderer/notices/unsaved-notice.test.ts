// The description of work that isn't saved yet.
import { expect, test } from 'vitest'
import { describeUnsaved } from './UnsavedNotice'

const message = 'The disk is full.'
const file = { media: 'a', path: '/data/rescue/aa/a.png' }
const response = { owner: 'turn', what: 'Response', media: ['a'] }

test('an unsaved response names the reason, and whether quitting would lose it', () => {
  const describeSave = (rescued: boolean) =>
    describeUnsaved(
      { pending: [{ owner: 'turn', message, rescued }], files: [], filesProblem: null },
      response,
    )
  expect(describeSave(true)).toEqual({
    title: 'Response not saved yet',
    message: 'The disk is full. The app keeps retrying. If you quit, nothing is lost.',
  })
  expect(describeSave(false)?.message).toMatch(/Don’t quit until it’s saved\.$/)
})

test('a rescued file names the reason and its path, and other owners’ work is not mentioned', () => {
  const unsaved = {
    pending: [{ owner: 'other', message, rescued: false }],
    files: [file],
    filesProblem: 'Media folder /x not found.',
  }
  expect(describeUnsaved(unsaved, response)).toMatchObject({
    title: 'Saved in the rescue folder',
    message: expect.stringMatching(/^Media folder \/x not found\./),
    path: file.path,
  })
  expect(describeUnsaved(unsaved, { ...response, media: [] })).toBeUndefined()
})
