// Says what is wrong with the model of a panel, and what to do about it.
import { useQuery } from '@tanstack/react-query'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { findModel } from '#shared/models/catalog'
import { queries } from '../api/desktop'
import { Button } from '../components/Button'
import { Notice } from '../components/Notice'
import { openSettings } from '../state/settings-view'
import { findModelIssue, type ModelIssue } from './model-issue'
import { useModelList, useServer } from './model-list'
import { RefreshModelsButton } from './ServerStatus'
import { useServedModel } from './served-model'

/** `kinds`: those that the panel can use, the usual one first. */
export function useModelIssue(selected: string, kinds: readonly ModelSummary['kind'][]): ModelIssue | null {
  const { models, isListed, server: state } = useModelList()
  const { data: provider = 'the provider' } = useQuery(
    queries.application.status.queryOptions({ select: ({ upstream }) => upstream.label }),
  )
  const used = useServedModel(selected, kinds[0] ?? 'text')
  const server = useServer()
  return findModelIssue({ kinds, selected, used, models, isListed, server, state, provider })
}

interface ModelNoticeProps {
  readonly issue: ModelIssue | null
  /** A model of this server can have another type. */
  readonly canChangeTypes?: boolean
  /** The chosen model. */
  readonly model: string
}

export function ModelNotice({ issue, canChangeTypes = true, model }: ModelNoticeProps) {
  const server = useServer()
  if (!issue) return null
  const { type, title, text } = issue
  return (
    <Notice tone={type === 'replaced' ? 'quiet' : 'warn'} title={title}>
      <p>{text}</p>
      {server && (
        <span className="mt-1.5 flex flex-wrap gap-1.5">
          {(type === 'unreachable' || type === 'unlisted') && (
            <RefreshModelsButton label={type === 'unreachable' ? 'Retry' : 'Refresh models'} />
          )}
          {type === 'replaced' && findModel(model) && (
            <Button size="small" onClick={() => openSettings('models', { focusedSetting: 'aliases' })}>
              Set default models
            </Button>
          )}
          {type === 'none' && canChangeTypes && (
            <Button size="small" onClick={() => openSettings('models', { focusedSetting: 'models' })}>
              Open Models
            </Button>
          )}
          {(type === 'none' || type === 'unreachable') && (
            <Button size="small" onClick={() => openSettings('upstream', { focusedSetting: 'provider' })}>
              Choose provider
            </Button>
          )}
        </span>
      )}
    </Notice>
  )
}
