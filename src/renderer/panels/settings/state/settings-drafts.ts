// What was typed into the forms of Settings and not saved: it outlives a switch of panels. Keys are never among it.
import { create } from 'zustand'

/** What a form's fields hold, by the field's name. */
export type FormTexts = Readonly<Record<string, string>>
type Drafts = Readonly<Record<string, FormTexts>>

/** In memory alone: an address that was pasted may hold a password. */
export const useSettingsDrafts = create<{ drafts: Drafts }>()(() => ({ drafts: {} }))

export function writeField(form: string, field: string, text: string) {
  useSettingsDrafts.setState(({ drafts }) => ({
    drafts: { ...drafts, [form]: { ...drafts[form], [field]: text } },
  }))
}

export function discardDraft(form: string) {
  useSettingsDrafts.setState(({ drafts: { [form]: _, ...others } }) => ({ drafts: others }))
}

/** What the form shows: fields that nobody has typed into follow what is kept. */
export function fillForm<Texts extends FormTexts>(kept: Texts, draft: FormTexts | undefined): Texts {
  return { ...kept, ...draft }
}

export function differsFromKept(kept: FormTexts, draft: FormTexts | undefined): boolean {
  return Object.entries(draft ?? {}).some(([field, text]) => text.trim() !== (kept[field] ?? ''))
}
