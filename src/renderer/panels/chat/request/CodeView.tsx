// The request for an answer, as code that sends it again.
import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { toCurl } from '#shared/endpoints/samples/curl'
import { toFetch } from '#shared/endpoints/samples/fetch'
import { toGenAi } from '#shared/endpoints/samples/gen-ai'
import { toPython } from '#shared/endpoints/samples/python'
import type { Turn } from '#shared/schemas/chat'
import type { PromptRequest } from '#shared/schemas/prompt-request'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { CodeEditor } from '../../../components/CodeEditor'
import { useCopied } from '../../../components/CopyButton'
import { Notice } from '../../../components/Notice'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Skeleton } from '../../../components/Skeleton'
import { Switch } from '../../../components/Switch'

const codeKinds = {
  curl: { name: 'curl', requirements: 'Requires a POSIX shell (Git Bash on Windows).', write: toCurl },
  fetch: {
    name: 'JavaScript',
    requirements: 'Requires Node.js 20 or later. No packages needed.',
    write: toFetch,
  },
  genai: {
    name: '@google/genai',
    requirements: 'Requires Node.js 20 or later and the @google/genai package.',
    write: toGenAi,
  },
  python: { name: 'Python', requirements: 'Requires Python 3. No packages needed.', write: toPython },
} as const

type CodeKindId = keyof typeof codeKinds

const codeKindOptions = (Object.keys(codeKinds) as CodeKindId[]).map((value) => ({
  value,
  name: codeKinds[value].name,
}))

export function CodeView({ turn }: { turn: Turn }) {
  const { conversationId, id: turnId } = turn
  const request = useQuery(queries.chat.request.queryOptions({ input: { conversationId, turnId } }))
  const status = useQuery(queries.application.status.queryOptions())
  const error = request.error ?? status.error
  if (error) {
    return (
      <div className="p-5">
        <Notice tone="danger" title="Couldn’t generate the code">
          {describeError(error)}
        </Notice>
      </div>
    )
  }
  if (!request.data || !status.data) {
    return <Skeleton label="Loading request…" widths={['48%', '92%', '84%', '70%']} className="p-5" />
  }
  const { url, requestedPort } = status.data.gateway
  return <RequestCode request={request.data} baseUrl={url ?? `http://127.0.0.1:${requestedPort}`} />
}

interface RequestCodeProps {
  readonly request: PromptRequest
  readonly baseUrl: string
}

function RequestCode({ request, baseUrl }: RequestCodeProps) {
  const [kind, setKind] = useState<CodeKindId>('curl')
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
        <SegmentedControl label="Language" value={kind} options={codeKindOptions} onChange={setKind} />
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

function describeFiles({ media }: PromptRequest): string {
  if (media.length === 0) return ''
  const files = media.length === 1 ? '1 file is' : `${media.length} files are`
  return `${files} read from this computer’s media folder.`
}
