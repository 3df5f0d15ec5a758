// Reports work that has finished, with the text that announces it and the item that it opens.
import type { OpenItem } from '#shared/desktop/windows-contract'
import type { NotificationSettings, WorkKind } from '#shared/schemas/settings'
import type { Workspace } from '#workspace/workspace'
import {
  describeEndedTranscription,
  describeEndedVideo,
  describeResponses,
  describeRun,
  describeStep,
  hasFailed,
  type JobNotification,
} from './job-messages'

export interface FinishedWork {
  readonly kind: WorkKind
  readonly item: OpenItem
  readonly message: JobNotification
  /** All of it, or a part. */
  readonly isFailed: boolean
  /** Only of responses. */
  readonly milliseconds?: number
}

type FinishedSources = Pick<Workspace, 'videos' | 'transcriptions' | 'embeddings' | 'chat'>

/** Work that the user has ended is not reported. */
export function watchFinishedWork(workspace: FinishedSources, report: (work: FinishedWork) => void): void {
  const { videos, transcriptions, embeddings, chat } = workspace
  const reportIf = (message: JobNotification | undefined, work: Omit<FinishedWork, 'message'>) => {
    if (message) report({ ...work, message })
  }
  videos.onEnded(({ job }) =>
    reportIf(describeEndedVideo(job), {
      kind: 'videos',
      item: { type: 'job', panel: 'video', jobId: job.id },
      isFailed: job.state !== 'succeeded',
    }),
  )
  transcriptions.onEnded(({ job }) =>
    reportIf(describeEndedTranscription(job), {
      kind: 'transcriptions',
      item: { type: 'job', panel: 'transcribe', jobId: job.id },
      isFailed: job.state !== 'succeeded',
    }),
  )
  embeddings.onRunEnded((ended) =>
    reportIf(describeRun(ended), {
      kind: 'embeddings',
      item: { type: 'job', panel: 'embeddings', jobId: ended.set.id },
      isFailed: ended.error !== null,
    }),
  )
  chat.onFinished((finished) => {
    const { conversation, answers, milliseconds } = finished
    const { id: conversationId, kind } = conversation
    // The others are beside it.
    const type = kind === 'images' ? 'session' : 'chat'
    const item = { type, conversationId, turnId: answers[0]?.id } as const
    const isFailed = answers.some((answer) => hasFailed(answer, kind))
    if (kind === 'images') reportIf(describeStep(finished), { kind: 'images', item, isFailed })
    else reportIf(describeResponses(finished), { kind: 'responses', item, isFailed, milliseconds })
  })
}

/** Whether the user wants to hear of it. */
export function isAnnounced(
  { kind, milliseconds = Number.POSITIVE_INFINITY }: Pick<FinishedWork, 'kind' | 'milliseconds'>,
  settings: NotificationSettings,
): boolean {
  return settings[kind] && (kind !== 'responses' || milliseconds >= settings.responseSeconds * 1000)
}
