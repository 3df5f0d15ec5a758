// Connects a service that has this API: it is saved and tested with one step.
import { useMutation } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Settings } from '#shared/schemas/settings'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { recheckUpstream, recordKeyChange } from '../../../connection/upstream-checks'
import { TextField } from '../FormParts'
import { findSecretProblem } from '../keys'
import { createProfileId, findProfileProblems, toProfile } from '../upstream/profiles'
import { UrlField } from '../upstream/UrlField'
import { CheckSummary } from './CheckSummary'
import { Card } from './WelcomeCard'

export function ServiceCard({ settings }: { readonly settings: Settings }) {
  const [id] = useState(() => createProfileId(settings.services))
  const [baseUrl, setBaseUrl] = useState('')
  const [key, setKey] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const texts = { name: '', baseUrl, apiBaseUrl: '' }
  const found = findProfileProblems(id, texts, settings.services)
  const problems = { baseUrl: found.baseUrl ?? found.name, key: findSecretProblem(id, key) }
  const connect = useMutation({ mutationFn: () => saveService(id, { texts, key }, settings) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (!problems.baseUrl && !problems.key)
      connect.mutate(undefined, { onSuccess: (saved) => void recheckUpstream(id, saved) })
  }
  return (
    <Card
      icon={Plug}
      title="Connect a service"
      text="Any server with this API. It’s tested when you connect."
    >
      <form aria-label="Service" className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <UrlField
          label="Base URL"
          hint="Without the path of an endpoint."
          path="/v1beta/…"
          value={baseUrl}
          error={wasSubmitted ? problems.baseUrl : undefined}
          onChange={setBaseUrl}
        />
        <TextField
          label="API key"
          type="password"
          placeholder="Paste API key"
          className="font-mono text-sm"
          value={key}
          error={wasSubmitted ? problems.key : undefined}
          onChange={setKey}
          actions={
            <Button type="submit" disabled={connect.isPending}>
              Connect
            </Button>
          }
        />
        {connect.error && <Notice tone="danger" title={describeError(connect.error)} />}
      </form>
      <CheckSummary upstream={id} choice={{ kind: 'service', profile: id }} settings={settings} />
    </Card>
  )
}

interface ServiceEntry {
  readonly texts: Parameters<typeof toProfile>[1]
  readonly key: string
}

/** Adds the service, or replaces it if its test has failed before. Another provider stays in use meanwhile. */
async function saveService(
  id: string,
  { texts, key }: ServiceEntry,
  { services }: Settings,
): Promise<Settings> {
  const others = services.filter((each) => each.id !== id)
  const saved = await desktop.settings.update({ services: [...others, toProfile(id, texts)] })
  const status = await desktop.keys.set({ slot: id, key: key.trim() })
  recordKeyChange(id)
  queryClient.setQueryData(queries.settings.read.queryKey(), saved)
  queryClient.setQueryData(queries.keys.status.queryKey({ input: { slot: id } }), status)
  return saved
}
