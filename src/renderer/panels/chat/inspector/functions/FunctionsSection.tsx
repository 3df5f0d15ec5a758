// Whether the model may call functions, and the dialog that declares them.
import { useState } from 'react'
import { toast } from 'sonner'
import type { FunctionSettings } from '#shared/schemas/chat-parameters'
import { describeError } from '../../../../api/describe-error'
import { desktop } from '../../../../api/desktop'
import { Badge } from '../../../../components/Badge'
import { Button } from '../../../../components/Button'
import { Dialog } from '../../../../components/Dialog'
import { Switch } from '../../../../components/Switch'
import { useChecked } from '../CheckedEditor'
import { EditorFooter, EditorPanes } from '../EditorDialog'
import { type FunctionsDraft, useEditorDrafts, writeFunctionsDraft } from '../editor-drafts'
import { MixedToolsNotice } from '../ToolsSection'
import { useEditedParameters } from '../use-edited-parameters'
import { CallingPane } from './CallingPane'
import { checkDeclarations } from './check-declarations'
import { DeclarationsPane } from './DeclarationsPane'
import { listWrongMocks, toFunctionSettings, toFunctionsDraft } from './functions-draft'

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
        hint="The model may call these instead of answering; you give their results."
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
        {settings?.answerWithMocks && settings.mocks.length > 0 && <Badge>answers with mocks</Badge>}
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
