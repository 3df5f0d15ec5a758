// Apart from `profiles.ts`, because it loads the schemas, which the page's start does not need.
import { defaultVendorAddresses, type SelectedUpstream } from '../schemas/upstream'
import { findProfile } from './profiles'

/** Returns the selected upstream's URL; undefined for the demo, and for the vendor APIs at their default URLs. */
export function findUpstreamUrl(selected: SelectedUpstream): string | undefined {
  const { upstream, vendor } = selected
  if ('profile' in upstream) return findProfile(selected)?.baseUrl
  const { geminiUrl, openAiUrl } = defaultVendorAddresses
  const isUsual = vendor.geminiUrl === geminiUrl && vendor.openAiUrl === openAiUrl
  return upstream.kind === 'demo' || isUsual ? undefined : `${vendor.geminiUrl} ${vendor.openAiUrl}`
}
