// A link in an answer that waits for confirmation: its URL is shown before anything opens.
import { create } from 'zustand'
import { desktop } from '../../../api/desktop'

export const useLinkToOpen = create<{ url: string | null }>()(() => ({ url: null }))

export function confirmOpenLink(url: string) {
  useLinkToOpen.setState({ url })
}

export function cancelOpenLink() {
  useLinkToOpen.setState({ url: null })
}

/** Resolves to false if the application rejects this kind of URL. */
export async function openLink(url: string): Promise<boolean> {
  cancelOpenLink()
  const { opened } = await desktop.application.openLink({ url })
  return opened
}
