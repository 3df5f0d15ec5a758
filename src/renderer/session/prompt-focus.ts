// Tells the composer that the user wants to write.
import { create } from 'zustand'

export const usePromptFocus = create<{ wishes: number }>()(() => ({ wishes: 0 }))

export function wishToWrite() {
  usePromptFocus.setState(({ wishes }) => ({ wishes: wishes + 1 }))
}
