// The end of a list of models: when the OpenAI-compatible server last listed them, what is wrong, and Refresh.
import { RefreshCw, X } from 'lucide-react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { Button } from '../components/Button'
import { formatAge } from '../components/format'
import { joinClasses } from '../components/join-classes'
import { useNow } from '../components/use-now'
import { openSettings } from '../state/settings-view'
import { describeNone } from './model-issue'
import { useModelList, useRefreshModels, useServer } from './model-list'

interface ServerStatusProps {
  readonly kind: ModelSummary['kind']
  /** The server has no model of this kind. */
  readonly isEmpty: boolean
  /** Called when another panel opens. */
  readonly onClose: () => void
}

/** Renders nothing with other providers. */
export function ServerStatus({ kind, isEmpty, onClose }: ServerStatusProps) {
  const server = useServer()
  const { server: state } = useModelList()
  if (!server) return null
  const problem = state?.problem ?? null
  const none = describeNone(kind, server.name)
  return (
    <>
      {isEmpty && problem === null && (
        <div className="flex flex-col items-center gap-2 px-4 py-4 text-center">
          <p role="status" className="text-soft">
            {state ? `${none.title}. ${none.text}` : `Loading the models of ${server.name}…`}
          </p>
          {state && kind !== 'video' && (
            <Button
              size="small"
              onClick={() => {
                onClose()
                openSettings('models', { focusedSetting: 'models' })
              }}
            >
              Open Models
            </Button>
          )}
        </div>
      )}
      <ListedAt
        name={server.name}
        listedAt={state?.listedAt ?? null}
        problem={problem}
        // Below an empty list, the line under the search is the border.
        className={joinClasses('p-1 pl-3', !(isEmpty && problem !== null) && 'border-line border-t')}
      />
    </>
  )
}

interface ListedAtProps {
  readonly name: string
  readonly listedAt: number | null
  readonly problem: string | null
  readonly className: string | false
}

const minute = 60_000
const week = 7 * 24 * 60 * minute

/** When the server listed its models, or why it did not, and a button that requests the list again. */
export function ListedAt({ name, listedAt, problem, className }: ListedAtProps) {
  const now = useNow(minute)
  const { isRefreshing } = useRefreshModels()
  return (
    <div
      className={joinClasses(
        'flex shrink-0 gap-2 text-sm',
        problem === null ? 'items-center' : 'items-start',
        className,
      )}
    >
      <p
        role="status"
        className={joinClasses(
          'line-clamp-3 min-w-0 flex-1 py-0.5 leading-5 [overflow-wrap:anywhere]',
          problem === null || isRefreshing ? 'text-faint' : 'text-warn',
        )}
        title={problem ?? undefined}
      >
        {isRefreshing
          ? `Refreshing the models of ${name}…`
          : problem === null
            ? describeListing(listedAt, now)
            : `Couldn’t load the models of ${name}: ${problem}`}
      </p>
      <RefreshModelsButton variant="quiet" label={problem === null ? 'Refresh models' : 'Retry'} />
    </div>
  )
}

function describeListing(listedAt: number | null, now: number): string {
  if (listedAt === null) return 'Not listed yet'
  const age = formatAge(listedAt, now)
  if (age === 'now') return 'Listed just now'
  return now - listedAt < week ? `Listed ${age} ago` : `Listed ${age}`
}

interface RefreshModelsButtonProps {
  readonly label: string
  readonly variant?: 'quiet'
}

export function RefreshModelsButton({ label, variant }: RefreshModelsButtonProps) {
  const { refresh, cancel, isRefreshing } = useRefreshModels()
  const Icon = isRefreshing ? X : RefreshCw
  return (
    <Button size="small" {...(variant && { variant })} onClick={isRefreshing ? cancel : refresh}>
      <Icon size={14} aria-hidden="true" />
      {isRefreshing ? 'Cancel' : label}
    </Button>
  )
}
