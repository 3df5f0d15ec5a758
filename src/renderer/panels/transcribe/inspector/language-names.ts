// The English names of languages by their ISO 639 codes.
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** `German`; undefined for an unknown code. */
export function nameLanguage(code: string): string | undefined {
  if (!/^[a-z]{2,3}$/i.test(code.trim())) return undefined
  return languageNames.of(code.trim().toLowerCase())
}

/** The languages that common transcription models document. */
const codes =
  'af ar hy az be bs bg ca zh hr cs da nl en et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne no fa pl pt ro ru sr sk sl es sw sv tl ta th tr uk ur vi cy'

/** By name. */
export const languages = codes
  .split(' ')
  .map((code) => ({ code, name: nameLanguage(code) ?? code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))
