// The vendor APIs: a key for each, their URLs, and the features available with the keys that are set.
import type { KeyStatus } from '#shared/schemas/key-status'
import type { Settings } from '#shared/schemas/settings'
import { defaultVendorAddresses, type VendorAddresses } from '#shared/schemas/upstream'
import { Disclosure } from '../../../components/Disclosure'
import { SaveRow } from '../FormParts'
import { KeyForm } from '../KeyForm'
import { useKey } from '../keys'
import { Setting } from '../Setting'
import { useSettingsDrafts, useSettingsForm } from '../settings-form'
import { CheckBar, CheckResult } from './UpstreamCheck'
import { findUrlProblem, toBaseUrl, UrlField } from './UrlField'

const vendorForm = 'vendor-urls'

export function VendorPane({ settings }: { settings: Settings }) {
  const hasDraft = useSettingsDrafts(({ drafts }) => vendorForm in drafts)
  const isDefault = JSON.stringify(settings.vendor) === JSON.stringify(defaultVendorAddresses)
  return (
    <div className="flex flex-col gap-5">
      <div data-setting="gemini-key">
        <KeyForm
          slot="gemini"
          purpose="Gemini API"
          label="Gemini API key"
          hint="For text, images, video, embeddings, and files."
        />
      </div>
      <div data-setting="openai-key">
        <KeyForm slot="openai" purpose="OpenAI API" label="OpenAI API key" hint="For transcription." />
      </div>
      <Disclosure summary="API URLs" defaultOpen={hasDraft || !isDefault}>
        <Setting id="vendor-urls" settings={settings}>
          <VendorAddressesForm addresses={settings.vendor} />
        </Setting>
      </Disclosure>
      <div className="flex flex-col gap-3">
        <div className="flex items-center justify-between gap-3">
          <AvailableFeatures />
          <CheckBar upstream="vendor" name="Gemini and OpenAI" settings={settings} />
        </div>
        <CheckResult upstream="vendor" settings={settings} />
      </div>
    </div>
  )
}

const fields = [
  {
    name: 'geminiUrl',
    label: 'Gemini API',
    hint: 'URL of the Gemini API or a mirror.',
    path: '/v1beta/…',
  },
  {
    name: 'openAiUrl',
    label: 'OpenAI API',
    hint: 'URL of the OpenAI API or a mirror.',
    path: '/v1/audio/transcriptions',
  },
] as const

function VendorAddressesForm({ addresses }: { addresses: VendorAddresses }) {
  const form = useSettingsForm({
    form: vendorForm,
    saved: { ...addresses },
    pathOf: (field) => `vendor.${field}`,
    findProblems: ({ geminiUrl, openAiUrl }) => ({
      geminiUrl: findUrlProblem(geminiUrl, 'required'),
      openAiUrl: findUrlProblem(openAiUrl, 'required'),
    }),
    toPatch: ({ geminiUrl, openAiUrl }) => ({
      vendor: { geminiUrl: toBaseUrl(geminiUrl), openAiUrl: toBaseUrl(openAiUrl) },
    }),
  })
  return (
    <form aria-label="API URLs" className="flex flex-col gap-4 pt-2" onSubmit={form.submit} noValidate>
      {fields.map(({ name, ...labels }) => (
        <UrlField key={name} {...labels} {...form.field(name)} />
      ))}
      <SaveRow form={form} label="Save URLs" />
    </form>
  )
}

/** Each key works without the other: lists the features available with those that are set. */
function AvailableFeatures() {
  const gemini = useKey('gemini').status
  const openAi = useKey('openai').status
  if (!gemini || !openAi) return <span />
  const canSend = ({ usable, blockedOrigins }: KeyStatus) => usable && blockedOrigins.length === 0
  const usable = { gemini: canSend(gemini), openAi: canSend(openAi) }
  return (
    <p role="status" className={usable.gemini || usable.openAi ? 'text-soft' : 'text-warn'}>
      {describeFeatures(usable, [gemini, openAi].some(hasSavedKey))}
    </p>
  )
}

/** Also a key that cannot be read, or is not sent to the current URL. */
function hasSavedKey({ usable, state }: KeyStatus): boolean {
  return usable || state === 'unreadable'
}

function describeFeatures({ gemini, openAi }: { gemini: boolean; openAi: boolean }, hasKey: boolean): string {
  if (gemini && openAi) return 'Both keys are set. All features are available.'
  if (gemini) return 'Add an OpenAI key to use transcription. Everything else is available.'
  if (openAi) return 'Only transcription is available. Add a Gemini key for everything else.'
  if (hasKey) return 'The saved keys can’t be used. Requests are rejected until you enter a key again.'
  return 'No keys set. Add a key to send requests.'
}
