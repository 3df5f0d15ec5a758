// What stands under a control: what is wrong with it, and a hint.
import type { ReactNode } from 'react'

interface FieldNotesProps {
  /** Of the field. */
  readonly id: string
  readonly error?: string | undefined
  readonly hint?: ReactNode
}

export function FieldNotes({ id, error, hint }: FieldNotesProps) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm first-letter:uppercase">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-faint text-sm">
          {hint}
        </p>
      )}
    </>
  )
}

/** For `aria-describedby`. */
export function listFieldNotes({ id, error, hint }: FieldNotesProps): string | undefined {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
}
