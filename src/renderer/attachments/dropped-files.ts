// What was dropped on a panel, or pasted into its prompt.

export interface Dropped {
  readonly files: readonly File[]
  /** Names of folders, which are not attached. */
  readonly folders: readonly string[]
}

/** Must be called while the event is handled: afterwards it holds nothing. */
export function readDropped(transfer: DataTransfer): Dropped {
  const files: File[] = []
  const folders: string[] = []
  for (const item of transfer.items) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    const file = item.kind === 'file' ? item.getAsFile() : null
    if (entry?.isDirectory) folders.push(entry.name)
    else if (file) files.push(file)
  }
  return { files, folders }
}

/** Office programs put a picture of the text beside the text: then the text is meant. */
export function meansFiles(types: readonly string[]): boolean {
  return types.includes('Files') && !(types.includes('text/plain') && types.includes('text/html'))
}
