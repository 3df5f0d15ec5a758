// Lists as typed: separated by commas, semicolons or blanks, each entry once.

type ReadList = { readonly list: readonly string[]; readonly error?: undefined } | { readonly error: string }

/** `16:9, 4x3` becomes `['16:9', '4:3']`; the error names the first entry that is no ratio. */
export function readRatios(text: string): ReadList {
  return readEach(text, (entry) => {
    const [, width, height] = /^(\d{1,3})[:x×/](\d{1,3})$/i.exec(entry) ?? []
    if (!width || !height || Number(width) === 0 || Number(height) === 0)
      return { error: `must be ratios such as 16:9, and “${entry}” is none` }
    return { value: `${Number(width)}:${Number(height)}` }
  })
}

/** Size tiers with an upper-case K, as the models want them. */
export function readSizes(text: string): ReadList {
  return readEach(text, (entry) =>
    /^[A-Za-z0-9.]{1,10}$/.test(entry)
      ? { value: entry.replace(/k$/, 'K') }
      : { error: `must be sizes such as 2K, and “${entry}” is none` },
  )
}

function readEach(text: string, read: (entry: string) => { value: string } | { error: string }): ReadList {
  const found = new Set<string>()
  for (const entry of text.split(/[\s,;]+/).filter(Boolean)) {
    const result = read(entry)
    if ('error' in result) return { error: result.error }
    found.add(result.value)
  }
  return { list: [...found] }
}
