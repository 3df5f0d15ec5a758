// Changes what the next prompt of the open conversation goes along with, and reads what was written for it.
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { attachFiles } from '../../../state/attachments'
import {
  changeParameters,
  type ParametersChange,
  readDraft,
  toDraftKey,
  useDrafts,
  writeColumns,
} from '../../../state/drafts'
import { useNavigation } from '../../../state/navigation'
import { readParameters, setParameters } from '../../../state/next-parameters'
import { beginColumns } from './columns'

const none: readonly ModelSummary[] = []

/** The next comparison begins with the models of the last one. */
let lastModels: readonly string[] = []

export function readOpenText(): string {
  return readOpenDraft().text
}

export function attachToOpen(files: readonly File[]) {
  void attachFiles(toDraftKey(readOpenId()), files)
}

/** Where several models are compared, of all of them. */
export function changeOpen(part: ParametersChange) {
  setParameters(readOpenId(), part)
  const { columns } = readOpenDraft()
  if (columns) compareOpen(columns.map((column) => changeParameters(column, part)))
}

/** Null ends the comparison. */
export function compareOpen(next: readonly ChatParameters[] | null) {
  lastModels = (next ?? readOpenDraft().columns ?? []).map(({ model }) => model)
  writeColumns(toDraftKey(readOpenId()), next)
}

export function turnComparing(on: boolean) {
  const models = queryClient.getQueryData(queries.models.list.queryKey()) ?? none
  compareOpen(on ? beginColumns(readParameters(readOpenId()), models, lastModels) : null)
}

function readOpenId(): string | null {
  return useNavigation.getState().conversationId
}

function readOpenDraft() {
  return readDraft(useDrafts.getState().drafts, toDraftKey(readOpenId()))
}
