// Creates a named key from a typed name.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { IssuedKey } from '#shared/schemas/key-status'
import { describeError, readFieldErrors } from '../api/describe-error'
import { queries } from '../api/desktop'

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
