// Secrets that are typed and not saved yet: they outlive a switch of panels, in memory alone.
import { create } from 'zustand'

/** By what they are for. Shown in no other place than the masked field that they were typed into. */
export const useTypedSecrets = create<Readonly<Record<string, string>>>()(() => ({}))

export function writeSecret(name: string, text: string) {
  useTypedSecrets.setState({ [name]: text })
}

export function forgetSecret(name: string) {
  useTypedSecrets.setState(({ [name]: _, ...others }) => others, true)
}
