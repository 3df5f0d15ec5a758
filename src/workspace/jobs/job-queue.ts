// Starts the jobs of one kind in the order of their queue, as many at once as the settings allow, and what all kinds do alike.
import type { JobUpstream } from '#shared/schemas/job'
import type { Settings } from '#shared/schemas/settings'
import { canContinueOn, toJobUpstream } from './current-upstream'
import type { JobPorts } from './job-ports'
import type { Ids, JobStore } from './job-store'

type UpstreamProgress = { readonly upstream: JobUpstream | null }

interface JobQueuePorts<State extends string, Input, Progress, View extends { readonly id: string }>
  extends Pick<JobPorts, 'settings' | 'changes' | 'timer'> {
  readonly store: JobStore<State, Input, Progress, View>
  readonly maxAtOnce: (jobs: Settings['jobs']) => number
  readonly countBusy: () => number
  readonly isRunning: (id: string) => boolean
  /** Makes it busy before it returns. Throws if its row could not be saved: it stays queued, and nothing was sent. */
  readonly start: (id: string) => void
  /** Another upstream may be chosen. */
  readonly onSettings: () => void
}

/** Milliseconds. */
const retryDelayMs = 5000

export function createJobQueue<
  State extends string,
  Input,
  Progress extends UpstreamProgress,
  View extends { readonly id: string },
>(ports: JobQueuePorts<State, Input, Progress, View>) {
  const { store, settings, changes, timer, countBusy, isRunning, start, onSettings } = ports
  const listeners = new Set<(ended: { readonly job: View }) => void>()
  let isClosing = false
  let cancelRetry = () => {}
  const chosen = () => toJobUpstream(settings.read())
  const findNext = () => {
    const upstream = chosen()
    return store
      .listOpen()
      .find(
        ({ id, state, progress }) =>
          state === 'queued' && !isRunning(id) && canContinueOn(progress.upstream, upstream),
      )
  }
  /** To be called whenever a job has come, has ended, or the settings have changed. */
  const startNext = () => {
    if (isClosing) return
    for (let places = ports.maxAtOnce(settings.read().jobs) - countBusy(); places > 0; places -= 1) {
      const job = findNext()
      if (!job) return
      try {
        start(job.id)
      } catch {
        // A full disk has refused its row.
        cancelRetry()
        cancelRetry = timer(retryDelayMs, startNext)
        return
      }
    }
  }
  const unsubscribe = changes.subscribe((topic) => {
    if (topic !== 'settings') return
    onSettings()
    startNext()
  })
  return {
    startNext,
    isClosing: () => isClosing,
    notifyEnded(job: View) {
      for (const listener of listeners) listener({ job })
    },
    /** Starts nothing any longer. */
    stop() {
      isClosing = true
      unsubscribe()
      cancelRetry()
    },
    actions: {
      watch: (signal?: AbortSignal) => store.watch(signal),
      list: (earlier: { before: string; limit: number }) => store.listEarlier(earlier),
      clear: (jobs: Ids) => store.clear(jobs),
      restore: (jobs: Ids) => store.restore(jobs),
      /** With something to do: those that are paused, or wait for another upstream, have none. */
      countOpen() {
        const upstream = chosen()
        return store
          .listOpen()
          .filter(({ state, progress }) => state !== 'paused' && canContinueOn(progress.upstream, upstream))
          .length
      },
      /** Called once for each job that ends on its own while the program runs. Returns an unsubscribe function. */
      onEnded(listener: (ended: { readonly job: View }) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
}
