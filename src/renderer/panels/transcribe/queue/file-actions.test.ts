// Transcribing a file again: each job is billed.
import { beforeEach, expect, test, vi } from 'vitest'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { transcriptionForm } from '../../../state/transcription-form'
import { makeTranscription } from '../state/transcription.fixture'
import { transcribeAgain } from './file-actions'

const jobs = new Map<string, TranscriptionJob>()
let accepts = true

vi.mock('../../../api/desktop', () => ({
  queries: {
    models: { list: { queryKey: () => ['models'] } },
    settings: { read: { queryKey: () => ['settings'] } },
  },
  desktop: {
    drafts: { read: async () => ({}) },
    forms: { read: async () => ({}), write: async () => {} },
    transcriptions: {
      job: async ({ id }: { id: string }) => jobs.get(id) ?? null,
      /** Like the workspace, adds no id twice; reading a file takes a while. */
      add: async ({ sources }: { sources: { id: string; name: string }[] }) => {
        await new Promise((resolve) => setImmediate(resolve))
        if (!accepts) throw new Error('not now')
        const added = sources.filter(({ id }) => !jobs.has(id))
        for (const { id } of added) jobs.set(id, makeTranscription({ id }))
        return { ids: added.map(({ id }) => id), rejected: [] }
      },
    },
  },
}))
vi.stubGlobal('window', new EventTarget())
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })

const source = makeTranscription({ id: 'first', state: 'succeeded', endedAt: 1 })
const end = () => {
  for (const job of jobs.values()) jobs.set(job.id, { ...job, state: 'succeeded', endedAt: 2 })
}

beforeEach(() => {
  end()
  accepts = true
})

test('pressing it twice adds one job', async () => {
  const before = jobs.size
  const results = await Promise.all([transcribeAgain.run([source]), transcribeAgain.run([source])])
  expect(jobs.size - before).toBe(1)
  expect(results.filter(Boolean)).toEqual(['talk.mp3 added to the queue with the current settings'])
})

test('it says that the job is in the queue already; once that has ended, it adds another one', async () => {
  await transcribeAgain.run([source])
  const before = jobs.size
  expect(await transcribeAgain.run([source])).toBe('talk.mp3 is already in the queue with these settings')
  expect(jobs.size).toBe(before)
  end()
  await Promise.all([transcribeAgain.run([source]), transcribeAgain.run([source])])
  expect(jobs.size - before).toBe(1)
})

test('other settings are another job', async () => {
  await transcribeAgain.run([source])
  const before = jobs.size
  transcriptionForm.change({ language: 'fr' })
  await transcribeAgain.run([source])
  transcriptionForm.change({ language: '' })
  expect(jobs.size - before).toBe(1)
})

test('after a failure it can be repeated', async () => {
  const before = jobs.size
  accepts = false
  await expect(transcribeAgain.run([source])).rejects.toThrow('not now')
  accepts = true
  await transcribeAgain.run([source])
  expect(jobs.size - before).toBe(1)
})
