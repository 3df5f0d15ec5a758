// A request as code that sends it again.
import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { type CodeKindId, codeKinds, listCodeKinds } from '#shared/endpoints/samples/code-kinds'
import type { SampleRequest } from '#shared/endpoints/samples/sample-request'
import { describeError } from '../api/describe-error'
import { queries } from '../api/desktop'
import { Button } from '../components/Button'
import { CodeEditor } from '../components/CodeEditor'
import { useCopied } from '../components/CopyButton'
import { Notice } from '../components/Notice'
import { SegmentedControl } from '../components/SegmentedControl'
import { Switch } from '../components/Switch'

interface RequestCodeProps {
  readonly request: SampleRequest
  readonly baseUrl: string
}

export function RequestCode({ request, baseUrl }: RequestCodeProps) {
  const [selected, setSelected] = useState<CodeKindId>('curl')
  const kinds = listCodeKinds(request)
  // A request that was changed meanwhile may not be one for the selected SDK.
  const kind = kinds.includes(selected) ? selected : 'curl'
  const [withKey, setWithKey] = useState(false)
  const [copied, copy] = useCopied()
  const localKey = useQuery({ ...queries.localKey.read.queryOptions(), enabled: withKey })
  const key = withKey ? (localKey.data?.key ?? null) : null
  const { requirements, write } = codeKinds[kind]
  const code = write(request, { baseUrl, key })
  return (
    <section
      aria-label="Code"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-5 focus-visible:outline-offset-[-2px]"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label="Language"
          value={kind}
          options={kinds.map((value) => ({ value, name: codeKinds[value].name }))}
          onChange={setSelected}
        />
        <span className="flex items-center gap-4">
          <Switch label="Include local key" checked={withKey} onChange={setWithKey} />
          <Button size="small" onClick={() => copy(code)}>
            {copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </span>
      </div>
      {withKey && localKey.error && (
        <Notice tone="warn" title="Couldn’t read the local key. The code has a placeholder instead.">
          {describeError(localKey.error)}
        </Notice>
      )}
      <CodeEditor
        label={`${codeKinds[kind].name} code`}
        value={code}
        language="text"
        readOnly
        fill
        className="min-h-40 font-mono"
      />
      <p className="text-faint text-sm">
        {requirements} {describeFiles(request)}
      </p>
    </section>
  )
}

function describeFiles({ media }: SampleRequest): string {
  if (media.length === 0) return ''
  const files = media.length === 1 ? '1 file is' : `${media.length} files are`
  return `${files} read from this computer’s media folder.`
}
