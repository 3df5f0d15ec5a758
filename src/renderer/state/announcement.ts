// Text that a screen reader announces, politely, when something has finished.
import { create } from 'zustand'

export const useAnnouncement = create<{ text: string }>()(() => ({ text: '' }))

export function announce(text: string) {
  useAnnouncement.setState({ text })
}
