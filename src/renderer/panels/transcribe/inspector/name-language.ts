// The name of a language by its code.

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** `German`; undefined where the code names none. */
export function nameLanguage(code: string): string | undefined {
  if (!/^[a-z]{2,3}$/i.test(code.trim())) return undefined
  return names.of(code.trim().toLowerCase())
}
