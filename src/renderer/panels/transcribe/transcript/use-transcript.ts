// The transcript of a job, asked for again as it grows.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { queries } from '../../../api/desktop'

/** Milliseconds between two askings: it may be long. */
const pause = 700

export function useTranscript(job: TranscriptionJob) {
  const query = useQuery({
    ...queries.transcriptions.read.queryOptions({ input: { id: job.id } }),
    // It may have grown, or been edited, since it was last looked at.
    refetchOnMount: 'always',
  })
  const { refetch } = query
  const growth = tellGrowth(job)
  const asked = useRef({ growth, at: 0 })
  useEffect(() => {
    if (asked.current.growth === growth) return
    const wait = Math.max(0, asked.current.at + pause - Date.now())
    const timer = setTimeout(() => {
      asked.current = { growth, at: Date.now() }
      void refetch()
    }, wait)
    return () => clearTimeout(timer)
  }, [growth, refetch])
  return query
}

/** Differs where more has come. */
function tellGrowth({ state, words, preview, pieces }: TranscriptionJob): string {
  return [state, words, pieces.filter((piece) => piece.state === 'done').length, preview].join('/')
}
