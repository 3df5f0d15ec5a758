// The gateway: its URL and port, the local key, allowed web pages, and body limits.
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { KeyStatus } from '#shared/schemas/key-status'
import type { Settings } from '#shared/schemas/settings'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import { SavedIndicator } from '../../../components/SavedIndicator'
import { LocalKeyActions, useLocalKey } from '../../../connection/LocalKeyActions'
import { RetryPort, useRetryPort } from '../../../connection/RetryPort'
import { Section, TextField, toNumber } from '../FormParts'
import { describeUnreadableKey, RetryKeys } from '../KeyFileNotice'
import { Setting } from '../Setting'
import { saveWithUndo, useSettingsForm } from '../settings-form'
import { TableSetting } from '../TableSetting'
import { NamedKeys } from './NamedKeys'

export function GatewaySection({ settings, status }: { settings: Settings; status: ApplicationStatus }) {
  const { url, notice } = status.gateway
  return (
    <Section id="gateway">
      <div data-setting="gateway-url">
        <TextField
          label="URL"
          value={url ?? 'Not running'}
          className="font-mono text-sm"
          actions={url && <CopyButton label="Copy URL" text={url} />}
        />
      </div>
      {notice && (
        <Notice
          tone="warn"
          title={notice}
          actions={url && <RetryPort port={status.gateway.requestedPort} />}
        />
      )}
      <Setting id="port" settings={settings}>
        <PortForm port={settings.gatewayPort} gateway={status.gateway} />
      </Setting>
      {status.keys.isLocalKeyUnreadable && (
        <Notice tone="warn" title="The saved local key can’t be read" actions={<RetryKeys />}>
          {describeUnreadableKey(status.keys)}
        </Notice>
      )}
      <div data-setting="local-key">
        <LocalKey />
      </div>
      <div data-setting="named-keys">
        <NamedKeys />
      </div>
      {url && <EnvironmentLines url={url} platform={status.platform} />}
      <Setting id="allowed-origins" settings={settings}>
        <AllowedOrigins origins={settings.allowedOrigins} />
      </Setting>
      <TableSetting id="limits" settings={settings} />
      <TableSetting id="request-log" settings={settings} />
      <TableSetting id="log-bodies" settings={settings} />
    </Section>
  )
}

interface PortFormProps {
  readonly port: number
  readonly gateway: ApplicationStatus['gateway']
}

function PortForm({ port, gateway: { url, notice, requestedPort } }: PortFormProps) {
  const form = useSettingsForm({
    form: 'port',
    saved: { port: String(port) },
    pathOf: () => 'gatewayPort',
    toPatch: (texts) => ({ gatewayPort: toNumber(texts.port) }),
  })
  const retry = useRetryPort()
  const isElsewhere = url !== null && notice !== null && requestedPort === port
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (form.isChanged) form.submit(event)
    else retry.mutate(undefined)
  }
  const hint =
    requestedPort === port
      ? 'Use 0 for any free port.'
      : 'Use 0 for any free port. A different port was set on the command line for this session.'
  return (
    <form onSubmit={save} noValidate>
      <TextField
        label="Port"
        hint={hint}
        inputMode="numeric"
        className="max-w-28 font-mono text-sm"
        {...form.field('port')}
        actions={
          <>
            <Button
              type="submit"
              disabled={form.pending || retry.isPending || !(form.isChanged || isElsewhere)}
            >
              Save port
            </Button>
            <SavedIndicator saved={form.isSaved && !form.isChanged} />
          </>
        }
      />
    </form>
  )
}

/** The local key, which scripts send. */
function LocalKey() {
  const { key, state, error } = useLocalKey()
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      label="Local key"
      hint={keyHints[state]}
      error={error}
      type={isShown ? 'text' : 'password'}
      value={key}
      className="font-mono text-sm"
      actions={<LocalKeyActions value={key} isShown={isShown} onToggle={() => setIsShown(!isShown)} />}
    />
  )
}

const keyHints: Readonly<Record<KeyStatus['state'], string>> = {
  ready: 'Your scripts send this key. Your provider’s API key never leaves this app.',
  absent: 'Your scripts send this key. Your provider’s API key never leaves this app.',
  unreadable: 'This key lasts until you quit.',
  'no-secure-storage':
    'This key isn’t saved. It changes the next time you start Gen Playground. Named keys stay valid.',
}

function EnvironmentLines({ url, platform }: { url: string; platform: string }) {
  const { key } = useLocalKey()
  const toText = (shownKey: string) => toEnvironmentLines({ url, key: shownKey, platform }).join('\n')
  return (
    <div data-setting="environment" className="flex flex-col gap-1">
      <h3 className="font-medium text-soft text-sm leading-5">Environment variables</h3>
      <div className="overflow-hidden rounded-lg border border-line bg-sunken">
        <div className="flex h-8 items-center justify-between border-line border-b pr-1 pl-3 text-faint text-xs">
          {platform === 'win32' ? 'PowerShell' : 'Shell'}
          <CopyButton label="Copy environment variables" text={() => toText(key)} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
        <pre tabIndex={0} className="selectable overflow-x-auto px-3 py-2 font-mono text-sm leading-5">
          {toText('<local key>')}
        </pre>
      </div>
    </div>
  )
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

/** The web pages that may call the gateway from a browser. */
function AllowedOrigins({ origins }: { origins: readonly string[] }) {
  const form = useSettingsForm({
    form: 'origin',
    saved: { origin: '' },
    pathOf: () => 'allowedOrigins',
    findProblems: ({ origin }) => ({
      origin: origin.trim() ? findOriginProblem(origin, origins) : undefined,
    }),
    toPatch: ({ origin }) => ({ allowedOrigins: [...origins, toOrigin(origin) ?? origin] }),
  })
  const remove = (origin: string) => {
    const others = ({ allowedOrigins }: Settings) => allowedOrigins.filter((each) => each !== origin)
    const removed = saveWithUndo(
      `${origin} removed`,
      (now) => ({ allowedOrigins: others(now) }),
      (now) => ({ allowedOrigins: [...others(now), origin] }),
    )
    toastOutcome(removed, `Couldn’t remove ${origin}`)
  }
  const field = form.field('origin')
  return (
    <form className="flex flex-col gap-2" onSubmit={form.submit} noValidate>
      <TextField
        label="Allowed origins"
        hint="Websites can’t call the gateway unless their origin is listed here. Scripts and SDKs don’t need this."
        placeholder="http://localhost:5173"
        className="font-mono text-sm"
        {...field}
        actions={
          <Button type="submit" disabled={form.pending || !field.value.trim()}>
            Add origin
          </Button>
        }
      />
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

export function findOriginProblem(text: string, listed: readonly string[]): string | undefined {
  const origin = toOrigin(text)
  if (!origin) return 'must be an origin, such as http://localhost:5173'
  return listed.includes(origin) ? 'is already in the list' : undefined
}

/** Returns the value of a browser's `Origin` header; undefined if the text is not a web address. */
export function toOrigin(text: string): string | undefined {
  try {
    const { origin, protocol } = new URL(text.trim())
    return /^https?:$/.test(protocol) ? origin : undefined
  } catch {
    return undefined
  }
}
