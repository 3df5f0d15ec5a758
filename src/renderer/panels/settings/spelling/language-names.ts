// Names and order of the languages of dictionaries, and where dictionaries come from.
import { defaultDictionaryUrl } from '#shared/schemas/spelling'

const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** `English (United States)` */
export function nameLanguage(language: string): string {
  return names.of(language) ?? language
}

export function nameLanguages(languages: readonly string[]): string {
  return list.format(languages.map(nameLanguage))
}

interface ListOptions {
  readonly first: readonly string[]
  /** Every word must occur in a language's name or code. */
  readonly filter: string
}

/** By name. */
export function listLanguages(languages: readonly string[], { first, filter }: ListOptions): string[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const rank = (language: string) => (first.includes(language) ? 0 : 1)
  return languages
    .filter((language) => {
      const text = `${nameLanguage(language)} ${language}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .sort(
      (one, other) => rank(one) - rank(other) || nameLanguage(one).localeCompare(nameLanguage(other), 'en'),
    )
}

/** Shown before a download, which needs the user's consent. `url` is empty for the default. */
export function describeDownloadSource(url: string): string {
  const { host } = new URL(url || defaultDictionaryUrl)
  const owner = url ? '' : ', a server of Google'
  return `Dictionaries are downloaded once, from ${host}${owner}. The requests name the language and contain nothing of yours.`
}
