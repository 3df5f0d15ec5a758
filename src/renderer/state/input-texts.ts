// The raw text of input fields, valid or not, so that folding a section or switching loses none of it.
import { create } from 'zustand'

/** By the place of the field: its conversation and column, then its name. */
export const useTypedTexts = create<{ readonly texts: Readonly<Record<string, string>> }>()(() => ({
  texts: {},
}))

export function keepTyped(place: string, text: string) {
  useTypedTexts.setState(({ texts }) => ({ texts: { ...texts, [place]: text } }))
}

export function forgetTyped(...places: readonly string[]) {
  useTypedTexts.setState(({ texts }) => ({
    texts: Object.fromEntries(Object.entries(texts).filter(([place]) => !places.includes(place))),
  }))
}
