// A link in an answer that waits for confirmation: its URL is shown before anything opens.
import { create } from 'zustand'
import { desktop } from '../../../api/desktop'

export const useLinkToOpen = create<{ url: string | null }>()(() => ({ url: null }))

/** False for URLs that main would not open, such as relative ones, `gs:` and `javascript:`. */
export function isOpenable(url: string): boolean {
  return /^(https?|mailto):/i.test(url)
}

export function confirmOpenLink(url: string) {
  useLinkToOpen.setState({ url: toRealUrl(url) })
}

/** The URL as it is opened: without lookalike letters in its host and invisible characters elsewhere. */
function toRealUrl(text: string): string {
  try {
    return new URL(text).href
  } catch {
    return text
  }
}

/** Splits a URL around its host, which decides where it leads: a name before `@` does not. */
export function splitAtHost(url: string): readonly [before: string, host: string, after: string] {
  const [, before = url, host = '', after = ''] = /^(\w+:\/\/(?:[^/@]*@)?)([^/]*)(.*)$/s.exec(url) ?? []
  return [before, host, after]
}

export function cancelOpenLink() {
  useLinkToOpen.setState({ url: null })
}

/** Resolves to false if the application rejects this kind of URL. */
export async function openLink(url: string): Promise<boolean> {
  cancelOpenLink()
  const { opened } = await desktop.application.openLink({ url })
  return opened
}
