// Where functions are declared, told when to be called, and given results without being run.
import { useState } from 'react'
import { toast } from 'sonner'
import type { FunctionSettings } from '#shared/schemas/chat-parameters'
import { describeError } from '../../../../api/describe-error'
import { desktop } from '../../../../api/desktop'
import { Dialog } from '../../../../components/Dialog'
import { EditorFooter } from '../EditorFooter'
import { EditorPanes } from '../EditorPanes'
import { type FunctionsDraft, useEditorDrafts, writeFunctionsDraft } from '../editor-drafts'
import { useChecked } from '../use-checked'
import { CallingPane } from './CallingPane'
import { DeclarationsPane } from './DeclarationsPane'
import { checkDeclarations } from './find-declaration-problems'
import { listWrongMocks, toFunctionSettings, toFunctionsDraft } from './functions-draft'

interface FunctionsDialogProps {
  readonly scope: string
  readonly settings: FunctionSettings | undefined
  readonly onSave: (settings: FunctionSettings) => void
  readonly onClose: () => void
}

const check = (text: string) => checkDeclarations(text, (schema) => desktop.schemas.check({ schema }))

export function FunctionsDialog({ scope, settings, onSave, onClose }: FunctionsDialogProps) {
  const kept = useEditorDrafts(({ functions }) => functions[scope])
  const saved = toFunctionsDraft(settings)
  const draft = kept ?? saved
  const change = (part: Partial<FunctionsDraft>) => {
    const next = { ...draft, ...part }
    writeFunctionsDraft(scope, JSON.stringify(next) === JSON.stringify(saved) ? undefined : next)
  }
  const [note, setNote] = useState<string | null>(null)
  const checked = useChecked(draft.text, () => check(draft.text))
  const problems = checked.result?.problems ?? []
  const faults = problems.filter(({ severity }) => severity === 'error').length
  const [wrongMock] = listWrongMocks(draft)
  const save = async () => {
    try {
      const { declarations } = await check(draft.text)
      if (!declarations) return
      onSave(toFunctionSettings(draft, declarations, settings?.on))
      writeFunctionsDraft(scope, undefined)
      onClose()
    } catch (error) {
      toast.error(describeError(error))
    }
  }
  const discard = () => {
    writeFunctionsDraft(scope, undefined)
    toast('The changes were discarded.', {
      action: { label: 'Undo', onClick: () => writeFunctionsDraft(scope, draft) },
    })
  }
  return (
    <Dialog open onClose={onClose} title="Functions" size="large">
      <EditorPanes
        label="Parts of the functions"
        panes={[
          {
            name: 'Declarations',
            content: (
              <DeclarationsPane
                draft={draft}
                checked={checked}
                note={note}
                onNote={setNote}
                onChange={change}
              />
            ),
          },
          {
            name: 'Calling and mocks',
            content: (
              <CallingPane draft={draft} reading={checked.result?.reading ?? null} onChange={change} />
            ),
          },
        ]}
      />
      <EditorFooter
        isDirty={kept !== undefined}
        obstacle={describeObstacle(faults, wrongMock)}
        onDiscard={discard}
        onClose={onClose}
        onSave={() => void save()}
      />
    </Dialog>
  )
}

function describeObstacle(faults: number, wrongMock: string | undefined): string | null {
  if (faults > 0)
    return faults === 1
      ? '1 problem is in the way of saving.'
      : `${faults} problems are in the way of saving.`
  return wrongMock === undefined ? null : `The mock of ${wrongMock} is no JSON object yet.`
}
