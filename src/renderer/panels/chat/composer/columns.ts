// The columns of a comparison, each a set of parameters.
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'

export const fewestColumns = 2
export const mostColumns = 4

type Columns = readonly ChatParameters[]

/** The models that were compared last, else the prompt's own and another of its kind. */
export function beginColumns(
  parameters: ChatParameters,
  models: readonly ModelSummary[],
  last: readonly string[],
): Columns {
  const known = last.filter((id) => models.some((model) => model.id === id))
  const ids =
    known.length >= fewestColumns ? known : [parameters.model, findOther([parameters.model], models)]
  return ids.map((model) => ({ ...parameters, model }))
}

export function addColumn(
  columns: Columns,
  parameters: ChatParameters,
  models: readonly ModelSummary[],
): Columns {
  if (columns.length >= mostColumns) return columns
  return [
    ...columns,
    {
      ...parameters,
      model: findOther(
        columns.map(({ model }) => model),
        models,
      ),
    },
  ]
}

export function removeColumn(columns: Columns, at: number): Columns {
  return columns.filter((_, index) => index !== at)
}

export function changeColumn(columns: Columns, at: number, part: Partial<ChatParameters>): Columns {
  return columns.map((column, index) => (index === at ? { ...column, ...part } : column))
}

/** The first text model that is not among them; where all are, the first of them again. */
function findOther(chosen: readonly string[], models: readonly ModelSummary[]): string {
  const texts = models.filter(({ kind }) => kind === 'text')
  return texts.find(({ id }) => !chosen.includes(id))?.id ?? chosen[0] ?? ''
}
