// The raw text of input fields, valid or not, so that folding a section or switching loses none of it.
import { create } from 'zustand'

/** By the place of the field: its conversation and column, then its name. */
export const useInputTexts = create<{ readonly texts: Readonly<Record<string, string>> }>()(() => ({
  texts: {},
}))

export function saveInput(place: string, text: string) {
  useInputTexts.setState(({ texts }) => ({ texts: { ...texts, [place]: text } }))
}

export function clearInputs(...places: readonly string[]) {
  useInputTexts.setState(({ texts }) => ({
    texts: Object.fromEntries(Object.entries(texts).filter(([place]) => !places.includes(place))),
  }))
}
