// Takes conversations that are dropped as files.
import { type DragEvent, useState } from 'react'
import { tellOutcome } from '../../../api/tell-outcome'
import { importFile } from '../../../state/conversation-files'

interface ImportDrop {
  /** A file is held over the place. */
  readonly isOver: boolean
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
  }
}

export function useImportDrop(): ImportDrop {
  const [isOver, setOver] = useState(false)
  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isOver,
    handlers: {
      onDragOver: (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      },
      onDragLeave: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      },
      onDrop: (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        for (const file of event.dataTransfer.files) tellOutcome(importFile(file), file.name)
      },
    },
  }
}
