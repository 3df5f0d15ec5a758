// A form field with several controls, and the mark of fields beyond the specification.
import { Asterisk } from 'lucide-react'
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
      <div className="flex min-h-5 items-center justify-between gap-2">
        <span aria-hidden="true" className="font-medium text-soft text-sm">
          {label}
        </span>
        <BeyondSpecMark />
      </div>
      {children}
      <FieldMessages id={id} error={error} hint={hint} />
    </div>
  )
}

export function BeyondSpecMark() {
  return (
    <span
      title="Provider-specific: not part of the API spec. Sent only if you set it."
      className="shrink-0 text-faint"
    >
      <Asterisk size={12} aria-hidden="true" />
      <span className="sr-only">provider-specific</span>
    </span>
  )
}
