// What is searched for among the conversations: it outlives the list, which comes and goes.
import { create } from 'zustand'

export const useSearchText = create<{ typed: string }>()(() => ({ typed: '' }))

export function writeSearch(typed: string) {
  useSearchText.setState({ typed })
}
