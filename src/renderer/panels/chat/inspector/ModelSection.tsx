// The model, its capabilities, and whether its answer is streamed.
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { findModel } from '#shared/models/catalog'
import { queries } from '../../../api/desktop'
import { Badge } from '../../../components/Badge'
import { formatTokens } from '../../../components/format'
import { Switch } from '../../../components/Switch'
import { ModelNotice, useModelIssue } from '../../../models/ModelNotice'
import { ModelPicker } from '../../../models/ModelPicker'
import { isForComposer } from '../../../models/model-issue'
import { useServer } from '../../../models/model-list'
import { chatKinds, retirementLabel, useModels } from '../../../models/use-models'
import { useBuiltInParameters } from '../../../state/next-parameters'
import { useEditedParameters } from './use-edited-parameters'

export function ModelSection() {
  const { parameters, selectedModel, change } = useEditedParameters()
  const { models, groups } = useModels()
  const issue = useModelIssue(selectedModel, chatKinds)
  const builtIn = useBuiltInParameters().model
  const model = models.find(({ id }) => id === parameters.model)
  const server = useServer()
  const abilities = model
    ? // The list of a server does not say which models think, and a name of the specification has another model's limits.
      server
      ? listAbilities({ ...model, thinks: false }, { inputTokenLimit: model.inputTokenLimit ?? undefined })
      : listAbilities(model, { ...findModel(model.id), inputTokenLimit: model.inputTokenLimit ?? undefined })
    : []
  const { data: kind } = useQuery(
    queries.application.status.queryOptions({ select: ({ upstream }) => upstream.kind }),
  )
  // Retirement dates are known for vendors only, not for the demo and other services.
  const end = model && kind === 'vendor' ? describeRetirement(model, Date.now()) : null
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <ModelPicker
          label="Model for the next prompt"
          kind="text"
          value={parameters.model}
          groups={groups}
          onChange={(id) => change({ model: id })}
        />
        {model?.description && <p className="text-faint text-sm">{model.description}</p>}
        {abilities.length > 0 && (
          <ul aria-label="Capabilities" className="flex flex-wrap gap-1">
            {abilities.map((ability) => (
              <li key={ability} className="flex">
                <Badge>{ability}</Badge>
              </li>
            ))}
          </ul>
        )}
        {end && (
          <p className="flex items-center gap-1.5 text-soft text-sm" title={end}>
            <CalendarClock size={14} aria-hidden="true" className="shrink-0 text-faint" />
            <span className="truncate">{end}</span>
          </p>
        )}
      </div>
      {issue && !isForComposer(issue, selectedModel === builtIn) && (
        <ModelNotice issue={issue} model={selectedModel} />
      )}
      <Switch
        label="Stream responses"
        hint="When off, the full response arrives at once."
        checked={parameters.streaming ?? true}
        onChange={(on) => change({ streaming: on ? undefined : false })}
      />
    </>
  )
}

interface Limits {
  readonly inputTokenLimit?: number | undefined
  readonly outputTokenLimit?: number | undefined
}

/** Token limits of the selected model. */
function listAbilities(
  { kind, thinks }: Pick<ModelSummary, 'kind' | 'thinks'>,
  limits: Limits | undefined,
): readonly string[] {
  const { inputTokenLimit: input, outputTokenLimit: output } = limits ?? {}
  const marks = [
    thinks && 'thinking',
    kind === 'image' && 'generates images',
    input && `${formatTokens(input)} input tokens`,
    output && `${formatTokens(output)} output tokens`,
  ]
  return marks.filter((mark) => typeof mark === 'string')
}

/** Returns null if no retirement is known. */
function describeRetirement(
  { retires, vendorId, vendorIdBy }: Pick<ModelSummary, 'retires' | 'vendorId' | 'vendorIdBy'>,
  now: number,
): string | null {
  if (retires === null || vendorIdBy === 'alias') return null
  const label = retirementLabel(retires, now)
  return vendorIdBy === 'retirement' && label.startsWith('Retired')
    ? `${label}, requests use ${vendorId}`
    : label
}
