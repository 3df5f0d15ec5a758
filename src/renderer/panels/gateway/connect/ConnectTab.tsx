// Lines to paste that connect a script to the gateway, and whether its first request has arrived.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Loader, TriangleAlert } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useEffect, useState } from 'react'
import { connectSamples } from '#shared/endpoints/samples/connect'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { joinClasses } from '../../../components/join-classes'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { Switch } from '../../../components/Switch'
import { localKeyId, readIssued, startWaiting, useConnectKeys } from './connect-keys'
import { KeyPicker, keyPlaceholder } from './KeyPicker'
import { describeConnection, useScriptRequest } from './script-requests'

interface ConnectTabProps {
  /** Shows a request in the log. */
  readonly onShowRequest: (exchange: ExchangeSummary) => void
}

export function ConnectTab({ onShowRequest }: ConnectTabProps) {
  const status = useQuery(queries.application.status.queryOptions())
  const localKey = useQuery(queries.localKey.read.queryOptions())
  const namedKeys = useQuery(queries.namedKeys.list.queryOptions())
  const selectedId = useConnectKeys(({ selected }) => selected)
  const issued = useConnectKeys((state) => state.issued)
  const error = status.error ?? localKey.error ?? namedKeys.error
  if (error)
    return (
      <div className="p-6">
        <Notice tone="danger" title="Couldn’t load the address and the keys">
          {describeError(error)}
        </Notice>
      </div>
    )
  if (!status.data || !localKey.data || !namedKeys.data)
    return <Skeleton label="Loading samples…" widths={['48%', '92%', '84%']} className="p-6" />
  const { url, notice } = status.data.gateway
  // A revoked key is no longer listed.
  const selected = selectedId === localKeyId ? undefined : namedKeys.data.find(({ id }) => id === selectedId)
  const text = selected ? readIssued(issued, selected) : localKey.data.key
  if (url === null)
    return (
      <div className="p-6">
        <Notice tone="warn" title="The gateway isn’t running">
          {notice ?? 'It is starting.'}
        </Notice>
      </div>
    )
  return (
    <section
      aria-label="Connect a script"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-6 focus-visible:outline-offset-[-2px]"
    >
      <FirstRequest
        keyName={selected?.name ?? null}
        names={namedKeys.data.map(({ name }) => name)}
        onShowRequest={onShowRequest}
      />
      <KeyPicker
        keys={namedKeys.data}
        selected={selected}
        text={text}
        isTemporary={localKey.data.state !== 'ready'}
      />
      <Samples baseUrl={url} text={text} keyLabel={selected ? 'key' : 'local key'} />
    </section>
  )
}

const tones = {
  waiting: { icon: Loader, className: 'border-line bg-sunken', iconClassName: 'text-faint' },
  connected: { icon: CircleCheck, className: 'border-ok bg-sunken', iconClassName: 'text-ok' },
  failed: { icon: TriangleAlert, className: 'border-warn bg-warn-wash', iconClassName: 'text-warn' },
  rejected: { icon: CircleX, className: 'border-danger bg-danger-wash', iconClassName: 'text-danger' },
} as const

interface FirstRequestProps extends ConnectTabProps {
  /** Name of the selected key; null for the local key. */
  readonly keyName: string | null
  readonly names: readonly string[]
}

function FirstRequest({ keyName, names, onShowRequest }: FirstRequestProps) {
  const since = useConnectKeys((state) => state.since)
  useEffect(startWaiting, [])
  const request = useScriptRequest({ keyName, names })
  const { tone, title, detail } = describeConnection(request, since)
  const { icon: Icon, className, iconClassName } = tones[tone]
  return (
    <div className={joinClasses('flex items-center gap-3 rounded-lg border px-4 py-3', className)}>
      <Icon size={20} aria-hidden="true" className={joinClasses('shrink-0', iconClassName)} />
      <div role="status" className="selectable flex min-w-0 flex-1 flex-col">
        <p className="font-medium">{title}</p>
        <p className="text-soft text-sm [overflow-wrap:anywhere]">{detail}</p>
      </div>
      {request && tone !== 'waiting' && (
        <Button size="small" onClick={() => onShowRequest(request)}>
          Show request
        </Button>
      )}
    </div>
  )
}

interface SamplesProps {
  readonly baseUrl: string
  /** The key; null if it is unknown. */
  readonly text: string | null
  readonly keyLabel: string
}

const hiddenKey = '••••••••••••'

function Samples({ baseUrl, text, keyLabel }: SamplesProps) {
  const [isKeyShown, setIsKeyShown] = useState(false)
  const key = text ?? keyPlaceholder
  const shownKey = isKeyShown || text === null ? key : hiddenKey
  return (
    <Tabs.Root
      orientation="vertical"
      defaultValue={connectSamples[0]?.id ?? ''}
      className="flex min-h-0 items-start gap-5"
    >
      <Tabs.List aria-label="Client" className="flex w-48 shrink-0 flex-col gap-0.5">
        {connectSamples.map(({ id, name }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="truncate rounded-md px-2.5 py-1 text-left text-soft transition-colors hover:bg-hover hover:text-ink data-[state=active]:bg-hover data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {connectSamples.map(({ id, name, instructions, write }) => (
        <Tabs.Content key={id} value={id} className="flex min-w-0 flex-1 flex-col gap-3">
          <div className="overflow-hidden rounded-lg border border-line bg-sunken">
            <div className="flex h-9 items-center justify-between gap-3 border-line border-b pr-1 pl-3 text-faint text-sm">
              <h2 className="font-medium">{name}</h2>
              <CopyButton label={`Copy ${name} lines`} text={() => write({ baseUrl, key })} />
            </div>
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
              tabIndex={0}
              className="selectable overflow-x-auto px-3 py-2 font-mono text-sm leading-5"
            >
              {write({ baseUrl, key: shownKey })}
            </pre>
          </div>
          <p className="text-faint text-sm">{instructions}</p>
          {text !== null && (
            <Switch
              label={`Show ${keyLabel}`}
              hint="Copied lines always contain it."
              checked={isKeyShown}
              onChange={setIsKeyShown}
            />
          )}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
