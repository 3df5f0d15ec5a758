// The jobs of videos, live as long as somebody looks at them.
import { create } from 'zustand'
import type { VideoEvent, VideoJob } from '#shared/schemas/video-job'
import { desktop } from '../../../api/desktop'
import { keepWatching } from '../../../api/keep-watching'
import { announce } from '../../../state/announcement'
import { describeVideoEnd } from './video-end'
import { addEarlier, findEarliest, foldVideos, isEnded, type LiveVideos, noVideos } from './video-fold'

export const useVideoJobs = create<LiveVideos>()(() => noVideos)

/** As many are asked for at once. */
const pageLength = 200

function findVideoJob(id: string | null): VideoJob | undefined {
  return useVideoJobs.getState().jobs.find((job) => job.id === id)
}

/** Until the returned function is called; a broken watch is opened again. */
export function watchVideos(): () => void {
  return keepWatching<VideoEvent>({
    open: (signal) => desktop.videos.watch(undefined, { signal }),
    onEvent: (event) => {
      const before = useVideoJobs.getState()
      const live = foldVideos(before, event)
      useVideoJobs.setState(live)
      if (event.type === 'jobs') announceEnds(before.jobs, event.jobs)
    },
    onLost: () => {
      useVideoJobs.setState({ status: 'lost' })
      return true
    },
  })
}

let asking: Promise<void> | undefined

/** Those before all that are listed; asked for once at a time. */
export function listEarlier(): Promise<void> {
  asking ??= askEarlier().finally(() => {
    asking = undefined
  })
  return asking
}

async function askEarlier(): Promise<void> {
  const live = useVideoJobs.getState()
  const before = findEarliest(live)
  const earlier = live.hasEarlier && before ? await desktop.videos.list({ before, limit: pageLength }) : []
  useVideoJobs.setState((now) => addEarlier(now, earlier))
}

/** Undefined where it is in the list no more: all earlier ones are asked for until it is found. */
export async function reachVideoJob(id: string): Promise<VideoJob | undefined> {
  while (!findVideoJob(id) && useVideoJobs.getState().hasEarlier) await listEarlier()
  return findVideoJob(id)
}

function announceEnds(before: readonly VideoJob[], changed: readonly VideoJob[]) {
  const wereOpen = new Set(before.filter((job) => !isEnded(job)).map(({ id }) => id))
  const ends = changed.filter((job) => isEnded(job) && wereOpen.has(job.id)).map(describeVideoEnd)
  if (ends.length > 0) announce(ends.join(' '))
}
