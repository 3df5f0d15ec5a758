// One video job in progress: submitted once, polled until it is done, downloaded and stored.
import { ApiError } from '#shared/schemas/api-error'
import type { JobUpstream } from '#shared/schemas/job'
import type { VideoJob } from '#shared/schemas/video-job'
import { describeUpstreamWait, isSameUpstream } from '../jobs/current-upstream'
import type { JobPorts } from '../jobs/job-ports'
import { toJobError } from '../response'
import { fetchStep } from './fetch-video'
import { pollDelay, pollStep } from './poll-operation'
import { submitVideo } from './submit-video'
import {
  interrupt,
  type Step,
  type StepProblem,
  type StoredVideoJob,
  type VideoChange,
  type VideoStore,
} from './video-kind'

interface RunPorts extends Pick<JobPorts, 'send' | 'media' | 'now' | 'timer' | 'saves' | 'indexJobResult'> {
  readonly store: VideoStore
  /** Where downloads lie. */
  readonly folder: string
  /** Who is asked as the settings are now. */
  readonly chosen: () => JobUpstream
  /** It has ended, or was left: nothing is done for it any longer. */
  readonly onLeft: () => void
}

export class VideoRun {
  readonly id: string
  readonly #ports: RunPorts
  readonly #stopping = new AbortController()
  #cancelPause = () => {}
  #step: Promise<void> | null = null
  #isLeaving = false
  /** One after the other, until now. */
  #problems = 0
  #problem: string | null = null
  #nextAt: number | null = null
  #download: RunFacts['download'] = null

  constructor(id: string, ports: RunPorts) {
    this.id = id
    this.#ports = ports
  }

  /** Whether it waits for another upstream, and needs no place meanwhile. */
  get isAway(): boolean {
    return this.#awayFrom(this.#job) !== null
  }

  /** What no row holds; undefined once it has ended. */
  factsOf(job: StoredVideoJob): RunFacts | undefined {
    if (job.endedAt !== null) return undefined
    const away = this.#awayFrom(job)
    return {
      nextPollAt: away ? null : this.#nextAt,
      waiting: away ? describeUpstreamWait(away) : this.#problem,
      download: this.#download,
    }
  }

  /** Of one that is queued: on the disk before this returns, then sent. */
  submit(): void {
    const { store, chosen, now } = this.#ports
    store.change(this.id, { state: 'submitting', progress: { upstream: chosen(), submittedAt: now() } })
    this.#take(() => this.#submit())
  }

