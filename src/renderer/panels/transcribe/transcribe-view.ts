// The state of the Transcribe panel: the open file, the selected ones, and those awaiting confirmation of a retry.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { emptySelection, type ListSelection } from '../../components/list-selection'

interface TranscribeView {
  /** The job whose transcript is shown, or null. Survives a restart. */
  readonly openId: string | null
  readonly selection: ListSelection
  /** Part of them may have been billed: they are sent again only after a confirmation. */
  readonly possiblyBilled: readonly string[]
  /** Each new object scrolls that file into view. */
  readonly scrollTarget: { readonly id: string } | null
}

export const useTranscribeView = create<TranscribeView>()(
  persist(
    (): TranscribeView => ({
      openId: null,
      selection: emptySelection,
      possiblyBilled: [],
      scrollTarget: null,
    }),
    { name: 'transcribe', version: 1, partialize: ({ openId }) => ({ openId }) },
  ),
)

export function openFile(openId: string | null) {
  useTranscribeView.setState({ openId })
}

export function setSelection(selection: ListSelection) {
  useTranscribeView.setState({ selection })
}

export function confirmRetry(possiblyBilled: readonly string[]) {
  useTranscribeView.setState({ possiblyBilled })
}

export function scrollToFile(id: string) {
  useTranscribeView.setState({ scrollTarget: { id } })
}
