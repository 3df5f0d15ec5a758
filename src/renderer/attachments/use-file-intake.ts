// Takes files into a prompt: dropped anywhere on its panel, or pasted into it.
import type { ClipboardEvent, RefObject } from 'react'
import { type Dropped, meansFiles, readDropped } from './dropped-files'
import { useFileDrop } from './use-file-drop'

/** `hovering`: where files hover over the section that holds `inside`; null while none do. */
export function useFileIntake(inside: RefObject<HTMLElement | null>, onTake: (dropped: Dropped) => void) {
  const hovering = useFileDrop(inside, onTake)
  const paste = (event: ClipboardEvent) => {
    if (!meansFiles(event.clipboardData.types)) return
    event.preventDefault()
    onTake(readDropped(event.clipboardData))
  }
  return { hovering, paste }
}
