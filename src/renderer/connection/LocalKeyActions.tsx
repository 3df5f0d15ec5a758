// The local key of the gateway, and its buttons: show, copy and rotate.
import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { toast } from 'sonner'
import { describeError } from '../api/describe-error'
import { desktop, queries } from '../api/desktop'
import { queryClient } from '../api/query-client'
import { CopyButton } from '../components/CopyButton'
import { IconButton } from '../components/IconButton'
import { ConfirmButton } from '../notices/ConfirmButton'

interface LocalKeyActionsProps {
  readonly value: string
  readonly isShown: boolean
  readonly onToggle: () => void
}

export function LocalKeyActions({ value, isShown, onToggle }: LocalKeyActionsProps) {
  return (
    <>
      <IconButton
        size="small"
        label={isShown ? 'Hide local key' : 'Show local key'}
        icon={isShown ? EyeOff : Eye}
        onClick={onToggle}
      />
      <CopyButton label="Copy local key" text={value} />
      <ConfirmButton
        size="small"
        label="Rotate…"
        question="Rotate the local key?"
        description="The current key stops working immediately. Scripts that use it fail until you update them."
        confirmLabel="Rotate key"
        onConfirm={rotateKey}
      />
    </>
  )
}

async function rotateKey() {
  const next = await desktop.localKey.rotate()
  queryClient.setQueryData(queries.localKey.read.queryKey(), next)
  if (next.state === 'ready') toast.success('Local key rotated. Update your scripts.')
  else toast.warning('Local key rotated, but not saved. The new key lasts until you quit.')
}

export function useLocalKey() {
  const { data, error } = useQuery(queries.localKey.read.queryOptions())
  return {
    key: data?.key ?? '',
    state: data?.state ?? 'ready',
    error: error ? describeError(error) : undefined,
  }
}
