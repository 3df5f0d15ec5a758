// The row of a command: its keys, recording others, conflicts, and resetting.

import { Pencil, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type CommandId, commands } from '#shared/commands/commands'
import { readDefaultKeys } from '#shared/commands/keymap'
import type { Keys } from '#shared/commands/keys'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { Kbd, toKeyNames } from '../../../components/Kbd'
import { onEscape } from '../../../components/keyboard'
import { entry } from '../../../components/move-focus'
import { isMac, useKeymap } from '../../../state/keymap'
import {
  checkKeys,
  checkReset,
  nameCommand,
  readRecordedKeys,
  resetKeys,
  type ShortcutQuestion,
  saveKeys,
} from './shortcut-changes'

interface ShortcutCommandProps {
  readonly id: CommandId
  readonly isRecording: boolean
  readonly isTabbable: boolean
  /** Null ends the recording. */
  readonly onRecord: (id: CommandId | null) => void
}

/** Asked before a change is saved; `accept` saves it. */
type Pending = ShortcutQuestion & { readonly accept?: () => Promise<unknown> }

export function ShortcutCommand({ id, isRecording, isTabbable, onRecord }: ShortcutCommandProps) {
  const keys = useKeymap(({ keymap }) => keymap[id])
  const isChanged = useKeymap(({ changes }) => id in changes)
  const [pending, setPending] = useState<Pending | null>(null)
  const change = useRef<HTMLButtonElement>(null)
  const { title } = commands[id]
  const end = () => {
    setPending(null)
    onRecord(null)
    // The box that had the focus is removed.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body || document.activeElement?.matches('main'))
        change.current?.focus()
    })
  }
  const record = () => {
    setPending(null)
    onRecord(id)
  }
  const apply = (saving: Promise<unknown>) => {
    toastOutcome(saving, 'Couldn’t save the shortcut')
    end()
  }
  const press = (event: globalThis.KeyboardEvent) => {
    if (event.key === 'Backspace' && !event.ctrlKey && !event.metaKey && !event.altKey)
      return apply(saveKeys(id, null))
    const recorded = readRecordedKeys(event)
    if (recorded === undefined) return
    const question = checkKeys(id, recorded)
    if (!question) return apply(saveKeys(id, recorded))
    const { kind } = question
    setPending(
      kind === 'problem' ? question : { ...question, accept: () => saveKeys(id, recorded, question.others) },
    )
    if (kind === 'conflict') onRecord(null)
  }
  const reset = () => {
    const question = checkReset(id)
    if (question?.kind !== 'conflict') return apply(resetKeys(id))
    const [first = null] = readDefaultKeys(id, isMac)
    setPending({ ...question, accept: () => saveKeys(id, first, question.others) })
  }
  return (
    <li data-command={id} className="flex flex-col px-3 py-1">
      <div className="flex min-h-7 items-center gap-3">
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {isChanged && !isRecording && (
          <span className="-mr-1 flex shrink-0 items-center gap-1">
            <Default keys={readDefaultKeys(id, isMac)} />
            <IconButton size="small" label={`Reset ${title}`} icon={RotateCcw} onClick={reset} />
          </span>
        )}
        {isRecording ? (
          <KeyRecorder
            label={`Press the new keys of ${title}`}
            className="flex h-6 items-center rounded-md border border-accent bg-accent-wash px-2 text-accent text-sm"
            onPress={press}
            onCancel={end}
          >
            Press keys…
          </KeyRecorder>
        ) : (
          <span className="flex flex-wrap justify-end gap-2">
            {keys.length === 0 && <span className="text-faint text-sm">None</span>}
            {keys.map((each) => (
              <Kbd key={each} keys={each} />
            ))}
          </span>
        )}
        <IconButton
          ref={change}
          {...entry}
          tabIndex={isTabbable ? 0 : -1}
          size="small"
          label={`Change ${title}`}
          icon={Pencil}
          onClick={record}
        />
      </div>
      {isRecording && <p className="pb-1 text-faint text-sm">Esc cancels. Backspace removes the shortcut.</p>}
      {pending?.kind === 'problem' && isRecording && (
        <p role="alert" className="pb-1 text-danger text-sm">
          {pending.text}
        </p>
      )}
      {pending?.kind === 'conflict' && <Conflict pending={pending} onReplace={apply} onCancel={end} />}
    </li>
  )
}

function Default({ keys }: { keys: readonly Keys[] }) {
  const names = keys.map((each) => toKeyNames(each).join(isMac ? '' : '+'))
  return (
    <span className="shrink-0 text-accent text-sm">
      Changed <span className="text-faint">(default: {names.join(', ') || 'none'})</span>
    </span>
  )
}

interface ConflictProps {
  readonly pending: Extract<Pending, { kind: 'conflict' }>
  readonly onReplace: (saving: Promise<unknown>) => void
  readonly onCancel: () => void
}

function Conflict({ pending: { keys, others, accept }, onReplace, onCancel }: ConflictProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    <div
      role="alert"
      onKeyDown={onEscape(onCancel)}
      className="mb-1 flex flex-wrap items-center gap-2 rounded-md bg-warn-wash px-2 py-1.5 text-sm"
    >
      <p className="min-w-40 flex-1">
        <Kbd keys={keys} /> already runs {others.map(nameCommand).join(' and ')}. Replace removes it there.
      </p>
      <Button ref={cancel} size="small" onClick={onCancel}>
        Cancel
      </Button>
      <Button size="small" onClick={() => accept && onReplace(accept())}>
        Replace
      </Button>
    </div>
  )
}

interface KeyRecorderProps {
  readonly label: string
  readonly className: string
  readonly onPress: (press: globalThis.KeyboardEvent) => void
  /** Escape, or the focus has moved elsewhere. */
  readonly onCancel: () => void
  readonly children: ReactNode
}

export function KeyRecorder({ label, className, onPress, onCancel, children }: KeyRecorderProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const pressKey = (event: KeyboardEvent) => {
    // Tab leaves the box, as everywhere.
    if (event.key === 'Tab' && !event.ctrlKey && !event.metaKey && !event.altKey) return
    event.preventDefault()
    // Neither the panel nor the window may run a command.
    event.stopPropagation()
    if (event.key === 'Escape') onCancel()
    else if (!event.repeat) onPress(event.nativeEvent)
  }
  return (
    <div
      ref={box}
      // Not a text field, whose own keys would be expected to work.
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes key presses.
      tabIndex={0}
      aria-label={label}
      data-own-escape
      onKeyDown={pressKey}
      onBlur={onCancel}
      className={className}
    >
      {children}
    </div>
  )
}
