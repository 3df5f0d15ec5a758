// The web pages that may call the gateway from a browser.
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { IconButton } from '../../../components/IconButton'
import { TextInput } from '../../../components/TextInput'
import { useFormDraft } from '../use-form-draft'
import { useUpdateSettings } from '../use-update-settings'
import { bringBackOrigin } from './bring-back-origin'
import { readOrigin } from './read-origin'

export function AllowedOrigins({ origins }: { origins: readonly string[] }) {
  const { texts, write, discard } = useFormDraft('origin', { origin: '' })
  const [error, setError] = useState<string>()
  const { update, pending, failure } = useUpdateSettings()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const read = readOrigin(texts.origin, origins)
    setError(read.error)
    if (read.error === undefined) {
      update({ allowedOrigins: [...origins, read.origin] }, { onSuccess: discard })
    }
  }
  const remove = (origin: string) => {
    const tellRemoved = () =>
      toast(`${origin} may not call any more.`, {
        action: { label: 'Undo', onClick: () => void bringBackOrigin(origin) },
      })
    update({ allowedOrigins: origins.filter((each) => each !== origin) }, { onSuccess: tellRemoved })
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={add} noValidate>
      <Field
        label="Allowed origins"
        hint="Web pages may not call the gateway, except from these addresses. Scripts and SDKs need none."
        error={error ?? failure}
      >
        {(attributes) => (
          <div className="flex gap-2">
            <TextInput
              {...attributes}
              placeholder="http://localhost:5173"
              className="font-mono text-sm"
              value={texts.origin}
              onChange={(event) => {
                write('origin', event.target.value)
                setError(undefined)
              }}
            />
            <Button type="submit" disabled={pending || !texts.origin.trim()}>
              Add origin
            </Button>
          </div>
        )}
      </Field>
      {origins.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {origins.map((origin) => (
            <li key={origin} className="flex h-8 items-center justify-between pr-1 pl-3 font-mono text-sm">
              {origin}
              <IconButton size="small" label={`Remove ${origin}`} icon={X} onClick={() => remove(origin)} />
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
