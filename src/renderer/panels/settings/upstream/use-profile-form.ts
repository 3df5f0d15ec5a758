// The form of a service: its draft, what is wrong with it, and saving it.
import { useState } from 'react'
import type { ServiceProfile } from '#shared/schemas/upstream'
import { useFormDraft } from '../use-form-draft'
import { findAddressProblem } from './call-address'
import { findNameProblem, type ProfileTexts, toProfile } from './profile-changes'

export type ProfileErrors = Readonly<Partial<Record<'name' | 'baseUrl' | 'apiBaseUrl', string | undefined>>>

/** `read` gives the profile where nothing is wrong with it; before that, no field is scolded. */
export function useProfileForm(form: string, kept: ProfileTexts, services: readonly ServiceProfile[]) {
  const { texts, isChanged, write, discard } = useFormDraft(form, kept)
  const [tried, setTried] = useState(false)
  const problemsOf = (id: string) => ({
    name: findNameProblem(toProfile(id, texts), services),
    baseUrl: findAddressProblem(texts.baseUrl, 'required'),
    apiBaseUrl: findAddressProblem(texts.apiBaseUrl, 'optional'),
  })
  return {
    texts,
    isChanged,
    write,
    discard: () => {
      setTried(false)
      discard()
    },
    problems: (id: string): ProfileErrors => (tried ? problemsOf(id) : {}),
    read: (id: string): ServiceProfile | undefined => {
      setTried(true)
      const isWrong = Object.values(problemsOf(id)).some(Boolean)
      return isWrong ? undefined : toProfile(id, texts)
    },
  }
}