  /** Asks, or fetches, at once; a step that is in progress continues. */
  follow(): void {
    if (this.#step === null && !this.isAway) this.#take(() => this.#advance())
  }

  /** As `follow`; refused while another upstream is chosen. */
  pollNow(): void {
    const away = this.#awayFrom(this.#job)
    if (away) throw new ApiError('FAILED_PRECONDITION', describeUpstreamWait(away))
    this.follow()
  }

  /** The settings have changed: another upstream may be chosen. */
  handleUpstreamChange(): void {
    if (this.isAway) this.#pause(null)
    else if (this.#nextAt === null) this.follow()
    this.#publish()
  }

  /** It continues upstream. One whose operation is not known yet is left as soon as it is. */
  leave(): void {
    if (this.#job.state === 'submitting') {
      this.#isLeaving = true
      return
    }
    this.#ports.store.change(this.id, { state: 'unfollowed' })
    this.#end()
  }

  /** With the program: resolves once nothing is written any longer. */
  async close(): Promise<void> {
    this.#stop()
    // What has come may still be saved: an operation's name must not be lost to the order of two writes.
    await this.#step
    try {
      const { store } = this.#ports
      if (this.#job.state === 'submitting') store.change(this.id, interrupt('Gen Playground quit.'))
    } catch {
      // The next start finds it as it is, and comes to the same.
    }
  }

  get #job(): StoredVideoJob {
    return this.#ports.store.find(this.id)
  }

  #awayFrom({ progress: { upstream } }: StoredVideoJob): JobUpstream | null {
    return upstream && !isSameUpstream(upstream, this.#ports.chosen()) ? upstream : null
  }

  #take(step: () => Promise<Step>): void {
    this.#pause(null)
    this.#step = this.#walk(step)
  }

  async #walk(step: () => Promise<Step>): Promise<void> {
    const { change, next, problem } = await step().catch(retryLater)
    if (change) await this.#save(change)
    this.#step = null
    if (this.#stopping.signal.aborted) return
    this.#note(problem)
    if (next === 'over') this.#end()
    else if (next === 'at once') this.follow()
    else if (!this.isAway) this.#pause(this.#nextPause(problem))
    this.#publish()
  }

  async #submit(): Promise<Step> {
    const submitted = await submitVideo(this.#job.input, this.#ports, this.#stopping.signal)
    const { state, exchangeId } = submitted
    if (state !== 'running')
      return { change: { state, progress: { exchangeId, error: submitted.error } }, next: 'over' }
    const progress = { exchangeId, operation: submitted.operation }
    if (this.#isLeaving) return { change: { state: 'unfollowed', progress }, next: 'over' }
    return { change: { state, progress }, next: 'later' }
  }

  async #advance(): Promise<Step> {
    const { signal } = this.#stopping
    const job = this.#job
    if (job.state !== 'downloading') return await pollStep(job, this.#ports, signal)
    return await fetchStep(job, {
      ...this.#ports,
      signal,
      save: (change) => this.#save(change),
      onBytes: (bytes, total) => {
        // What comes shows that the way is open again.
        if (this.#download && bytes > this.#download.bytes) this.#note(undefined)
        this.#download = { bytes, total }
        this.#publish()
      },
    })
  }

  #note(problem: StepProblem | undefined): void {
    this.#problems = problem ? this.#problems + 1 : 0
    this.#problem = problem?.message ?? null
  }

  /** Milliseconds. */
  #nextPause({ retryAfter }: Partial<StepProblem> = {}): number {
    const { progress, createdAt } = this.#job
    const age = this.#ports.now() - (progress.submittedAt ?? createdAt)
    return pollDelay({ age, errors: this.#problems, retryAfter })
  }

  /** Milliseconds; null is until something happens. */
  #pause(milliseconds: number | null): void {
    this.#cancelPause()
    this.#nextAt = null
    this.#cancelPause = () => {}
    if (milliseconds === null) return
    this.#nextAt = this.#ports.now() + milliseconds
    this.#cancelPause = this.#ports.timer(milliseconds, () => this.follow())
  }

  /** What has come must not be lost to a disk that is full for a while. A stopped run saves nothing more. */
  async #save(change: VideoChange): Promise<void> {
    const { signal } = this.#stopping
    if (signal.aborted) return
    const { saves, store } = this.#ports
    const onFailure = (error: unknown) => {
      this.#problem = `The video isn’t saved yet. ${toJobError(error).message}`
      this.#publish()
      return undefined
    }
    await saves
      .run({ owner: this.id, save: () => void store.change(this.id, change), signal, onFailure })
      .catch(() => undefined)
  }

  #end(): void {
    this.#stop()
    this.#ports.onLeft()
  }

  #stop(): void {
    this.#pause(null)
    this.#stopping.abort()
  }

  #publish(): void {
    if (!this.#stopping.signal.aborted) this.#ports.store.publish(this.id)
  }
}

function retryLater(error: unknown): Step {
  return { next: 'later', problem: { message: toJobError(error).message } }
}

/** What no row holds. */
type RunFacts = Pick<VideoJob, 'nextPollAt' | 'waiting' | 'download'>

const noFacts: RunFacts = { nextPollAt: null, waiting: null, download: null }

export function toVideoJob(job: StoredVideoJob, facts: RunFacts = noFacts): VideoJob {
  const { results, ...progress } = job.progress
  return {
    id: job.id,
    state: job.state,
    form: job.input,
    createdAt: job.createdAt,
    endedAt: job.endedAt,
    ...progress,
    ...facts,
    videos: results.flatMap(({ made }) => made ?? []),
  }
}
