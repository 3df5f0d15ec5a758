// One form of Settings: its draft, validation and saving, with each error beside its field.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { create } from 'zustand'
import type { Settings, SettingsPatch } from '#shared/schemas/settings'
import { describeError, readFieldErrors } from '../../api/describe-error'
import { desktop, queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import { toastUndo } from '../../state/undo'

/** The texts of a form's fields, by the field's name. */
export type FormTexts = Readonly<Record<string, string>>

/** Typed and not saved yet, by form. In memory only, because a pasted URL may hold a password; never for keys. */
export const useSettingsDrafts = create<{ readonly drafts: Readonly<Record<string, FormTexts>> }>()(() => ({
  drafts: {},
}))

export function writeField(form: string, field: string, text: string) {
  useSettingsDrafts.setState(({ drafts }) => ({
    drafts: { ...drafts, [form]: { ...drafts[form], [field]: text } },
  }))
}

export function discardDraft(form: string) {
  useSettingsDrafts.setState(({ drafts: { [form]: _, ...others } }) => ({ drafts: others }))
}

/** Returns the texts of the form: fields without a draft follow the saved settings. */
export function fillForm<Texts extends FormTexts>(saved: Texts, draft: FormTexts | undefined): Texts {
  return { ...saved, ...draft }
}

export function differsFromSaved(saved: FormTexts, draft: FormTexts | undefined): boolean {
  return Object.entries(draft ?? {}).some(([field, text]) => text.trim() !== (saved[field] ?? ''))
}

/** Whether a text that is not saved was typed into one of the fields. */
export function useHasDraft(form: string, saved: FormTexts): boolean {
  return useSettingsDrafts(({ drafts: { [form]: draft = {} } }) =>
    Object.entries(saved).some(([field, text]) => (draft[field]?.trim() ?? text) !== text),
  )
}

/** The change is made to the settings as they are then. */
type SettingsChange = (now: Settings) => SettingsPatch

export async function saveSettings(change: SettingsChange): Promise<Settings> {
  const settings = await desktop.settings.update(change(await desktop.settings.read()))
  queryClient.setQueryData(queries.settings.read.queryKey(), settings)
  return settings
}

/** With a toast that can undo it. */
export async function saveWithUndo(message: string, change: SettingsChange, undo: SettingsChange) {
  await saveSettings(change)
  toastUndo(message, () => saveSettings(undo))
}

/** Saves settings that take effect without a form. */
export function useUpdateSettings() {
  const mutation = useMutation(
    queries.settings.update.mutationOptions({
      onSuccess: (settings) => queryClient.setQueryData(queries.settings.read.queryKey(), settings),
    }),
  )
  return {
    update: mutation.mutate,
    reset: mutation.reset,
    pending: mutation.isPending,
    isSaved: mutation.isSuccess,
    error: mutation.error,
    failure: mutation.error ? describeError(mutation.error) : undefined,
  }
}

type Field<Texts> = keyof Texts & string

type FormProblems<Texts> = Readonly<Partial<Record<Field<Texts>, string | undefined>>>

interface SettingsFormOptions<Texts extends FormTexts> {
  /** Names the draft. */
  readonly form: string
  readonly saved: Texts
  /** The field's path in the settings (`services.0.baseUrl`): errors there or below are shown beside the field. */
  readonly pathOf: (field: Field<Texts>) => string
  /** Checked before saving; shown from the first attempt to save on. */
  readonly findProblems?: (texts: Texts) => FormProblems<Texts>
  readonly toPatch: (texts: Texts) => SettingsPatch
  readonly onSaved?: () => void
}

/** The draft outlives a switch of panels, and is discarded once it is saved. */
export function useSettingsForm<Texts extends FormTexts>(options: SettingsFormOptions<Texts>) {
  const { form, saved, pathOf, findProblems, toPatch, onSaved } = options
  const draft = useSettingsDrafts(({ drafts }) => drafts[form])
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { update, reset, pending, isSaved, error, failure } = useUpdateSettings()
  const texts = fillForm(saved, draft)
  const isChanged = differsFromSaved(saved, draft)
  const problems = findProblems?.(texts)
  const errors = Object.entries(readFieldErrors(error))
  const errorAt = (at: string) => errors.find(([path]) => path === at || path.startsWith(`${at}.`))?.[1]
  const hasFieldError = Object.keys(saved).some((field) => errorAt(pathOf(field)) !== undefined)

  const generalFailure = hasFieldError ? undefined : failure
  const isSingle = Object.keys(saved).length === 1

  const discard = () => {
    setWasSubmitted(false)
    discardDraft(form)
  }
  const write = (field: Field<Texts>, text: string) => {
    writeField(form, field, text)
    reset()
  }
  const save = (patch: SettingsPatch) =>
    update(patch, {
      onSuccess: () => {
        discard()
        onSaved?.()
      },
    })
  return {
    texts,
    isChanged,
    pending,
    isSaved,
    /** A message if the error is not about a field. */
    failure: generalFailure,
    discard,
    write,
    save,
    /** Props of a field. The only field of a form also shows a general failure. */
    field: (field: Field<Texts>) => ({
      value: texts[field],
      error:
        (wasSubmitted ? problems?.[field] : undefined) ??
        errorAt(pathOf(field)) ??
        (isSingle ? generalFailure : undefined),
      onChange: (text: string) => write(field, text),
    }),
    submit: (event: FormEvent) => {
      event.preventDefault()
      setWasSubmitted(true)
      if (!Object.values(problems ?? {}).some(Boolean)) save(toPatch(texts))
    },
  }
}
