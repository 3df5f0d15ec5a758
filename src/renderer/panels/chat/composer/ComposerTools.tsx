// What goes along with the prompt: files, a template, the model, tools.
import { BookText, Braces, SquareFunction } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '../../../components/IconButton'
import { Select } from '../../../components/Select'
import { useModels } from '../use-models'
import { AttachMenu } from './AttachMenu'
import { changeOpen } from './change-open-prompt'
import type { ComposerDialog } from './composer-dialog'
import { MoreMenu } from './MoreMenu'
import { toShown, useIsOpenPromptEmpty, useOpenPrompt } from './open-prompt'
import { SettingChip } from './SettingChip'
import { showInInspector } from './show-in-inspector'
import { Toggle } from './Toggle'
import { listOff, tools } from './tools'

interface ComposerToolsProps {
  readonly onDialog: (dialog: ComposerDialog) => void
}

/**
 * Each is drawn by what it shows alone: not with each letter that is typed, not when an answer begins or ends, and not
 * where another conversation is opened that has the same.
 */
export const ComposerTools = memo(function ComposerTools({ onDialog }: ComposerToolsProps) {
  const prompt = useOpenPrompt()
  const isEmpty = useIsOpenPromptEmpty()
  const { functions, structured, model } = toShown(prompt)
  return (
    <>
      <AttachMenu onDialog={onDialog} />
      <TemplatesButton onDialog={onDialog} />
      {!prompt.columns && <ModelChoice model={model} />}
      {tools.map(({ name, icon, hint, isOn, turn }) => (
        <Toggle key={name} name={name} hint={hint} icon={icon} pressed={isOn(prompt)} onChange={turn} />
      ))}
      {functions?.on && (
        <SettingChip
          name="Functions"
          icon={SquareFunction}
          count={functions.declarations.length}
          onOpen={() => showInInspector('functions')}
        />
      )}
      {structured?.on && (
        <SettingChip name="JSON" icon={Braces} onOpen={() => showInInspector('structured')} />
      )}
      <MoreMenu off={listOff(prompt)} isEmpty={isEmpty} onDialog={onDialog} />
    </>
  )
})

const TemplatesButton = memo(function TemplatesButton({ onDialog }: ComposerToolsProps) {
  return (
    <IconButton
      label="Prompt templates"
      icon={BookText}
      keys="/"
      size="small"
      className="@max-[620px]:hidden size-7"
      onClick={() => onDialog({ kind: 'choose' })}
    />
  )
})

const ModelChoice = memo(function ModelChoice({ model }: { model: string }) {
  const { groups } = useModels()
  return (
    <Select
      label="Model"
      value={model}
      groups={groups}
      onChange={(id) => changeOpen({ model: id })}
      className="h-7 min-w-16 max-w-56 border-transparent bg-transparent px-1.5 text-soft"
    />
  )
})
