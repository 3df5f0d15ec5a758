// Tells the list of conversations that the user wants to search them.
import { create } from 'zustand'
import { openPanel } from '../../../state/navigation'

export const useSearchFocus = create<{ wished: boolean }>()(() => ({ wished: false }))

export function wishToSearch() {
  openPanel('chat')
  useSearchFocus.setState({ wished: true })
}

export function forgetSearchWish() {
  useSearchFocus.setState({ wished: false })
}
