// What to set for unmodified SDKs, so that they reach the gateway.
import { CopyButton } from '../../../components/CopyButton'
import { toEnvironmentLines } from './environment-lines'
import { useLocalKey } from './use-local-key'

export function EnvironmentLines({ url, platform }: { url: string; platform: string }) {
  const { key } = useLocalKey()
  const lines = (shownKey: string) => toEnvironmentLines({ url, key: shownKey, platform }).join('\n')
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium text-soft text-sm leading-5">For your SDKs</p>
      <div className="overflow-hidden rounded-lg border border-line bg-sunken">
        <div className="flex h-8 items-center justify-between border-line border-b pr-1 pl-3 text-faint text-xs">
          {platform === 'win32' ? 'PowerShell' : 'Shell'}
          <CopyButton label="Copy environment lines" text={() => lines(key)} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <pre tabIndex={0} className="selectable overflow-x-auto px-3 py-2 font-mono text-sm leading-5">
          {lines('<local key>')}
        </pre>
      </div>
    </div>
  )
}
