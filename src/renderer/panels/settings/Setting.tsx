// One setting: its control, and below it, if it differs from its default, the default and a button that resets it.
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import type { Settings } from '#shared/schemas/settings'
import { describeError } from '../../api/describe-error'
import { desktop } from '../../api/desktop'
import { Button } from '../../components/Button'
import { joinClasses } from '../../components/join-classes'
import { defaultSettings, describeDefault, isChanged, toPatch } from './setting-defaults'
import { discardDraft, saveWithUndo } from './settings-form'
import { findSetting } from './settings-table'

interface SettingProps {
  /** In the table. */
  readonly id: string
  readonly settings: Settings
  readonly className?: string
  readonly children: ReactNode
}

/** The search in Settings shows and hides it as a whole. */
export function Setting({ id, settings, className, children }: SettingProps) {
  const entry = findSetting(id)
  const { label } = entry
  return (
    <div data-setting={id} className={joinClasses('flex min-w-0 flex-col gap-1.5', className)}>
      {children}
      {isChanged(entry, settings) && (
        <ChangedRow
          label={label}
          defaultText={describeDefault(entry)}
          onReset={() => void resetSettings([id], `${label} reset`)}
        />
      )}
    </div>
  )
}

interface ChangedRowProps {
  readonly label: string
  readonly defaultText: string
  readonly onReset: () => void
}

export function ChangedRow({ label, defaultText, onReset }: ChangedRowProps) {
  return (
    <p className="flex min-w-0 animate-appear items-center gap-2 text-faint text-sm">
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-accent" />
      <span className="min-w-0 [overflow-wrap:anywhere]">Changed. Default: {defaultText}</span>
      <Button variant="quiet" size="small" aria-label={`Reset ${label}`} onClick={onReset}>
        Reset
      </Button>
    </p>
  )
}

/** Resets them, and offers to undo that. What was typed in their forms, which have the same names, is discarded. */
export async function resetSettings(ids: readonly string[], message: string): Promise<void> {
  try {
    const before = await desktop.settings.read()
    await saveWithUndo(
      message,
      (now) => toPatch(ids, defaultSettings, now),
      (now) => toPatch(ids, before, now),
    )
    for (const id of ids) discardDraft(id)
  } catch (error) {
    toast.error(describeError(error))
  }
}
