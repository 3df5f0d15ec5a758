// A labelled control with its hint and, where it is wrong, what is wrong with it.
import { type ReactNode, useId } from 'react'

interface FieldAttributes {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Beside the label. */
  readonly aside?: ReactNode
  readonly children: (attributes: FieldAttributes) => ReactNode
}

export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-5 items-center justify-between gap-2">
        <label htmlFor={id} className="font-medium text-soft text-sm">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
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
    </div>
  )
}
