// The parameters that the inspector edits: the conversation's, or those of one column of a comparison.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import {
  changeParameters,
  type ParametersChange,
  readDraft,
  toDraftKey,
  useDrafts,
  writeColumns,
} from '../../../state/drafts'
import { setParameters } from '../../../state/next-parameters'
import { useParametersOf } from '../use-conversation-parameters'
import { useChosenColumn } from './column-choice'
import { useInspected } from './inspected'

interface EditedParameters {
  readonly parameters: ChatParameters
  readonly change: (part: ParametersChange) => void
  /** Takes the place of all that is set. */
  readonly replace: (parameters: ChatParameters) => void
  readonly draftKey: string
  /** Names the conversation and the column, for what is kept beside the parameters. */
  readonly scope: string
  /** Of a comparison; 0 where there is none. */
  readonly columns: number
  readonly column: number
}

export function useEditedParameters(): EditedParameters {
  const { id, parameters: last } = useInspected()
  const key = toDraftKey(id)
  const own = useParametersOf(id, last)
  const columns = useDrafts(({ drafts }) => readDraft(drafts, key).columns)
  const chosen = useChosenColumn(key)
  const column = Math.min(chosen, Math.max(0, (columns?.length ?? 1) - 1))
  const parameters = columns?.[column] ?? own
  const change = (part: ParametersChange) => {
    // Of what is set by then: a change may come long after this was drawn.
    const now = readDraft(useDrafts.getState().drafts, key).columns
    const edited = now?.[column]
    if (now && edited)
      writeColumns(
        key,
        now.map((each, index) => (index === column ? changeParameters(edited, part) : each)),
      )
    else setParameters(id, part)
  }
  const replace = (next: ChatParameters) => change({ ...toNothing(parameters), ...next })
  return {
    parameters,
    change,
    replace,
    draftKey: key,
    scope: `${key}#${column}`,
    columns: columns?.length ?? 0,
    column,
  }
}

function toNothing(parameters: ChatParameters): ParametersChange {
  return Object.fromEntries(Object.keys(parameters).map((name) => [name, undefined]))
}
