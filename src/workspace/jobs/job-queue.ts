// Starts the queued jobs of one kind in order, limited by the settings; with the actions that all kinds share.
import type { JobUpstream } from '#shared/schemas/job'
import type { Settings } from '#shared/schemas/settings'
import { canContinueOn, toJobUpstream } from './current-upstream'
import type { JobPorts } from './job-ports'
import type { Ids, JobStore } from './job-store'

type UpstreamProgress = { readonly upstream: JobUpstream | null }

interface JobQueuePorts<State extends string, Input, Progress, View extends { readonly id: string }>
  extends Pick<JobPorts, 'settings' | 'changes' | 'timer'> {
  readonly store: JobStore<State, Input, Progress, View>
  readonly maxConcurrent: (jobs: Settings['jobs']) => number
  readonly countBusy: () => number
  readonly isRunning: (id: string) => boolean
  /** Makes the job busy before it returns. Throws if its row cannot be saved: the job stays queued, and nothing was sent. */
  readonly start: (id: string) => void
  /** The settings may select another upstream. */
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
  const currentUpstream = () => toJobUpstream(settings.read())
  const findNext = () => {
    const upstream = currentUpstream()
    return store
      .listOpen()
      .find(
        ({ id, state, progress }) =>
          state === 'queued' && !isRunning(id) && canContinueOn(progress.upstream, upstream),
      )
  }
  /** Call it whenever a job is added, a job ends, or the settings change. */
  const startNext = () => {
    if (isClosing) return
    for (let free = ports.maxConcurrent(settings.read().jobs) - countBusy(); free > 0; free -= 1) {
      const job = findNext()
      if (!job) return
      try {
        start(job.id)
      } catch {
        // The row could not be saved, for instance because the disk is full.
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
  /** Selects jobs with something to do that are neither paused nor waiting for another upstream. */
  const createOpenFilter = () => {
    const upstream = currentUpstream()
    return ({ state, progress }: { readonly state: State; readonly progress: Progress }) =>
      state !== 'paused' && canContinueOn(progress.upstream, upstream)
  }
  return {
    startNext,
    isClosing: () => isClosing,
    notifyEnded(job: View) {
      for (const listener of listeners) listener({ job })
    },
    /** Stops starting jobs. */
    stop() {
      isClosing = true
      unsubscribe()
      cancelRetry()
    },
    actions: {
      watch: (signal?: AbortSignal) => store.watch(signal),
      list: (earlier: { before: string; limit: number }) => store.listEarlier(earlier),
      /** Call it when ended jobs were added elsewhere. */
      publishAll: () => store.publishAll(),
      clear: (jobs: Ids) => store.clear(jobs),
      clearEnded: () => store.clearEnded(),
      restore: (jobs: Ids) => store.restore(jobs),
      /** Counts jobs with something to do, without those that are paused or wait for another upstream. */
      countOpen: () => store.listOpen().filter(createOpenFilter()).length,
      /** The jobs that `countOpen` counts, in the order of the queue. */
      listRunning: () => store.listOpenViews(createOpenFilter()),
      /** Called for each job that ends on its own while the program runs. Returns an unsubscribe function. */
      onEnded(listener: (ended: { readonly job: View }) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
}
