// Whether the model may call functions, and the dialog that declares them.
import { useState } from 'react'
import type { FunctionSettings } from '#shared/schemas/chat-parameters'
import { desktop } from '../../../../api/desktop'
import { Badge } from '../../../../components/Badge'
import { Button } from '../../../../components/Button'
import { Switch } from '../../../../components/Switch'
import { useAsyncCheck } from '../../../../json-editor/CheckedEditor'
import { describeErrors, EditorDialog } from '../EditorDialog'
import { type FunctionsDraft, useEditorDraft, useEditorDrafts } from '../editor-drafts'
import { MixedToolsNotice } from '../ToolsSection'
import { useEditedParameters } from '../use-edited-parameters'
import { CallingPane } from './CallingPane'
import { checkDeclarations } from './check-declarations'
import { DeclarationsPane } from './DeclarationsPane'
import { listInvalidMocks, toFunctionSettings, toFunctionsDraft } from './functions-draft'

export function FunctionsSection() {
  const { parameters, change, scope } = useEditedParameters()
  const [open, setOpen] = useState(false)
  const isUnsaved = useEditorDrafts(({ functions }) => functions[scope] !== undefined)
  const settings = parameters.functions
  const names = settings?.declarations.map(({ name }) => name) ?? []
  const turn = (on: boolean) => {
    if (settings && names.length > 0) change({ functions: { ...settings, on } })
    else setOpen(true)
  }
  return (
    <>
      <Switch
        label="Use functions"
        hint="The model can call these instead of responding. You provide the results."
        checked={settings?.on ?? false}
        onChange={turn}
      />
      {names.length > 0 && (
        <ul aria-label="Declared functions" className="flex flex-col gap-0.5">
          {names.slice(0, 6).map((name) => (
            <li key={name} className="truncate font-mono text-soft text-sm">
              {name}
            </li>
          ))}
          {names.length > 6 && <li className="text-faint text-sm">and {names.length - 6} more</li>}
        </ul>
      )}
      <div className="flex items-center gap-2">
        <Button size="small" onClick={() => setOpen(true)}>
          Edit functions…
        </Button>
        {isUnsaved && <Badge tone="warn">unsaved changes</Badge>}
        {settings?.answerWithMocks && settings.mocks.length > 0 && <Badge>mock results on</Badge>}
      </div>
      <MixedToolsNotice parameters={parameters} />
      {open && (
        <FunctionsDialog
          key={scope}
          scope={scope}
          settings={settings}
          onSave={(functions) => change({ functions })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface FunctionsDialogProps {
  readonly scope: string
  readonly settings: FunctionSettings | undefined
  readonly onSave: (settings: FunctionSettings) => void
  readonly onClose: () => void
}

const check = (text: string) => checkDeclarations(text, (schema) => desktop.schemas.check({ schema }))

/** Declares functions, sets when they are called, and gives them mock results. */
function FunctionsDialog({ scope, settings, onSave, onClose }: FunctionsDialogProps) {
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
      panesLabel="Function settings"
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
