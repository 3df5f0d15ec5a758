// A link from an answer, waiting for the user's word: its address is shown before anything opens.
import { create } from 'zustand'
import { desktop } from '../../../api/desktop'

export const useLinkToOpen = create<{ url: string | null }>()(() => ({ url: null }))

export function confirmOpenLink(url: string) {
  useLinkToOpen.setState({ url })
}

export function cancelOpenLink() {
  useLinkToOpen.setState({ url: null })
}

/** False where the application refuses this kind of address. */
export async function openLink(url: string): Promise<boolean> {
  cancelOpenLink()
  const { opened } = await desktop.application.openLink({ url })
  return opened
}
