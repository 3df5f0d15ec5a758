// The progress of all running work as one bar, and as lines of the tray's menu.
import type { WorkKind } from '#shared/schemas/settings'
import { createThrottle, type Throttle } from '#workspace/concurrency/timing'
import type { RunningWork } from '#workspace/running-work'
import type { Workspace } from '#workspace/workspace'
import { shorten } from './job-messages'

/** From 0 to 1; null if no running work reports its progress. */
export type CombinedProgress = number | null

type Progressing = Pick<RunningWork, 'id' | 'progress'>

/** Work that ends counts as done until nothing is running, so that the end of one of several moves the bar forward. */
export function createProgressSum(): (running: readonly Progressing[]) => CombinedProgress {
  const started = new Set<string>()
  return (running) => {
    if (running.length === 0) started.clear()
    for (const { id } of running) started.add(id)
    const shares = running.flatMap(({ progress }) => progress ?? [])
    if (shares.length === 0) return null
    const ended = started.size - running.length
    return (ended + shares.reduce((sum, progress) => sum + progress, 0)) / (ended + shares.length)
  }
}

interface BarState {
  readonly isRunning: boolean
  readonly progress: CombinedProgress
  /** Work has failed, which was not seen yet. Only Windows shows it. */
  readonly isFailed: boolean
}

interface Bar {
  /** For Electron: from 0 to 1, -1 for no bar, and more than 1 for one of unknown length. */
  readonly value: number
  readonly mode: 'none' | 'normal' | 'indeterminate' | 'error'
}

/** A failure stays visible after the end of all work. */
export function toBar({ isRunning, progress, isFailed }: BarState): Bar {
  if (isFailed) return { value: isRunning ? (progress ?? 1) : 1, mode: 'error' }
  if (!isRunning) return { value: -1, mode: 'none' }
  return progress === null ? { value: 2, mode: 'indeterminate' } : { value: progress, mode: 'normal' }
}

const kindNames: Record<WorkKind, string> = {
  responses: 'Chat',
  images: 'Images',
  videos: 'Video',
  transcriptions: 'Transcription',
  embeddings: 'Embeddings',
}

const maxTitleLength = 50

/** `Transcription: talk.mp3 (45%)` */
export function describeRunning({
  kind,
  title,
  progress,
}: Pick<RunningWork, 'kind' | 'title' | 'progress'>): string {
  const share = progress === null ? '' : ` (${Math.floor(progress * 100)}%)`
  return `${kindNames[kind]}: ${shorten(title, maxTitleLength)}${share}`
}

const intervalMs = 1_000

/** Calls back when work starts, once a second while it runs, and when nothing is running any longer. */
export function followRunningWork(
  { changes, listRunning }: Pick<Workspace, 'changes' | 'listRunning'>,
  show: (running: readonly RunningWork[]) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let wasRunning = false
  const update = () => {
    clearTimeout(timer)
    const running = listRunning()
    if (running.length === 0 && !wasRunning) return
    wasRunning = running.length > 0
    // The status changes with states only, not with progress.
    if (wasRunning) timer = setTimeout(throttle.schedule, intervalMs)
    show(running)
  }
  const throttle: Throttle = createThrottle(intervalMs, update)
  const unsubscribe = changes.subscribe((topic) => {
    if (topic === 'status') throttle.schedule()
  })
  throttle.schedule()
  return () => {
    unsubscribe()
    throttle.cancel()
    clearTimeout(timer)
  }
}
