// The raw text of input fields, valid or not, so that collapsing a section or switching chats loses nothing.
import { create } from 'zustand'

/** By the field's key: its conversation and column, then its name. */
export const useInputTexts = create<{ readonly texts: Readonly<Record<string, string>> }>()(() => ({
  texts: {},
}))

export function saveInput(key: string, text: string) {
  useInputTexts.setState(({ texts }) => ({ texts: { ...texts, [key]: text } }))
}

export function clearInputs(...keys: readonly string[]) {
  useInputTexts.setState(({ texts }) => ({
    texts: Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key))),
  }))
}
