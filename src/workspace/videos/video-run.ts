// One video job in progress: submitted once, polled until it is done, downloaded and stored.
import { ApiError } from '#shared/schemas/api-error'
import type { JobUpstream } from '#shared/schemas/job'
import type { VideoJob } from '#shared/schemas/video-job'
import { describeUpstreamWait, isSameUpstream } from '../jobs/current-upstream'
import type { JobPorts } from '../jobs/job-ports'
import { toJobError } from '../response'
import { pollDelay, pollStep } from './poll-operation'
import { fetchStep } from './store-video'
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
  /** For partial downloads. */
  readonly folder: string
  /** The upstream in the current settings. */
  readonly currentUpstream: () => JobUpstream
  /** Called when the job has ended or is no longer followed. */
  readonly onFinished: () => void
}

export class VideoRun {
  readonly id: string
  readonly #ports: RunPorts
  readonly #abortController = new AbortController()
  #cancelTimer = () => {}
  #step: Promise<void> | null = null
  #isUnfollowing = false
  /** Consecutive problems. */
  #problemCount = 0
  #problem: string | null = null
  #nextAt: number | null = null
  #download: LiveState['download'] = null

  constructor(id: string, ports: RunPorts) {
    this.id = id
    this.#ports = ports
  }

  /** True while the job waits for another upstream, and does not count as busy. */
  get isWaitingForUpstream(): boolean {
    return this.#findOtherUpstream(this.#job) !== null
  }

  /** State that no row has; undefined once the job has ended. */
  liveStateOf(job: StoredVideoJob): LiveState | undefined {
    if (job.endedAt !== null) return undefined
    const otherUpstream = this.#findOtherUpstream(job)
    return {
      nextPollAt: otherUpstream ? null : this.#nextAt,
      waiting: otherUpstream ? describeUpstreamWait(otherUpstream) : this.#problem,
      download: this.#download,
    }
  }

  /** Saves a queued job as submitting before it returns, then sends it. */
  submit(): void {
    const { store, currentUpstream, now } = this.#ports
    store.change(this.id, {
      state: 'submitting',
      progress: { upstream: currentUpstream(), submittedAt: now() },
    })
    this.#start(() => this.#submit())
  }

  /** Polls or downloads immediately, unless a step is in progress. */
  follow(): void {
    if (this.#step === null && !this.isWaitingForUpstream) this.#start(() => this.#advance())
  }

  /** Like `follow`, but throws while the job waits for another upstream. */
  pollNow(): void {
    const otherUpstream = this.#findOtherUpstream(this.#job)
    if (otherUpstream) throw new ApiError('FAILED_PRECONDITION', describeUpstreamWait(otherUpstream))
    this.follow()
  }

  /** To be called when the settings change. */
  handleUpstreamChange(): void {
    if (this.isWaitingForUpstream) this.#schedule(null)
    else if (this.#nextAt === null) this.follow()
    this.#publish()
  }

  /** The job continues upstream. During submission it takes effect once the operation is known. */
  unfollow(): void {
    if (this.#job.state === 'submitting') {
      this.#isUnfollowing = true
      return
    }
    this.#ports.store.change(this.id, { state: 'unfollowed' })
    this.#end()
  }

  /** Resolves once nothing is being written. */
  async close(): Promise<void> {
    this.#stop()
    // Lets the step save a received operation name before the job is marked as interrupted.
    await this.#step
    try {
      const { store } = this.#ports
      if (this.#job.state === 'submitting') store.change(this.id, interrupt('Gen Playground quit.'))
    } catch {
      // The next start finds the job in the same state, and interrupts it.
    }
  }

  get #job(): StoredVideoJob {
    return this.#ports.store.find(this.id)
  }

  #findOtherUpstream({ progress: { upstream } }: StoredVideoJob): JobUpstream | null {
    return upstream && !isSameUpstream(upstream, this.#ports.currentUpstream()) ? upstream : null
  }

  #start(step: () => Promise<Step>): void {
    this.#schedule(null)
    this.#step = this.#run(step)
  }

  async #run(step: () => Promise<Step>): Promise<void> {
    const { change, next, problem } = await step().catch(retryLater)
    if (change) await this.#save(change)
    this.#step = null
    if (this.#abortController.signal.aborted) return
    this.#setProblem(problem)
    if (next === 'finished') this.#end()
    else if (next === 'immediately') this.follow()
    else if (!this.isWaitingForUpstream) this.#schedule(this.#nextDelay(problem))
    this.#publish()
  }

  async #submit(): Promise<Step> {
    const submitted = await submitVideo(this.#job.input, this.#ports, this.#abortController.signal)
    const { state, exchangeId } = submitted
    if (state !== 'running')
      return { change: { state, progress: { exchangeId, error: submitted.error } }, next: 'finished' }
    const progress = { exchangeId, operation: submitted.operation }
    if (this.#isUnfollowing) return { change: { state: 'unfollowed', progress }, next: 'finished' }
    return { change: { state, progress }, next: 'later' }
  }

  async #advance(): Promise<Step> {
    const { signal } = this.#abortController
    const job = this.#job
    if (job.state !== 'downloading') return await pollStep(job, this.#ports, signal)
    return await fetchStep(job, {
      ...this.#ports,
      signal,
      save: (change) => this.#save(change),
      onBytes: (bytes, total) => {
        // Received bytes show that the connection works again.
        if (this.#download && bytes > this.#download.bytes) this.#setProblem(undefined)
        this.#download = { bytes, total }
        this.#publish()
      },
    })
  }

  #setProblem(problem: StepProblem | undefined): void {
    this.#problemCount = problem ? this.#problemCount + 1 : 0
    this.#problem = problem?.message ?? null
  }

  /** Returns milliseconds. */
  #nextDelay({ retryAfter }: Partial<StepProblem> = {}): number {
    const { progress, createdAt } = this.#job
    const age = this.#ports.now() - (progress.submittedAt ?? createdAt)
    return pollDelay({ age, errors: this.#problemCount, retryAfter })
  }

  /** Schedules `follow`; null cancels it. */
  #schedule(milliseconds: number | null): void {
    this.#cancelTimer()
    this.#nextAt = null
    this.#cancelTimer = () => {}
    if (milliseconds === null) return
    this.#nextAt = this.#ports.now() + milliseconds
    this.#cancelTimer = this.#ports.timer(milliseconds, () => this.follow())
  }

  /** Retries until the change is saved, for instance if the disk is full. A stopped run saves nothing. */
  async #save(change: VideoChange): Promise<void> {
    const { signal } = this.#abortController
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
    this.#ports.onFinished()
  }

  #stop(): void {
    this.#schedule(null)
    this.#abortController.abort()
  }

  #publish(): void {
    if (!this.#abortController.signal.aborted) this.#ports.store.publish(this.id)
  }
}

function retryLater(error: unknown): Step {
  return { next: 'later', problem: { message: toJobError(error).message } }
}

/** State that no row has. */
type LiveState = Pick<VideoJob, 'nextPollAt' | 'waiting' | 'download'>

const noLiveState: LiveState = { nextPollAt: null, waiting: null, download: null }

export function toVideoJob(job: StoredVideoJob, liveState: LiveState = noLiveState): VideoJob {
  const { results, ...progress } = job.progress
  return {
    id: job.id,
    state: job.state,
    form: job.input,
    createdAt: job.createdAt,
    endedAt: job.endedAt,
    ...progress,
    ...liveState,
    videos: results.flatMap(({ made }) => made ?? []),
  }
}
