// Saves edited transcripts after a pause, the newest text of each, one write at a time; edits survive their editor.
import { create } from 'zustand'
import type { Transcript } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'

type EditStatus =
  | { readonly state: 'waiting' }
  | { readonly state: 'kept' }
  /** A sentence; it is tried again by itself. */
  | { readonly state: 'failed'; readonly reason: string }

/** By job; what was not edited is absent. */
export const usePendingEdits = create<{ readonly standings: Readonly<Record<string, EditStatus>> }>()(() => ({
  standings: {},
}))

const writer = createEditWriter<Transcript>({
  write: (jobId, text) => desktop.transcriptions.edit({ id: jobId, text }),
  onKept: (jobId, transcript, isNewest) => {
    showTranscript(transcript)
    if (isNewest) setStatus(jobId, { state: 'kept' })
  },
  onFailure: (jobId, error) => setStatus(jobId, { state: 'failed', reason: describeError(error) }),
})

export function queueEdit(jobId: string, read: () => string) {
  writer.note(jobId, read)
  if (usePendingEdits.getState().standings[jobId]?.state !== 'failed') setStatus(jobId, { state: 'waiting' })
}

export const { readUnkept: readUnsaved, settle: settleEdits, release: releaseEdits } = writer

/** As the application has answered it, wherever it is shown. */
export function showTranscript(transcript: Transcript) {
  const queryKey = queries.transcriptions.read.queryKey({ input: { id: transcript.jobId } })
  queryClient.setQueryData(queryKey, transcript)
}

function setStatus(jobId: string, standing: EditStatus) {
  if (usePendingEdits.getState().standings[jobId]?.state === standing.state && standing.state !== 'failed')
    return
  usePendingEdits.setState(({ standings }) => ({ standings: { ...standings, [jobId]: standing } }))
}

if (typeof window !== 'undefined') window.addEventListener('pagehide', () => writer.flush())

interface EditWriterPorts<Kept> {
  readonly write: (key: string, text: string) => Promise<Kept>
  /** `isNewest`: nothing was written since. */
  readonly onKept: (key: string, kept: Kept, isNewest: boolean) => void
  /** It is tried again by itself. */
  readonly onFailure: (key: string, error: unknown) => void
}

interface EditWriter {
  /** The text is asked for only when it is written: a long one is not cheap to put together. */
  note(key: string, read: () => string): void
  /** What the disk does not hold yet. */
  readUnkept(key: string): string | undefined
  /** Writes at once what waits; answers whether the disk holds everything by then. */
  settle(key: string): Promise<boolean>
  /** Reads what waits, before its editor goes, and writes it at once. */
  release(key: string): void
  /** For a page that is about to go: nobody may be left to wait for an answer. */
  flush(): void
}

/** Milliseconds without a change, and the most that a crash may cost while the typing never ends. */
const delayMs = 400
const maxDelayMs = 2_000
const retryDelayMs = 5_000

export function createEditWriter<Kept>({ write, onKept, onFailure }: EditWriterPorts<Kept>): EditWriter {
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

  /** One after the other: an older text must never come after a newer one. */
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
      const kept = await write(key, text)
      underWay.delete(key)
      onKept(key, kept, !waiting.has(key))
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
        // The port keeps their order; should the page stay after all, they are tried again.
        write(key, text).catch(() => waiting.set(key, { read: () => text, since: Date.now() }))
        clearTimeout(timers.get(key))
      }
      waiting.clear()
    },
  }
}
