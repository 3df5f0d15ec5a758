// A field of the form that holds several controls, with what is wrong with it beside them.
import { type ReactNode, useId } from 'react'
import { FieldNotes, listFieldNotes } from '../../../components/Field'
import { BeyondMark } from './BeyondMark'

interface FieldGroupProps {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string
  readonly children: ReactNode
}

export function FieldGroup({ label, error, hint, children }: FieldGroupProps) {
  const id = useId()
  const described = listFieldNotes({ id, error, hint })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame.
    <div
      role="group"
      aria-label={label}
      aria-describedby={described}
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
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}
