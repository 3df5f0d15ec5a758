// Edits of turns, kept among the drafts.
import { expect, test } from 'vitest'
import { readDraft, useDrafts } from '../../../state/drafts'
import { endEdit, readEdit, writeEdit } from './turn-edits'

test('an edit that was emptied is still one, and one that has ended leaves nothing behind', () => {
  const written = () => readDraft(useDrafts.getState().drafts, 'edit t1').text
  writeEdit('t1', ['Before', 'after'])
  expect(readEdit(written())).toEqual(['Before', 'after'])
  writeEdit('t1', [''])
  expect(readEdit(written())).toEqual([''])
  endEdit('t1')
  expect(useDrafts.getState().drafts).toEqual({})
})

test('what cannot be read is shown, not lost', () => {
  expect([readEdit('half of ["'), readEdit('[]')]).toEqual([['half of ["'], ['[]']])
})
