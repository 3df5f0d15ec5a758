// Whether the model may call functions, and the dialog that declares them.
import { useState } from 'react'
import { Badge } from '../../../../components/Badge'
import { Button } from '../../../../components/Button'
import { lazyComponent } from '../../../../components/lazy-component'
import { Switch } from '../../../../components/Switch'
import { editorDrafts } from '../editor-drafts'
import { MixedToolsNotice } from '../ToolsSection'
import { useEditedParameters } from '../use-edited-parameters'

const FunctionsDialog = lazyComponent(async () => (await import('./FunctionsDialog')).FunctionsDialog)

export function FunctionsSection() {
  const { parameters, change, scope } = useEditedParameters()
  const [open, setOpen] = useState(false)
  const isUnsaved = editorDrafts.useForm(({ functions }) => functions[scope] !== undefined)
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
