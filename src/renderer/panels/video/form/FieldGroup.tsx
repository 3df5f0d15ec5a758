// A form field with several controls.
import { type ReactNode, useId } from 'react'
import { FieldMessages, fieldMessageIds } from '../../../components/Field'

interface FieldGroupProps {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string
  readonly children: ReactNode
}

export function FieldGroup({ label, error, hint, children }: FieldGroupProps) {
  const id = useId()
  const described = fieldMessageIds({ id, error, hint })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own.
    <div
      role="group"
      aria-label={label}
      aria-describedby={described}
      data-invalid={error ? '' : undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      <span aria-hidden="true" className="min-h-5 font-medium text-soft text-sm">
        {label}
      </span>
      {children}
      <FieldMessages id={id} error={error} hint={hint} />
    </div>
  )
}
