// The live list of transcriptions.
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { desktop } from '../../../api/desktop'
import { createLiveJobs, type LiveJobsStore } from '../../../jobs/live-jobs'
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

function describeEnd(job: TranscriptionJob): string {
  const { state } = job
  const { name } = job.source
  if (state === 'succeeded') return [`${name} transcribed`, describeWords(job)].filter(Boolean).join(', ')
  return state === 'cancelled' ? `${name} canceled` : `Couldn’t transcribe ${name}`
}
