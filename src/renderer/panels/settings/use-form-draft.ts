// A form's texts: what is kept, and over it what was typed, which stays when the panel is left.
import { useCallback } from 'react'
import {
  differsFromKept,
  discardDraft,
  type FormTexts,
  fillForm,
  useSettingsDrafts,
  writeField,
} from './state/settings-drafts'

/** `form` names the draft. Never for a key: those stay in their field alone. */
export function useFormDraft<Texts extends FormTexts>(form: string, kept: Texts) {
  const draft = useSettingsDrafts(({ drafts }) => drafts[form])
  const write = useCallback(
    (field: keyof Texts & string, text: string) => writeField(form, field, text),
    [form],
  )
  const discard = useCallback(() => discardDraft(form), [form])
  return { texts: fillForm(kept, draft), isChanged: differsFromKept(kept, draft), write, discard }
}
