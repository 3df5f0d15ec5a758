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
  /** The list shows only failed files. */
  readonly isFailedOnly: boolean
  /** Each new object scrolls that file into view. */
  readonly scrollTarget: { readonly id: string } | null
}

export const useTranscribeView = create<TranscribeView>()(
  persist(
    (): TranscribeView => ({
      openId: null,
      selection: emptySelection,
      possiblyBilled: [],
      isFailedOnly: false,
      scrollTarget: null,
    }),
    { name: 'transcribe', version: 1, partialize: ({ openId }) => ({ openId }) },
  ),
)

/** Its row stays in view, also when the transcript is closed: the rows then have another height. */
export function openFile(openId: string | null) {
  useTranscribeView.setState((before) => {
    const id = openId ?? before.openId
    return { openId, scrollTarget: id === null ? before.scrollTarget : { id } }
  })
}

export function showFailedOnly(isFailedOnly: boolean) {
  useTranscribeView.setState({ isFailedOnly, selection: emptySelection })
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
