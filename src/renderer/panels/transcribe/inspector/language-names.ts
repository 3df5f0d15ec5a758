// The English names of languages by their ISO 639 codes.
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** `German`; undefined for an unknown code. */
export function nameLanguage(code: string): string | undefined {
  if (!/^[a-z]{2,3}$/i.test(code.trim())) return undefined
  return languageNames.of(code.trim().toLowerCase())
}
