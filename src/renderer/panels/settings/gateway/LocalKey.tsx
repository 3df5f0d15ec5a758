// The gateway's local key, which scripts send, and the environment variables that point SDKs at the gateway.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { KeyStatus } from '#shared/schemas/key-status'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { IconButton } from '../../../components/IconButton'
import { TextInput } from '../../../components/TextInput'

export function LocalKey() {
  const { key, state, error } = useLocalKey()
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label="Local key" hint={keyHints[state]} error={error}>
      {(attributes) => (
        <div className="flex items-center gap-1">
          <TextInput
            {...attributes}
            readOnly
            type={isShown ? 'text' : 'password'}
            value={key}
            className="font-mono text-sm"
          />
          <IconButton
            size="small"
            label={isShown ? 'Hide local key' : 'Reveal local key'}
            icon={isShown ? EyeOff : Eye}
            onClick={() => setIsShown(!isShown)}
          />
          <CopyButton label="Copy local key" text={key} />
          <RotateKey />
        </div>
      )}
    </Field>
  )
}

const keyHints: Readonly<Record<KeyStatus['state'], string>> = {
  ready: 'Your scripts send this key. Your provider’s API key never leaves this app.',
  absent: 'Your scripts send this key. Your provider’s API key never leaves this app.',
  unreadable: 'This key lasts until you quit.',
  'no-secure-storage': 'This key isn’t saved. It changes the next time you start Gen Playground.',
}

/** Replaces the local key, after asking. */
function RotateKey() {
  const [isConfirming, setIsConfirming] = useState(false)
  const rotate = useMutation(
    queries.localKey.rotate.mutationOptions({
      onSuccess: (next) => {
        queryClient.setQueryData(queries.localKey.read.queryKey(), next)
        if (next.state === 'ready') toast.success('Local key rotated. Update your scripts.')
        else toast.warning('Local key rotated, but not saved. The new key lasts until you quit.')
      },
      onError: (error) => toast.error(describeError(error)),
      onSettled: () => setIsConfirming(false),
    }),
  )
  return (
    <>
      <Button size="small" className="ml-1" onClick={() => setIsConfirming(true)}>
        Rotate
      </Button>
      <Dialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Rotate the local key?"
        description="The current key stops working immediately. Scripts that use it fail until you update them."
        actions={
          <>
            <Button onClick={() => setIsConfirming(false)}>Cancel</Button>
            <Button look="danger" disabled={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
              Rotate key
            </Button>
          </>
        }
      />
    </>
  )
}

export function EnvironmentLines({ url, platform }: { url: string; platform: string }) {
  const { key } = useLocalKey()
  const toText = (shownKey: string) => toEnvironmentLines({ url, key: shownKey, platform }).join('\n')
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium text-soft text-sm leading-5">For your SDKs</p>
      <div className="overflow-hidden rounded-lg border border-line bg-sunken">
        <div className="flex h-8 items-center justify-between border-line border-b pr-1 pl-3 text-faint text-xs">
          {platform === 'win32' ? 'PowerShell' : 'Shell'}
          <CopyButton label="Copy environment lines" text={() => toText(key)} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <pre tabIndex={0} className="selectable overflow-x-auto px-3 py-2 font-mono text-sm leading-5">
          {toText('<local key>')}
        </pre>
      </div>
    </div>
  )
}

function useLocalKey() {
  const { data, error } = useQuery(queries.localKey.read.queryOptions())
  return {
    key: data?.key ?? '',
    state: data?.state ?? 'ready',
    error: error ? describeError(error) : undefined,
  }
}

/** The environment that points unmodified SDKs at the gateway (wire §10.5). */
export function toEnvironmentLines({
  url,
  key,
  platform,
}: Record<'url' | 'key' | 'platform', string>): string[] {
  const variables = {
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: key,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: key,
  }
  return Object.entries(variables).map(([name, value]) =>
    platform === 'win32' ? `$env:${name} = "${value}"` : `export ${name}="${value}"`,
  )
}
