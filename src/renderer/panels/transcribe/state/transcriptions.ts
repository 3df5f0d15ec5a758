// The live list of transcriptions.
import { skipToken, useQuery } from '@tanstack/react-query'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { desktop, queries } from '../../../api/desktop'
import { createLiveJobs, findJob, type LiveJobsStore } from '../../../jobs/live-jobs'
import { describeWords } from '../queue/describe-job'

export const transcriptions: LiveJobsStore<TranscriptionJob> = createLiveJobs({
  subscribe: (signal) => desktop.transcriptions.watch(undefined, { signal }),
  list: desktop.transcriptions.list,
  isEnded: ({ endedAt }) => endedAt !== null,
  describeEnd,
})

export const useTranscriptions: LiveJobsStore<TranscriptionJob>['useJobs'] = transcriptions.useJobs

/** The last row shows a failure. */
export function fetchEarlierFiles() {
  transcriptions.fetchEarlier().catch(() => undefined)
}

/** As the rows are. */
export function listTranscriptions(): TranscriptionJob[] {
  const { open, ended } = useTranscriptions.getState()
  return [...open, ...ended]
}

/** Also a job that was removed from the list, or that the list has not read yet; null if it does not exist. */
export function useTranscription(jobId: string | null) {
  const listed = useTranscriptions((list) => findJob(list, jobId ?? undefined))
  const { data, error, refetch } = useQuery({
    ...queries.transcriptions.job.queryOptions({ input: jobId === null ? skipToken : { id: jobId } }),
    enabled: jobId !== null && listed === undefined,
    refetchOnMount: 'always',
  })
  return { job: listed ?? data, error: listed ? null : error, refetch }
}

function describeEnd(job: TranscriptionJob): string {
  const { state } = job
  const { name } = job.source
  if (state === 'succeeded') return [`${name} transcribed`, describeWords(job)].filter(Boolean).join(', ')
  return state === 'cancelled' ? `${name} canceled` : `Couldn’t transcribe ${name}`
}
