// The line under the prompt: attachments, templates, model, tools, and the buttons that send and stop.
import {
  ArrowUp,
  BookmarkPlus,
  BookText,
  Braces,
  File as FileIcon,
  Link,
  type LucideIcon,
  MoreHorizontal,
  Paperclip,
  Square,
  SquareFunction,
  SquareLibrary,
} from 'lucide-react'
import { memo, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { SizeMeter } from '../../../attachments/SizeMeter'
import { Button } from '../../../components/Button'
import { HiddenFileInput } from '../../../components/HiddenFileInput'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { Kbd } from '../../../components/Kbd'
import { Menu } from '../../../components/Menu'
import { Tooltip } from '../../../components/Tooltip'
import { useComposer } from '../../../composer/PromptForm'
import { ModelPicker } from '../../../models/ModelPicker'
import { useServer } from '../../../models/model-list'
import { useModels } from '../../../models/use-models'
import { useCommandHandler } from '../../../state/command-handlers'
import { focusPromptIfLost } from '../../../state/focus-requests'
import { keysOf, useKeys } from '../../../state/keymap'
import { setInspectorOpen } from '../../../state/navigation'
import { changePreference, usePreferences } from '../../../state/preferences'
import type { ComposerDialog } from './ComposerDialogs'
import {
  attachToOpen,
  changeOpenParameters,
  listOff,
  readOpenText,
  tools,
  toShown,
  useIsOpenPromptEmpty,
  useOpenPrompt,
} from './open-prompt'
import { describeMissingTools } from './prompt-problems'
import { TokenGauge } from './TokenGauge'

interface ComposerBarProps {
  readonly running: boolean
  readonly isStoppable: boolean
  /** Shown beside Send; other blockers are shown above the prompt once the user tries to send. */
  readonly reason: string | undefined
  readonly onDialog: (dialog: ComposerDialog) => void
}

export function ComposerBar(props: ComposerBarProps) {
  const { running, isStoppable, reason, onDialog } = props
  const { draftKey, draft, size, submission, blocker } = useComposer()
  const stopKeys = useKeys('answer.stop')
  const hintKeys = isStoppable ? stopKeys : 'enter'
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 p-2">
      <ComposerTools onDialog={onDialog} />
      <span className="ml-auto flex shrink-0 items-center gap-2 pl-1">
        <TokenGauge key={draftKey} />
        {draft.attachments.length > 0 && <SizeMeter size={size} />}
        {reason && (
          <span id={reasonId} className="max-w-56 truncate text-sm text-warn" title={reason}>
            {reason}
          </span>
        )}
        {hintKeys && (
          <span
            className={joinClasses(
              '@max-[720px]:hidden flex items-center gap-1.5 text-faint text-xs',
              reason && 'hidden',
            )}
          >
            <Kbd keys={hintKeys} /> {isStoppable ? 'to stop' : running ? 'queues' : 'to send'}
          </span>
        )}
        {isStoppable && (
          <Button onClick={submission.stop}>
            <Square size={12} aria-hidden="true" fill="currentColor" />
            Stop
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          disabled={submission.isSending || blocker !== undefined}
          title={blocker || undefined}
          aria-describedby={reason ? reasonId : undefined}
        >
          <ArrowUp size={14} aria-hidden="true" />
          {running ? 'Queue' : 'Send'}
        </Button>
      </span>
    </div>
  )
}

const reasonId = 'prompt-reason'

interface ComposerToolsProps {
  readonly onDialog: (dialog: ComposerDialog) => void
}

/**
 * Each tool renders only when its own state changes: not with each typed character, not when an answer starts or ends,
 * and not when a conversation with the same settings is opened.
 */
const ComposerTools = memo(function ComposerTools({ onDialog }: ComposerToolsProps) {
  const prompt = useOpenPrompt()
  const isEmpty = useIsOpenPromptEmpty()
  const { functions, structured, model } = toShown(prompt)
  const missing = describeMissingTools(useServer())
  const off = useShallow((open: typeof prompt) =>
    listOff(open).filter(({ feature }) => !feature || !missing?.[feature]),
  )(prompt)
  return (
    <>
      <AttachMenu onDialog={onDialog} />
      <TemplatesButton onDialog={onDialog} />
      {!prompt.columns && <ModelChoice model={model} />}
      {tools.map(({ name, icon, hint, feature, isOn, turn }) => (
        <Toggle
          key={name}
          name={name}
          hint={hint}
          missing={feature && missing?.[feature]}
          icon={icon}
          pressed={isOn(prompt)}
          onChange={turn}
        />
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
      <MoreMenu off={off} isEmpty={isEmpty} onDialog={onDialog} />
    </>
  )
})

const TemplatesButton = memo(function TemplatesButton({ onDialog }: ComposerToolsProps) {
  useCommandHandler('chat.template', () => onDialog({ kind: 'choose' }))
  return (
    <IconButton
      label="Prompt templates"
      icon={BookText}
      keys={useKeys('chat.template')}
      size="small"
      className="@max-[620px]:hidden size-7"
      onClick={() => onDialog({ kind: 'choose' })}
    />
  )
})

const ModelChoice = memo(function ModelChoice({ model }: { model: string }) {
  const { groups } = useModels()
  return (
    <ModelPicker
      label="Model"
      kind="text"
      value={model}
      groups={groups}
      onChange={(id) => changeOpenParameters({ model: id })}
      // As wide as its name if there is room: the bar must not wrap when Stop appears.
      className="h-7 min-w-16 max-w-max grow basis-16 border-transparent bg-transparent px-1.5 text-soft"
    />
  )
})

const AttachMenu = memo(function AttachMenu({ onDialog }: ComposerToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = () => input.current?.click()
  useCommandHandler('chat.attach', choose)
  return (
    <>
      <Menu
        label="Attach"
        align="start"
        trigger={<IconButton label="Attach" icon={Paperclip} size="small" className="size-7" />}
        items={[
          { name: 'Choose files…', icon: FileIcon, ...keysOf('chat.attach'), onSelect: choose },
          { name: 'Add from URL…', icon: Link, onSelect: () => onDialog({ kind: 'url' }) },
        ]}
      />
      <HiddenFileInput ref={input} multiple label="Files to attach" onFiles={attachToOpen} />
    </>
  )
})

interface MoreMenuProps extends ComposerToolsProps {
  /** The array stays identical while the same tools are off. */
  readonly off: ReturnType<typeof listOff>
  /** There is no text to save as a template. */
  readonly isEmpty: boolean
}

/** Commands that do not fit into the bar, or are needed less often. */
const MoreMenu = memo(function MoreMenu({ off, isEmpty, onDialog }: MoreMenuProps) {
  const saveAsTemplate = () =>
    onDialog({ kind: 'write', template: { name: '', text: readOpenText() }, from: 'prompt' })
  return (
    <Menu
      label="More prompt options"
      align="start"
      trigger={
        <IconButton label="More prompt options" icon={MoreHorizontal} size="small" className="size-7" />
      }
      items={[
        ...off.map(({ name, icon, turn }) => ({
          name: `Turn on ${name}`,
          icon,
          onSelect: () => turn(true),
        })),
        {
          name: 'Insert template…',
          icon: BookText,
          ...keysOf('chat.template'),
          hasSeparator: off.length > 0,
          onSelect: () => onDialog({ kind: 'choose' }),
        },
        {
          name: 'Save as template…',
          icon: BookmarkPlus,
          disabled: isEmpty,
          onSelect: saveAsTemplate,
        },
        { name: 'Manage templates', icon: SquareLibrary, onSelect: () => onDialog({ kind: 'manager' }) },
      ]}
    />
  )
})

interface ToggleProps {
  readonly name: string
  readonly hint: string
  /** Why the provider does not have it. It can only be turned off then. */
  readonly missing: string | undefined
  readonly icon: LucideIcon
  readonly pressed: boolean
  readonly onChange: (pressed: boolean) => void
}

/** In a narrow composer, a tool that is off moves into the menu, and one that is on loses its label. */
const Toggle = memo(function Toggle({ name, hint, missing, icon: Icon, pressed, onChange }: ToggleProps) {
  const isDisabled = missing !== undefined && !pressed
  return (
    <Tooltip label={missing ?? hint} side="top">
      <button
        type="button"
        aria-label={name}
        aria-description={missing}
        aria-pressed={pressed}
        // Not `disabled`: the tooltip says why.
        aria-disabled={isDisabled || undefined}
        onClick={() => {
          if (isDisabled) return
          onChange(!pressed)
          focusPromptIfLost()
        }}
        className={joinClasses(
          'h-7 shrink-0 items-center gap-1.5 rounded-md px-1.5 text-sm transition-colors',
          pressed
            ? 'flex bg-accent-wash text-accent'
            : '@max-[620px]:hidden flex text-faint hover:bg-hover hover:text-ink aria-disabled:opacity-50 aria-disabled:hover:bg-transparent aria-disabled:hover:text-faint',
        )}
      >
        <Icon size={14} aria-hidden="true" />
        {pressed && <span className="@max-[620px]:hidden">{name}</span>}
      </button>
    </Tooltip>
  )
})

interface SettingChipProps {
  readonly name: string
  readonly icon: LucideIcon
  readonly count?: number
  readonly onOpen: () => void
}

/** An inspector setting that is sent with the prompt; a click shows it in the inspector. */
function SettingChip({ name, icon: Icon, count, onOpen }: SettingChipProps) {
  return (
    <Tooltip label={`${name} is on. Change it in the inspector.`} side="top">
      <button
        type="button"
        aria-label={`${[name, count].filter((text) => text !== undefined).join(' ')} in the inspector`}
        onClick={onOpen}
        className="flex h-7 shrink-0 items-center gap-1.5 rounded-md bg-accent-wash px-1.5 text-accent text-sm"
      >
        <Icon size={14} aria-hidden="true" />
        <span className="@max-[620px]:hidden">{name}</span>
        {count !== undefined && (
          // The space is for screen readers: visually, the gap separates the two.
          <>
            {' '}
            <span className="tabular-nums">{count}</span>
          </>
        )}
      </button>
    </Tooltip>
  )
}

function showInInspector(section: 'functions' | 'structured') {
  const { chat } = usePreferences.getState().sections
  if (!chat.includes(section)) changePreference('sections', { chat: [...chat, section] })
  setInspectorOpen(true)
}
