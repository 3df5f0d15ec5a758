// Asks, and replaces a named key.
import type { IssuedKey, NamedKey } from '#shared/schemas/key-status'
import { desktop } from '../api/desktop'
import { ConfirmButton } from '../notices/ConfirmButton'

interface RotateButtonProps {
  readonly namedKey: NamedKey
  readonly onIssued: (issued: IssuedKey) => void
  readonly 'aria-describedby'?: string
}

export function RotateButton({ namedKey: { id, name }, onIssued, ...attributes }: RotateButtonProps) {
  return (
    <ConfirmButton
      {...attributes}
      size="small"
      label="Rotate…"
      question={`Rotate the key “${name}”?`}
      description="The current key stops working immediately. The script that uses it fails until you update it."
      confirmLabel="Rotate key"
      onConfirm={async () => onIssued(await desktop.namedKeys.rotate({ id }))}
    />
  )
}
