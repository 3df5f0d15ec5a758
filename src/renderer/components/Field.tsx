// A labelled control with its hint and, where it is wrong, what is wrong with it.
import { type ReactNode, useId } from 'react'
import { FieldNotes, listFieldNotes } from './FieldNotes'

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
  const described = listFieldNotes({ id, error, hint })
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
        'aria-describedby': described,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}
