// All models, a row each.
import type { ModelSummary } from '#shared/desktop/contract'
import type { Settings } from '#shared/schemas/settings'
import { ModelRow } from './ModelRow'

interface ModelTableProps {
  readonly models: readonly ModelSummary[]
  readonly settings: Settings
}

export function ModelTable({ models, settings }: ModelTableProps) {
  if (models.length === 0) return <p className="py-2 text-faint">No model goes by this name.</p>
  return (
    <section
      aria-label="All models"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line-strong"
    >
      <table className="w-full min-w-[520px] table-fixed text-sm">
        <thead>
          <tr className="bg-sunken text-left text-faint">
            <th scope="col" className="h-8 pl-3 font-medium">
              Model
            </th>
            <th scope="col" className="w-26 px-2 font-medium">
              Kind
            </th>
            <th scope="col" className="w-[44%] px-2 font-medium">
              At the vendor
            </th>
            <th scope="col" className="w-16 pr-2">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <ModelRow key={model.id} model={model} settings={settings} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
