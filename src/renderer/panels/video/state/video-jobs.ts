// The video jobs, live while the panel is open, and announcements of those that end.
import { useMemo } from 'react'
import type { VideoJob } from '#shared/schemas/video-job'
import { desktop } from '../../../api/desktop'
import { byAge, createLiveJobs, type LiveJobsStore } from '../../../jobs/live-jobs'
import { describeState } from '../jobs/describe-job'

/** It no longer changes unless the user acts. */
export function isEnded({ endedAt, state }: Pick<VideoJob, 'endedAt' | 'state'>): boolean {
  return endedAt !== null || state === 'unfollowed'
}

export const videoJobs: LiveJobsStore<VideoJob> = createLiveJobs({
  subscribe: (signal) => desktop.videos.watch(undefined, { signal }),
  list: desktop.videos.list,
  isEnded,
  describeEnd: describeVideoEnd,
})

/** All that are loaded, the newest first. */
export function useVideoJobs(): readonly VideoJob[] {
  const open = videoJobs.useJobs((state) => state.open)
  const ended = videoJobs.useJobs((state) => state.ended)
  return useMemo(() => [...open, ...ended].sort(byAge), [open, ended])
}

/** Those whose prompts, model or state contain every word. */
export function findVideos(jobs: readonly VideoJob[], query: string): readonly VideoJob[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return jobs.filter((job) => {
    const { prompt, negativePrompt = '', model } = job.form
    const text = [prompt, negativePrompt, model, describeState(job).label].join(' ').toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const ends: Readonly<Partial<Record<VideoJob['state'], string>>> = {
  succeeded: 'is ready',
  failed: 'failed',
  filtered: 'was blocked by a safety filter',
  interrupted: 'was interrupted',
  unfollowed: 'is no longer being polled',
  cancelled: 'was canceled',
}

function describeVideoEnd({ state, form: { prompt } }: VideoJob): string {
  const title = prompt.length > 60 ? `${prompt.slice(0, 60).trimEnd()}…` : prompt
  return `The video “${title}” ${ends[state] ?? `is ${state}`}.`
}
