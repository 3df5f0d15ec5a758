// Lists the work in progress with its title and progress, for the taskbar and the tray.
import type { OpenItem } from '#shared/desktop/windows-contract'
import type { WorkKind } from '#shared/schemas/settings'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import type { ChatService } from './chat/chat'
import { findConversationIfPresent } from './conversations/conversation-rows'
import type { Connection } from './database/connection'
import type { Embeddings } from './embeddings/embeddings'
import type { openTranscriptions } from './transcriptions/transcriptions'
import type { openVideos } from './videos/videos'

export interface RunningWork {
  /** Unique while it runs. */
  readonly id: string
  readonly kind: WorkKind
  readonly item: OpenItem
  /** The title of its chat, the name of its file or set, or its prompt. */
  readonly title: string
  /** From 0 to 1; null if it is unknown. */
  readonly progress: number | null
}

interface WorkSources {
  readonly connection: Connection
  readonly chat: Pick<ChatService, 'listRunning'>
  readonly videos: Pick<ReturnType<typeof openVideos>, 'listRunning'>
  readonly transcriptions: Pick<ReturnType<typeof openTranscriptions>, 'listRunning'>
  readonly embeddings: Pick<Embeddings, 'listRunning'>
}

export function listRunningWork(sources: WorkSources): RunningWork[] {
  const { videos, transcriptions, embeddings } = sources
  return [
    ...listAnswers(sources),
    ...videos.listRunning().map(({ id, form }): RunningWork => {
      return {
        id,
        kind: 'videos',
        item: { type: 'job', panel: 'video', jobId: id },
        title: form.prompt,
        progress: null,
      }
    }),
    ...transcriptions.listRunning().map((job): RunningWork => {
      const item = { type: 'job', panel: 'transcribe', jobId: job.id } as const
      return { id: job.id, kind: 'transcriptions', item, title: job.source.name, progress: measure(job) }
    }),
    ...embeddings.listRunning().map(({ id, name, progress }): RunningWork => {
      return {
        id,
        kind: 'embeddings',
        item: { type: 'job', panel: 'embeddings', jobId: id },
        title: name,
        progress,
      }
    }),
  ]
}

/** One for each chat, and for each step of an image session. */
function listAnswers({ chat, connection }: WorkSources): RunningWork[] {
  const works = new Map<string, RunningWork>()
  for (const { id: turnId, conversationId, parentId } of chat.listRunning()) {
    const conversation = findConversationIfPresent(connection, conversationId)
    if (!conversation) continue
    const { kind, title } = conversation
    const id = kind === 'images' ? `${conversationId} ${parentId}` : conversationId
    works.set(id, {
      id,
      kind: kind === 'images' ? 'images' : 'responses',
      item: { type: kind === 'images' ? 'session' : 'chat', conversationId, turnId },
      title,
      progress: null,
    })
  }
  return [...works.values()]
}

/** The share of the audio that is transcribed. Unknown for a single piece, whose transcription reports no progress. */
function measure({ state, pieces }: TranscriptionJob): number | null {
  if (state === 'queued' && pieces.length === 0) return 0
  if (pieces.length < 2) return null
  const total = pieces.reduce((sum, { from, to }) => sum + to - from, 0)
  const done = pieces.reduce((sum, piece) => sum + (piece.state === 'done' ? piece.to - piece.from : 0), 0)
  return total > 0 ? done / total : null
}
