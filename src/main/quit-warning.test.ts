// What is said before quitting: only what is true of the jobs that are under way.
import { expect, test } from 'vitest'
import { warnOfQuitting } from './quit-warning'

test('nothing is asked where nothing is under way', () => {
  expect(warnOfQuitting({ videos: 0, transcriptions: 0 })).toBeUndefined()
})

test('each kind is counted, and what becomes of it is said', () => {
  const videos = warnOfQuitting({ videos: 1, transcriptions: 0 })
  expect(videos?.message).toBe('1 video under way.')
  expect(videos?.detail).toMatch(/^Videos go on being made by the service, and are billed; [^\n]+$/)
  const transcriptions = warnOfQuitting({ videos: 0, transcriptions: 2 })
  expect(transcriptions?.message).toBe('2 transcriptions under way.')
  expect(transcriptions?.detail).toMatch(/^Transcriptions wait, and go on at the next start\. [^\n]+$/)
  const both = warnOfQuitting({ videos: 3, transcriptions: 1 })
  expect(both?.message).toBe('3 videos and 1 transcription under way.')
  expect(both?.detail).toBe(`${videos?.detail}\n\n${transcriptions?.detail}`)
})
