// Finds OpenAI-compatible servers that run on this computer, and offers them.
import { useQuery } from '@tanstack/react-query'
import { Radar } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { DetectedServer } from '#shared/desktop/models-contract'
import { serverPresets } from '#shared/models/openai-servers'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { formatPlural } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { toHost } from './UrlField'

interface DetectedServersProps {
  /** Starts at once, instead of with its button. */
  readonly isAutomatic?: boolean
  /** Leaves out servers that are saved already. */
  readonly isOffered?: (server: DetectedServer) => boolean
  /** The button of each server that was found. */
  readonly actionLabel: string
  readonly onChoose: (server: DetectedServer) => void
  /** Beside the button that detects. */
  readonly children?: ReactNode
}

export function DetectedServers(props: DetectedServersProps) {
  const { isAutomatic = false, isOffered = () => true, actionLabel, onChoose, children } = props
  const { data, error, isFetching, refetch } = useQuery({
    ...queries.upstreams.detect.queryOptions(),
    enabled: isAutomatic,
    staleTime: 0,
  })
  const heading = useId()
  const offered = (data ?? []).filter(isOffered)
  return (
    <div className="flex flex-col gap-3">
      {offered.length > 0 && (
        <section aria-labelledby={heading} className="rounded-lg border border-line bg-sunken">
          <h3 id={heading} className="sr-only">
            Servers on this computer
          </h3>
          <ul className="flex flex-col divide-y divide-line">
            {offered.map((found) => (
              <li key={found.baseUrl}>
                <DetectedRow found={found} label={actionLabel} onChoose={() => onChoose(found)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {error && <Notice tone="danger" title={`Couldn’t detect servers: ${describeError(error)}`} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button aria-disabled={isFetching} onClick={() => void (isFetching || refetch())}>
          <Radar size={14} aria-hidden="true" />
          {data ? 'Detect again' : 'Detect servers'}
        </Button>
        {children}
        <p
          role="status"
          className={offered.length > 0 && !isFetching ? 'sr-only' : 'min-w-60 flex-1 text-faint text-sm'}
        >
          {describeDetection(data, offered.length, isFetching)}
        </p>
      </div>
    </div>
  )
}

function describeDetection(
  found: readonly DetectedServer[] | undefined,
  offered: number,
  isFetching: boolean,
): string {
  if (isFetching) return 'Detecting servers on this computer…'
  if (!found) return 'Finds Ollama, LM Studio, llama.cpp, and vLLM on the usual ports of this computer.'
  if (offered > 0) return `${formatPlural(offered, 'server')} found on this computer.`
  return found.length > 0
    ? 'No other server found on this computer.'
    : 'No server found on this computer. Start one, then detect again.'
}

interface DetectedRowProps {
  readonly found: DetectedServer
  readonly label: string
  readonly onChoose: () => void
}

function DetectedRow({ found, label, onChoose }: DetectedRowProps) {
  const name = serverPresets[found.server].label
  return (
    <div className="flex min-h-11 items-center gap-3 py-1.5 pr-2 pl-3">
      <span className="flex min-w-0 flex-1 flex-col">
        <span>
          <span className="font-medium">{name}</span>
          <span className="text-soft"> · {describeModels(found)}</span>
        </span>
        <span className="truncate font-mono text-faint text-xs">{toHost(found.baseUrl)}</span>
      </span>
      <Button size="small" variant="primary" aria-label={`${label} ${name}`} onClick={onChoose}>
        {label}
      </Button>
    </div>
  )
}

function describeModels({ server, models, needsKey }: DetectedServer): string {
  if (needsKey) return 'needs an API key'
  if (models.length > 0) return formatPlural(models.length, 'model')
  return server === 'ollama' ? 'no models yet. Run “ollama pull llama3.2”.' : 'no models yet'
}
