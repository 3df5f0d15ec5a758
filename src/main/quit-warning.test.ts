// What is said before quitting: only what is true of the jobs that are under way.
import { expect, test } from 'vitest'
import { warnOfQuitting } from './quit-warning'

const nothing = { videos: 0, transcriptions: 0, embeddings: 0 }

test('nothing is asked where nothing is under way', () => {
  expect(warnOfQuitting(nothing)).toBeUndefined()
})

test('each kind is counted, and what becomes of it is said', () => {
  const videos = warnOfQuitting({ ...nothing, videos: 1 })
  expect(videos?.message).toBe('1 video under way.')
  expect(videos?.detail).toMatch(/^Videos go on being made by the service, and are billed; [^\n]+$/)
  const transcriptions = warnOfQuitting({ ...nothing, transcriptions: 2 })
  expect(transcriptions?.message).toBe('2 transcriptions under way.')
  expect(transcriptions?.detail).toMatch(/^Transcriptions wait, and go on at the next start\. [^\n]+$/)
  const embeddings = warnOfQuitting({ ...nothing, embeddings: 2 })
  expect(embeddings?.message).toBe('2 sets of embeddings under way.')
  expect(embeddings?.detail).toMatch(/^Embeddings that have come are kept\. [^\n]+$/)
  const two = warnOfQuitting({ ...nothing, videos: 3, transcriptions: 1 })
  expect(two?.message).toBe('3 videos and 1 transcription under way.')
  const all = warnOfQuitting({ videos: 3, transcriptions: 1, embeddings: 1 })
  expect(all?.message).toBe('3 videos, 1 transcription and 1 set of embeddings under way.')
  expect(all?.detail).toBe([videos, transcriptions, embeddings].map((each) => each?.detail).join('\n\n'))
})

test('a quit that would lose a response asks first, and one whose response is rescued does not', () => {
  const save = { owner: 'turn', message: 'The disk is full.' }
  expect(warnOfQuitting(nothing, [{ ...save, rescued: true }])).toBeUndefined()
  expect(warnOfQuitting(nothing, [{ ...save, rescued: false }])).toEqual({
    message: 'Quit and lose what isn’t saved?',
    detail: 'The disk is full. Choose Cancel, put that right, then choose Retry save.',
  })
})
