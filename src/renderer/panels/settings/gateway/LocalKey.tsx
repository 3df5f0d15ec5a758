// The gateway's local key, which scripts send, and the environment variables that point SDKs at the gateway.
import { useState } from 'react'
import type { KeyStatus } from '#shared/schemas/key-status'
import { CopyButton } from '../../../components/CopyButton'
import { LocalKeyActions, useLocalKey } from '../../../connection/LocalKeyActions'
import { TextField } from '../FormParts'

export function LocalKey() {
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

export function EnvironmentLines({ url, platform }: { url: string; platform: string }) {
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
