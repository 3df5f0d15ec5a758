// The dialog that declares functions, sets when they are called, and gives them mock results.
import { useState } from 'react'
import type { FunctionSettings } from '#shared/schemas/chat-parameters'
import { desktop } from '../../../../api/desktop'
import { useAsyncCheck } from '../../../../json-editor/CheckedEditor'
import { describeErrors, EditorDialog } from '../EditorDialog'
import { type FunctionsDraft, useEditorDraft } from '../editor-drafts'
import { CallingPane } from './CallingPane'
import { checkDeclarations } from './check-declarations'
import { DeclarationsPane } from './DeclarationsPane'
import { listInvalidMocks, toFunctionSettings, toFunctionsDraft } from './functions-draft'

interface FunctionsDialogProps {
  readonly scope: string
  readonly settings: FunctionSettings | undefined
  readonly onSave: (settings: FunctionSettings) => void
  readonly onClose: () => void
}

const check = (text: string) => checkDeclarations(text, (schema) => desktop.schemas.check({ schema }))

export function FunctionsDialog({ scope, settings, onSave, onClose }: FunctionsDialogProps) {
  const editor = useEditorDraft('functions', scope, toFunctionsDraft(settings))
  const { draft, change } = editor
  const [note, setNote] = useState<string | null>(null)
  const checked = useAsyncCheck(['functions', draft.text], () => check(draft.text))
  const save = async () => {
    const { declarations } = await check(draft.text)
    if (declarations) onSave(toFunctionSettings(draft, declarations, settings?.on))
    return declarations !== null
  }
  return (
    <EditorDialog
      title="Functions"
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
          content: <CallingPane draft={draft} parsed={checked.result?.parsed ?? null} onChange={change} />,
        },
      ]}
      editor={editor}
      blocker={describeErrors(checked.result?.problems) ?? describeInvalidMock(draft)}
      save={save}
      onClose={onClose}
    />
  )
}

function describeInvalidMock(draft: FunctionsDraft): string | null {
  const [name] = listInvalidMocks(draft)
  return name === undefined ? null : `The mock for ${name} isn’t a valid JSON object.`
}
