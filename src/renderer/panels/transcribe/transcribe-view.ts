// What the panel shows now: which file is open, which are chosen, which wait for a word before they are sent again.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type Chosen, noneChosen } from './queue/chosen'

interface TranscribeView {
  /** The job whose transcript is shown; null while none is. It outlives the window. */
  readonly openId: string | null
  readonly chosen: Chosen
  /** Something of them may have been billed: they are sent again once the user has said so. */
  readonly doubtful: readonly string[]
  /** A file that is to be brought into sight, and the count of such wishes. */
  readonly wanted: { readonly id: string; readonly wishes: number } | null
}

export const useTranscribeView = create<TranscribeView>()(
  persist((): TranscribeView => ({ openId: null, chosen: noneChosen, doubtful: [], wanted: null }), {
    name: 'transcribe',
    version: 1,
    partialize: ({ openId }) => ({ openId }),
  }),
)

export function openFile(openId: string | null) {
  useTranscribeView.setState({ openId })
}

export function choose(chosen: Chosen) {
  useTranscribeView.setState({ chosen })
}

export function askBeforeRetry(doubtful: readonly string[]) {
  useTranscribeView.setState({ doubtful })
}

export function bringIntoSight(id: string) {
  useTranscribeView.setState(({ wanted }) => ({ wanted: { id, wishes: (wanted?.wishes ?? 0) + 1 } }))
}
