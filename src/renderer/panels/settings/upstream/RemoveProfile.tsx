// Removes a service with its key, after asking.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { Settings } from '#shared/schemas/settings'
import type { ServiceProfile } from '#shared/schemas/upstream'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { toggleProfile } from '../../../state/settings-view'
import { discardDraft } from '../state/settings-drafts'
import { forgetSecret } from '../state/settings-secrets'
import { removeProfile } from './profile-changes'

interface RemoveProfileProps {
  readonly profile: ServiceProfile
  readonly settings: Settings
}

export function RemoveProfile({ profile: { id, name }, settings }: RemoveProfileProps) {
  const [asking, setAsking] = useState(false)
  const isUsed = settings.upstream.kind === 'service' && settings.upstream.profile === id
  const remove = useMutation({
    mutationFn: async () => {
      const next = await desktop.settings.update(removeProfile(settings, id))
      await desktop.keys.clear({ slot: id })
      return next
    },
    onSuccess: (next) => {
      toggleProfile(id, false)
      discardDraft(`service ${id}`)
      forgetSecret(id)
      queryClient.setQueryData(queries.settings.read.queryKey(), next)
      toast.success(isUsed ? `${name} was removed. The demo answers now.` : `${name} was removed.`)
    },
    onError: (error) => {
      setAsking(false)
      toast.error(describeError(error))
    },
  })
  return (
    <>
      <Button look="danger" className="self-start" onClick={() => setAsking(true)}>
        Remove this service
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Remove ${name}?`}
        description={
          isUsed
            ? 'Its key is removed with it. It is in use: the demo answers from then on.'
            : 'Its key is removed with it.'
        }
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
              Remove service
            </Button>
          </>
        }
      />
    </>
  )
}
