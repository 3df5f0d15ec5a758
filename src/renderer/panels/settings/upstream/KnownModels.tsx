// Which of the catalogue's models an upstream has in its own list; what it lacks comes first.
import type { UpstreamReport } from '#shared/schemas/upstream-report'
import { Button } from '../../../components/Button'
import { Disclosure } from '../../../components/Disclosure'
import { openSettings } from '../../../state/settings-view'

type Model = UpstreamReport['models'][number]

interface KnownModelsProps {
  readonly models: readonly Model[]
  /** What it is asked for can be edited. */
  readonly hasAliases: boolean
}

export function KnownModels({ models, hasAliases }: KnownModelsProps) {
  const unknown = models.filter(({ known }) => known === false)
  const others = models.filter(({ known }) => known !== false)
  return (
    <div className="flex flex-col gap-1 border-line border-t px-3 py-2">
      <p className="text-sm">
        <span className="font-medium">Models</span>
        <span className="text-soft"> · {countWords(models)}</span>
      </p>
      {unknown.length > 0 && (
        <ul aria-label="Unknown models" className="flex flex-col">
          {unknown.map((model) => (
            <li key={model.id} className="flex min-h-7 items-center justify-between gap-3 text-sm">
              <Names model={model} />
              {hasAliases ? (
                <Button
                  size="small"
                  aria-label={`Edit its alias: ${model.id}`}
                  onClick={() => openSettings('models', { editedAlias: model.id })}
                >
                  Edit its alias
                </Button>
              ) : (
                <span className="shrink-0 text-faint">Unknown</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Disclosure summary={unknown.length > 0 ? 'The others' : 'Show them'}>
          <ul className="flex flex-col pt-1 pl-5">
            {others.map((model) => (
              <li key={model.id} className="flex min-h-6 items-center justify-between gap-3 text-sm">
                <Names model={model} />
                <span className="shrink-0 text-faint">{model.known ? 'Known' : 'Not checked'}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

function Names({ model: { id, upstreamId } }: { model: Model }) {
  return (
    <span className="selectable min-w-0 font-mono [overflow-wrap:anywhere]">
      {id}
      {upstreamId !== id && <span className="text-faint"> → {upstreamId}</span>}
    </span>
  )
}

function countWords(models: readonly Model[]): string {
  const known = models.filter((model) => model.known).length
  const unknown = models.filter((model) => model.known === false).length
  const silent = models.length - known - unknown
  const told = known === models.length ? `it knows all ${known}` : `it knows ${known} of ${models.length}`
  return silent > 0 ? `${told}; ${silent} could not be checked` : told
}
