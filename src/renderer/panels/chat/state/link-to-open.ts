// A link in an answer that waits for confirmation: its URL is shown before anything opens.
import { toast } from 'sonner'
import { create } from 'zustand'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'

export const useLinkToOpen = create<{ url: string | null }>()(() => ({ url: null }))

/** False for URLs that main would not open, such as relative ones, `gs:` and `javascript:`. */
export function isOpenable(url: string): boolean {
  return /^(https?|mailto):/i.test(url)
}

/** Opens it without the dialog if the user has turned that off. */
export function confirmOpenLink(link: string) {
  const url = toRealUrl(link)
  const settings = queryClient.getQueryData(queries.settings.read.queryKey())
  if (settings?.confirmLinks === false) void openLink(url)
  else useLinkToOpen.setState({ url })
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

/** Shows a toast if it can't be opened. */
export async function openLink(url: string): Promise<void> {
  cancelOpenLink()
  try {
    const { opened } = await desktop.application.openLink({ url })
    if (!opened) toast.error('Gen Playground opens only https, http, and mailto links.')
  } catch (error) {
    toast.error(describeError(error))
  }
}
