// The chosen files, as they are now.
import { useMemo } from 'react'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { useTranscriptions } from '../state/transcriptions'
import { useTranscribeView } from '../transcribe-view'

/** In the order of the list. */
export function useChosenJobs(): readonly TranscriptionJob[] {
  const ids = useTranscribeView(({ chosen }) => chosen.ids)
  const { open, ended } = useTranscriptions((state) => state.list)
  return useMemo(
    () => (ids.size === 0 ? [] : [...open, ...ended].filter(({ id }) => ids.has(id))),
    [ids, open, ended],
  )
}
