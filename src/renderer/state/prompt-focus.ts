// Tells the composer that the user wants to write.
import { create } from 'zustand'
import { afterFrame } from './scheduling'

export const usePromptFocus = create<{ wishes: number }>()(() => ({ wishes: 0 }))

export function wishToWrite() {
  usePromptFocus.setState(({ wishes }) => ({ wishes: wishes + 1 }))
}

/** After a button that may have gone with what it did: else the focus would be nowhere. */
export function wishToWriteIfLost() {
  afterFrame(() => document.activeElement === document.body && wishToWrite())
}
