// A request to focus the search of the Library.
import { create } from 'zustand'
import { openPanel } from '../../state/navigation'

export const useLibraryFocus = create<{ isRequested: boolean }>()(() => ({ isRequested: false }))

export function focusLibrarySearch() {
  openPanel('library')
  useLibraryFocus.setState({ isRequested: true })
}

export function clearLibraryFocus() {
  useLibraryFocus.setState({ isRequested: false })
}
