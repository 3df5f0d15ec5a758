// A labeled control with its hint and its error message.
import { type ReactNode, useId } from 'react'
import { HintMark, HintText, HintTooltip } from './HintTooltip'

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
  const described = fieldMessageIds({ id, error, hint })
  return (
    <HintTooltip hint={hint} className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-5 items-center justify-between gap-2">
        <label htmlFor={id} className="font-medium text-soft text-sm">
          {label}
          <HintMark hint={hint} />
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldMessages id={id} error={error} hint={hint} />
    </HintTooltip>
  )
}

interface FieldMessagesProps {
  /** The id of the control. */
  readonly id: string
  readonly error?: string | undefined
  readonly hint?: ReactNode
}

/** The error and the hint below a control. */
export function FieldMessages({ id, error, hint }: FieldMessagesProps) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm first-letter:uppercase">
          {error}
        </p>
      )}
      {hint && <HintText id={`${id}-hint`}>{hint}</HintText>}
    </>
  )
}

/** For `aria-describedby`. */
export function fieldMessageIds({ id, error, hint }: FieldMessagesProps): string | undefined {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
}
