// A field of the form that holds several controls, with what is wrong with it beside them.
import { type ReactNode, useId } from 'react'
import { BeyondMark } from './BeyondMark'

interface FieldGroupProps {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string
  readonly children: ReactNode
}

export function FieldGroup({ label, error, hint, children }: FieldGroupProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame.
    <div
      role="group"
      aria-label={label}
      aria-describedby={described || undefined}
      data-invalid={error ? '' : undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      <div className="flex min-h-5 items-center justify-between gap-2">
        <span aria-hidden="true" className="font-medium text-soft text-sm">
          {label}
        </span>
        <BeyondMark />
      </div>
      {children}
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
