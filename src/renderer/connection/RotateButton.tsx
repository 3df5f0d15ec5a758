// Creates a named key of the gateway from a typed name, or replaces one after asking.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { IssuedKey, NamedKey } from '#shared/schemas/key-status'
import { describeError, readFieldErrors } from '../api/describe-error'
import { desktop, queries } from '../api/desktop'
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

export function useCreateKey(onIssued: (issued: IssuedKey) => void) {
  const [name, setName] = useState('')
  const create = useMutation(
    queries.namedKeys.create.mutationOptions({
      onSuccess: (issued) => {
        setName('')
        onIssued(issued)
      },
    }),
  )
  return {
    name,
    error: create.error ? (readFieldErrors(create.error).name ?? describeError(create.error)) : undefined,
    canCreate: !create.isPending && name.trim() !== '',
    type: (text: string) => {
      setName(text)
      create.reset()
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (name.trim() !== '') create.mutate({ name })
    },
  }
}
