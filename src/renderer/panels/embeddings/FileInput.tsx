// Lets the user choose a file with texts on the disk; pressed by a button that is seen.
import type { Ref } from 'react'

interface FileInputProps {
  readonly ref: Ref<HTMLInputElement>
  readonly onFile: (file: File) => void
}

export function FileInput({ ref, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept=".csv,.tsv,.jsonl,.ndjson,.txt,.md,text/plain,text/csv"
      aria-label="File with texts"
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file) onFile(file)
        // The same file may be chosen again.
        target.value = ''
      }}
    />
  )
}
