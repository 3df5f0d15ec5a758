// The parameters, tools and columns of the open conversation's next prompt.
import { Link, ListPlus, type LucideIcon, Search } from 'lucide-react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { readModelList } from '../../../models/model-list'
import { attachFiles } from '../../../state/attachments'
import {
  changeParameters,
  type ParametersChange,
  readDraft,
  toDraftKey,
  useDraft,
  writeColumns,
} from '../../../state/drafts'
import { useNavigation } from '../../../state/navigation'
import { readParameters, setParameters, useConversationParameters } from '../../../state/next-parameters'

interface OpenPrompt {
  readonly own: ChatParameters
  /** Null if nothing is compared. */
  readonly columns: readonly ChatParameters[] | null
}

export function useOpenPrompt(): OpenPrompt {
  const openId = useNavigation(({ conversationId }) => conversationId)
  const own = useConversationParameters(openId)
  const columns = useDraft(toDraftKey(openId), (draft) => draft.columns)
  return { own, columns }
}

export function useIsOpenPromptEmpty(): boolean {
  const key = useNavigation(({ conversationId }) => toDraftKey(conversationId))
  return useDraft(key, (draft) => draft.text.trim() === '')
}

/** If models are compared, the parameters of the first column. */
export function toShown({ own, columns }: OpenPrompt): ChatParameters {
  return columns?.[0] ?? own
}

const none: readonly ModelSummary[] = []

/** The next comparison starts with the models of the last one. */
let lastModels: readonly string[] = []

export function readOpenText(): string {
  return readOpenDraft().text
}

export function attachToOpen(files: readonly File[]) {
  void attachFiles(toDraftKey(readOpenId()), files)
}

/** If models are compared, changes all columns. */
export function changeOpenParameters(part: ParametersChange) {
  setParameters(readOpenId(), part)
  const { columns } = readOpenDraft()
  if (columns) setColumns(columns.map((column) => changeParameters(column, part)))
}

/** Null ends the comparison. */
export function setColumns(next: readonly ChatParameters[] | null) {
  lastModels = (next ?? readOpenDraft().columns ?? []).map(({ model }) => model)
  writeColumns(toDraftKey(readOpenId()), next)
}

function setComparing(on: boolean) {
  const models = readModelList() ?? none
  setColumns(on ? createColumns(readParameters(readOpenId()), models, lastModels) : null)
}

function readOpenId(): string | null {
  return useNavigation.getState().conversationId
}

function readOpenDraft() {
  return readDraft(toDraftKey(readOpenId()))
}

interface Tool {
  readonly name: string
  readonly icon: LucideIcon
  readonly hint: string
  /** Not every provider has it. */
  readonly feature?: 'googleSearch' | 'urlContext'
  readonly isOn: (prompt: OpenPrompt) => boolean
  readonly turn: (on: boolean) => void
}

export const tools: readonly Tool[] = [
  {
    name: 'Search',
    icon: Search,
    hint: 'Grounds responses in web results (Google Search)',
    feature: 'googleSearch',
    isOn: (prompt) => toShown(prompt).googleSearch === true,
    turn: (on) => changeOpenParameters({ googleSearch: on || undefined }),
  },
  {
    name: 'URL context',
    icon: Link,
    hint: 'Reads the URLs in your prompt',
    feature: 'urlContext',
    isOn: (prompt) => toShown(prompt).urlContext === true,
    turn: (on) => changeOpenParameters({ urlContext: on || undefined }),
  },
  {
    name: 'Compare',
    icon: ListPlus,
    hint: 'Sends one prompt to two to four models',
    isOn: ({ columns }) => columns !== null,
    turn: setComparing,
  },
]

export function listOff(prompt: OpenPrompt): Tool[] {
  return tools.filter(({ isOn }) => !isOn(prompt))
}

export const minColumns = 2
export const maxColumns = 4

type Columns = readonly ChatParameters[]

/** The models that were compared last, else the prompt's own and another of its kind. */
export function createColumns(
  parameters: ChatParameters,
  models: readonly ModelSummary[],
  last: readonly string[],
): Columns {
  const known = last.filter((id) => models.some((model) => model.id === id))
  const ids = known.length >= minColumns ? known : [parameters.model, findOther([parameters.model], models)]
  return ids.map((model) => ({ ...parameters, model }))
}

export function addColumn(
  columns: Columns,
  parameters: ChatParameters,
  models: readonly ModelSummary[],
): Columns {
  if (columns.length >= maxColumns) return columns
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

/** The first text model that is not selected yet; if all are, the first selected one again. */
function findOther(selected: readonly string[], models: readonly ModelSummary[]): string {
  const listed = models.filter(({ kind }) => kind === 'text')
  // The names of the specification are other names of models of the server.
  const served = listed.filter(({ isServed }) => isServed)
  const texts = served.length > 0 ? served : listed
  return texts.find(({ id }) => !selected.includes(id))?.id ?? selected[0] ?? ''
}

/** If models are compared, that of the first column. */
export function readOpenModel(): string {
  return toShown(readOpenTools()).model
}

/** If models are compared, only the first column gets another one. */
export function changeOpenModel(model: string) {
  const { columns } = readOpenDraft()
  if (columns) setColumns(changeColumn(columns, 0, { model }))
  else changeOpenParameters({ model })
}

/** For the state of the tools, outside of components. */
export function readOpenTools(): OpenPrompt {
  return { own: readParameters(readOpenId()), columns: readOpenDraft().columns }
}
