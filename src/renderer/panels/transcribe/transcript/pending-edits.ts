// Saves edited transcripts after a pause, the newest text of each, one write at a time; edits survive their editor.
import { create } from 'zustand'
import type { Transcript } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'

type EditStatus =
  | { readonly state: 'waiting' }
  | { readonly state: 'saved' }
  /** A message; it is retried automatically. */
  | { readonly state: 'failed'; readonly reason: string }

/** By job; only edited ones. */
export const usePendingEdits = create<{ readonly statuses: Readonly<Record<string, EditStatus>> }>()(() => ({
  statuses: {},
}))

const writer = createEditWriter<Transcript>({
  write: (jobId, text) => desktop.transcriptions.edit({ id: jobId, text }),
  onSaved: (jobId, transcript, isNewest) => {
    showTranscript(transcript)
    if (isNewest) setStatus(jobId, { state: 'saved' })
  },
  onFailure: (jobId, error) => setStatus(jobId, { state: 'failed', reason: describeError(error) }),
})

export function queueEdit(jobId: string, read: () => string) {
  writer.note(jobId, read)
  if (usePendingEdits.getState().statuses[jobId]?.state !== 'failed') setStatus(jobId, { state: 'waiting' })
}

export const { readUnkept: readUnsaved, settle: settleEdits, release: releaseEdits } = writer

/** Puts a response into the cache, for whatever shows this transcript. */
export function showTranscript(transcript: Transcript) {
  const queryKey = queries.transcriptions.read.queryKey({ input: { id: transcript.jobId } })
  queryClient.setQueryData(queryKey, transcript)
}

function setStatus(jobId: string, status: EditStatus) {
  if (usePendingEdits.getState().statuses[jobId]?.state === status.state && status.state !== 'failed') return
  usePendingEdits.setState(({ statuses }) => ({ statuses: { ...statuses, [jobId]: status } }))
}

if (typeof window !== 'undefined') window.addEventListener('pagehide', () => writer.flush())

interface EditWriterPorts<Saved> {
  readonly write: (key: string, text: string) => Promise<Saved>
  /** `isNewest`: there was no edit since. */
  readonly onSaved: (key: string, saved: Saved, isNewest: boolean) => void
  /** It is retried automatically. */
  readonly onFailure: (key: string, error: unknown) => void
}

interface EditWriter {
  /** The text is read only when it is written: joining a long one is expensive. */
  note(key: string, read: () => string): void
  /** The text that is not on disk yet. */
  readUnkept(key: string): string | undefined
  /** Writes immediately. Resolves to whether everything is on disk. */
  settle(key: string): Promise<boolean>
  /** Reads the text before its editor is closed, and writes it immediately. */
  release(key: string): void
  /** For a page that is being closed: sends without waiting for a response. */
  flush(): void
}

/** Milliseconds without a change, and at most, so that a crash during long typing costs little. */
const delayMs = 400
const maxDelayMs = 2_000
const retryDelayMs = 5_000

export function createEditWriter<Saved>({ write, onSaved, onFailure }: EditWriterPorts<Saved>): EditWriter {
  const waiting = new Map<string, { read: () => string; since: number }>()
  const underWay = new Map<string, { text: string; work: Promise<boolean> }>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function schedule(key: string, wait: number) {
    clearTimeout(timers.get(key))
    timers.set(
      key,
      setTimeout(() => void writeWaiting(key), wait),
    )
  }

  /** One at a time: an older text must never be written after a newer one. */
  async function writeWaiting(key: string): Promise<boolean> {
    clearTimeout(timers.get(key))
    const before = underWay.get(key)
    if (before) {
      await before.work
      return writeWaiting(key)
    }
    const next = waiting.get(key)
    if (!next) return true
    const text = next.read()
    waiting.delete(key)
    const work = writeOnce(key, text)
    underWay.set(key, { text, work })
    return work
  }

  async function writeOnce(key: string, text: string): Promise<boolean> {
    try {
      const saved = await write(key, text)
      underWay.delete(key)
      onSaved(key, saved, !waiting.has(key))
      return true
    } catch (error) {
      underWay.delete(key)
      if (!waiting.has(key)) waiting.set(key, { read: () => text, since: Date.now() })
      schedule(key, retryDelayMs)
      onFailure(key, error)
      return false
    }
  }

  return {
    note(key, read) {
      const since = waiting.get(key)?.since ?? Date.now()
      waiting.set(key, { read, since })
      schedule(key, Math.min(delayMs, Math.max(0, since + maxDelayMs - Date.now())))
    },
    readUnkept: (key) => waiting.get(key)?.read() ?? underWay.get(key)?.text,
    async settle(key) {
      while (waiting.has(key) || underWay.has(key)) if (!(await writeWaiting(key))) return false
      return true
    },
    release(key) {
      const next = waiting.get(key)
      if (!next) return
      const text = next.read()
      waiting.set(key, { ...next, read: () => text })
      void writeWaiting(key)
    },
    flush() {
      for (const [key, { read }] of waiting) {
        const text = read()
        // The port preserves the order; if the page stays after all, they are retried.
        write(key, text).catch(() => waiting.set(key, { read: () => text, since: Date.now() }))
        clearTimeout(timers.get(key))
      }
      waiting.clear()
    },
  }
}
