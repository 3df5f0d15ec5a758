// The languages of dictionaries: selects those to offer from Chromium's list, and finds one by a name.

/** Chromium lists some dictionaries under several names, such as `de` and `de-DE`. Returns each once. */
export function listDictionaries(names: readonly string[]): string[] {
  const groups = new Map<string, string[]>()
  for (const name of names) groups.set(primaryOf(name), [...(groups.get(primaryOf(name)) ?? []), name])
  return [...groups].flatMap(([primary, group]) => selectNames(primary, group))
}

function selectNames(primary: string, names: readonly string[]): readonly string[] {
  if (!names.includes(primary)) return names
  const regional = names.filter((name) => name !== primary)
  const hasOthers = regional.some((name) => maximize(name) !== maximize(primary))
  // Spanish has one dictionary under all of its names.
  return hasOthers && primary !== 'es' ? regional : [primary]
}

/** The listed dictionary for a language of the system, such as `de-AT`. */
export function findDictionary(tag: string, listed: readonly string[]): string | undefined {
  const same = listed.find((name) => name.toLowerCase() === tag.toLowerCase())
  if (same !== undefined) return same
  const full = maximize(tag)
  if (full === undefined) return undefined
  return (
    listed.find((name) => maximize(name) === full) ??
    listed.find((name) => primaryOf(name) === primaryOf(tag))
  )
}

/** For a file such as `en-us-10-1.bdic`; undefined without a listed language and a version. */
export function parseFileName(
  name: string,
  listed: readonly string[],
): { readonly language: string /** As Chromium writes it. */; readonly fileName: string } | undefined {
  const [, tag = '', version] = /^([\w-]+?)(-\d+-\d+)\.bdic$/i.exec(name.replaceAll('_', '-')) ?? []
  const language = findDictionary(tag, listed)
  if (version === undefined || language === undefined) return undefined
  return { language, fileName: `${Intl.getCanonicalLocales(tag)[0]}${version}.bdic` }
}

function primaryOf(tag: string): string {
  const [primary = ''] = tag.toLowerCase().split('-')
  return primary
}

/** With script and region; undefined for an invalid tag. */
function maximize(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().toString()
  } catch {
    return undefined
  }
}
