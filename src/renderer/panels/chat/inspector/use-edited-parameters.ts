// The parameters that the inspector edits: the conversation's, or those of one column of a comparison.
import { create } from 'zustand'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { changeParameters, readDraft, toDraftKey, useDrafts, writeColumns } from '../../../session/drafts'
import { useParametersOf } from '../use-conversation-parameters'
import { useInspected } from './inspected'

type Change = Parameters<typeof changeParameters>[1]

/** Counted from 0; it stands beyond the last column where some were taken away. */
const useColumnChoice = create<{ readonly column: number }>()(() => ({ column: 0 }))

export function chooseColumn(column: number) {
  useColumnChoice.setState({ column })
}

interface EditedParameters {
  readonly parameters: ChatParameters
  /** An undefined value goes back to the model's default. */
  readonly change: (part: Change) => void
  /** Takes the place of all that is set. */
  readonly replace: (parameters: ChatParameters) => void
  /** Names the conversation and the column, for what is kept beside the parameters. */
  readonly scope: string
  /** Of a comparison; 0 where there is none. */
  readonly columns: number
  readonly column: number
}

export function useEditedParameters(): EditedParameters {
  const { id, conversation } = useInspected()
  const key = toDraftKey(id)
  const [own, changeOwn] = useParametersOf(id, conversation)
  const columns = useDrafts(({ drafts }) => readDraft(drafts, key).columns)
  const chosen = useColumnChoice(({ column }) => column)
  const column = Math.min(chosen, Math.max(0, (columns?.length ?? 1) - 1))
  const parameters = columns?.[column] ?? own
  const change = (part: Change) => {
    // Of what is set by then: a change may come long after this was drawn.
    const now = readDraft(useDrafts.getState().drafts, key).columns
    const edited = now?.[column]
    if (now && edited)
      writeColumns(
        key,
        now.map((each, index) => (index === column ? changeParameters(edited, part) : each)),
      )
    else changeOwn(part)
  }
  const replace = (next: ChatParameters) => change({ ...toNothing(parameters), ...next })
  return { parameters, change, replace, scope: `${key}#${column}`, columns: columns?.length ?? 0, column }
}

function toNothing(parameters: ChatParameters): Change {
  return Object.fromEntries(Object.keys(parameters).map((name) => [name, undefined]))
}
