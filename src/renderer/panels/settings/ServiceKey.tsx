// The service's API key: it can be set and removed here, never read.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { KeyStatus } from '#shared/schemas/key-status'
import { describeError } from '../../desktop/describe-error'
import { queries } from '../../desktop/desktop'
import { queryClient } from '../../desktop/query-client'
import { Button } from '../../kit/Button'
import { Field } from '../../kit/Field'
import { Notice } from '../../kit/Notice'
import { TextInput } from '../../kit/TextInput'
import { describeKey } from './describe-key'

const slot = 'service'

export function ServiceKey() {
  const status = useQuery(queries.keys.status.queryOptions({ input: { slot } }))
  const keep = { onSuccess: (next: KeyStatus) => void queryClient.setQueryData(statusKey, next) }
  const set = useMutation(queries.keys.set.mutationOptions(keep))
  const clear = useMutation(queries.keys.clear.mutationOptions(keep))
  const [key, setKey] = useState('')
  const error = set.error ?? clear.error ?? status.error

  const save = (event: FormEvent) => {
    event.preventDefault()
    set.mutate({ slot, key }, { onSuccess: () => setKey('') })
  }
  const state = status.data && describeKey(status.data)
  return (
    <form className="flex flex-col gap-3" onSubmit={save}>
      <Field
        label="API key"
        error={error ? describeError(error) : undefined}
        aside={
          state && (
            <span className={`text-sm ${state.tone === 'warn' ? 'text-warn' : 'text-soft'}`}>
              {state.brief}
            </span>
          )
        }
      >
        {(attributes) => (
          <TextInput
            {...attributes}
            type="password"
            placeholder={status.data?.usable ? 'A key is set. Enter another to replace it.' : 'Paste the key'}
            className="font-mono text-sm"
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        )}
      </Field>
      {state?.detail && <Notice tone={state.tone} title={state.detail} />}
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary" disabled={!key.trim() || set.isPending}>
          Save key
        </Button>
        <Button
          look="danger"
          disabled={!status.data || !hasKey(status.data) || clear.isPending}
          onClick={() => clear.mutate({ slot })}
        >
          Remove key
        </Button>
      </div>
    </form>
  )
}

const statusKey = queries.keys.status.queryKey({ input: { slot } })

/** An unreadable key is there, too: it can be removed. */
function hasKey({ usable, state }: { usable: boolean; state: string }): boolean {
  return usable || state === 'unreadable'
}
