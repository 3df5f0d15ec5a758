// The parameters that the composer shows and changes: the conversation's, or those of all columns at once.
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { changeParameters, writeColumns } from '../../../session/drafts'
import type { ParametersChange } from './ComposerBar'
import { beginColumns } from './columns'

interface Comparing {
  /** The draft's. */
  readonly key: string
  readonly columns: readonly ChatParameters[] | null
  readonly own: ChatParameters
  readonly changeOwn: (change: ParametersChange) => void
  readonly models: readonly ModelSummary[]
}

/** The next comparison begins with the models of the last one. */
let lastModels: readonly string[] = []

export function useComparison({ key, columns, own, changeOwn, models }: Comparing) {
  const write = (next: readonly ChatParameters[] | null) => {
    lastModels = (next ?? columns ?? []).map(({ model }) => model)
    writeColumns(key, next)
  }
  return {
    /** Of the first column while comparing. */
    shown: columns?.[0] ?? own,
    write,
    turn: (on: boolean) => write(on ? beginColumns(own, models, lastModels) : null),
    change: (part: ParametersChange) => {
      changeOwn(part)
      if (columns) write(columns.map((column) => changeParameters(column, part)))
    },
  }
}
