// The vendor APIs: a key for each, their addresses, and what works with what is set.
import type { KeyStatus } from '#shared/schemas/key-status'
import type { Settings } from '#shared/schemas/settings'
import { defaultVendorAddresses } from '#shared/schemas/upstream'
import { Disclosure } from '../../../components/Disclosure'
import { KeyForm } from '../KeyForm'
import { useSettingsDrafts } from '../state/settings-drafts'
import { useKey } from '../use-key'
import { CheckBar } from './CheckBar'
import { CheckResult } from './CheckResult'
import { VendorAddressesForm, vendorForm } from './VendorAddressesForm'

export function VendorPane({ settings }: { settings: Settings }) {
  const hasDraft = useSettingsDrafts(({ drafts }) => vendorForm in drafts)
  const isDefault = JSON.stringify(settings.vendor) === JSON.stringify(defaultVendorAddresses)
  return (
    <div className="flex flex-col gap-5">
      <KeyForm
        slot="gemini"
        of="the Gemini API"
        label="Gemini API key"
        hint="For text, images, video, embeddings and files."
      />
      <KeyForm slot="openai" of="the OpenAI API" label="OpenAI API key" hint="For transcription." />
      <Disclosure summary="Addresses" defaultOpen={hasDraft || !isDefault}>
        <VendorAddressesForm addresses={settings.vendor} />
      </Disclosure>
      <div className="flex flex-col gap-3">
        <div className="flex items-center justify-between gap-3">
          <WhatWorks />
          <CheckBar upstream="vendor" name="the vendor APIs" settings={settings} />
        </div>
        <CheckResult upstream="vendor" settings={settings} />
      </div>
    </div>
  )
}

/** One can be used without the other: it is said what works then. */
function WhatWorks() {
  const gemini = useKey('gemini').status
  const openAi = useKey('openai').status
  if (!gemini || !openAi) return <span />
  const canSend = ({ usable, refusedOrigins }: KeyStatus) => usable && refusedOrigins.length === 0
  const works = { gemini: canSend(gemini), openAi: canSend(openAi) }
  return (
    <p role="status" className={works.gemini || works.openAi ? 'text-soft' : 'text-warn'}>
      {whatWorks(works, [gemini, openAi].some(hasSavedKey))}
    </p>
  )
}

/** Also one that cannot be read, or is not sent to the address set now. */
function hasSavedKey({ usable, state }: KeyStatus): boolean {
  return usable || state === 'unreadable'
}

function whatWorks({ gemini, openAi }: { gemini: boolean; openAi: boolean }, hasKey: boolean): string {
  if (gemini && openAi) return 'Both keys are set: everything can be asked.'
  if (gemini) return 'Everything but transcription can be asked; that needs the OpenAI key.'
  if (openAi) return 'Only transcription can be asked; everything else needs the Gemini key.'
  if (hasKey) return 'The saved keys can’t be used. Requests are refused until you enter a key again.'
  return 'No key yet: every call is refused until one is set.'
}
