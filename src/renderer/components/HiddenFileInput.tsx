// Opens the file dialog of the system: a button or a command clicks it.
import type { ComponentProps } from 'react'

interface HiddenFileInputProps extends Pick<ComponentProps<'input'>, 'ref' | 'multiple' | 'accept'> {
  readonly label: string
  readonly onFiles: (files: readonly File[]) => void
}

export function HiddenFileInput({ label, onFiles, ...attributes }: HiddenFileInputProps) {
  return (
    <input
      {...attributes}
      type="file"
      hidden
      aria-label={label}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])])
        // Otherwise selecting the same file again would not fire a change event.
        target.value = ''
      }}
    />
  )
}
