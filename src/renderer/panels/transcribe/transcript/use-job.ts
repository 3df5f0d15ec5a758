// A job as it is in the list, or, where it is not in the list any more, as it was kept.
import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../api/desktop'
import { findTranscription, useTranscriptions } from '../state/transcriptions'

export function useJob(jobId: string) {
  const listed = useTranscriptions(({ list }) => findTranscription(list, jobId))
  const { data, error, refetch } = useQuery({
    ...queries.transcriptions.job.queryOptions({ input: { id: jobId } }),
    enabled: listed === undefined,
    refetchOnMount: 'always',
  })
  return { job: listed ?? data, error: listed ? null : error, refetch }
}
