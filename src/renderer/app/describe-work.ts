// Words for the work that is under way, and the numbers of jobs beside their panels.
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { PanelId } from '../state/navigation'

type Jobs = ApplicationStatus['jobs']

/** Empty where nothing is; `3 under way: 2 videos, 1 transcription`. */
export function describeWork({ running, jobs }: Pick<ApplicationStatus, 'running' | 'jobs'>): string {
  if (running === 0) return ''
  const kinds = [
    jobs.videos > 0 && count(jobs.videos, 'video'),
    jobs.transcriptions > 0 && count(jobs.transcriptions, 'transcription'),
    jobs.embeddings > 0 && count(jobs.embeddings, 'set of embeddings', 'sets of embeddings'),
  ].filter((kind) => kind !== false)
  return [`${running} under way`, kinds.join(', ')].filter(Boolean).join(': ')
}

/** Of the panel; 0 where it has none. */
export function countJobs(panel: PanelId, jobs: Jobs): number {
  if (panel === 'video') return jobs.videos
  if (panel === 'transcribe') return jobs.transcriptions
  return panel === 'embeddings' ? jobs.embeddings : 0
}

export function describeJobs(jobs: number): string {
  return `${jobs} under way`
}

function count(number: number, one: string, several = `${one}s`): string {
  return number === 1 ? `1 ${one}` : `${number} ${several}`
}
