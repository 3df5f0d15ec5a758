// Tells the Library that the user wants to search it.
import { create } from 'zustand'
import { openPanel } from '../../state/navigation'

export const useLibraryFocus = create<{ wished: boolean }>()(() => ({ wished: false }))

export function focusLibrarySearch() {
  openPanel('library')
  useLibraryFocus.setState({ wished: true })
}

export function clearLibraryFocus() {
  useLibraryFocus.setState({ wished: false })
}
