// Where the vendor APIs are: their own addresses, or those of a mirror.
import { type FormEvent, useState } from 'react'
import { defaultVendorAddresses, type VendorAddresses } from '#shared/schemas/upstream'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { SavedMark } from '../../../components/SavedMark'
import { useFormDraft } from '../use-form-draft'
import { useUpdateSettings } from '../use-update-settings'
import { AddressField } from './AddressField'
import { findAddressProblem } from './call-address'

export const vendorForm = 'vendor addresses'

const fields = [
  {
    name: 'geminiUrl',
    label: 'Gemini API',
    hint: 'Where the Gemini API, or a mirror of it, is.',
    path: '/v1beta/…',
  },
  {
    name: 'openAiUrl',
    label: 'OpenAI API',
    hint: 'Where the OpenAI API, or a mirror of it, is.',
    path: '/v1/audio/transcriptions',
  },
] as const

export function VendorAddressesForm({ addresses }: { addresses: VendorAddresses }) {
  const { texts, isChanged, write, discard } = useFormDraft(vendorForm, { ...addresses })
  const { update, reset, pending, saved, errors, failure } = useUpdateSettings(['vendor'])
  const [tried, setTried] = useState(false)
  const problems = fields.map(({ name }) => findAddressProblem(texts[name], 'required'))
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problems.some(Boolean)) return
    keep({ geminiUrl: texts.geminiUrl.trim(), openAiUrl: texts.openAiUrl.trim() })
  }
  const keep = (vendor: VendorAddresses) => update({ vendor }, { onSuccess: discard })
  const isDefault = fields.every(({ name }) => texts[name] === defaultVendorAddresses[name])
  return (
    <form aria-label="Vendor addresses" className="flex flex-col gap-4 pt-2" onSubmit={save} noValidate>
      {fields.map(({ name, label, hint, path }, index) => (
        <AddressField
          key={name}
          label={label}
          hint={hint}
          path={path}
          value={texts[name]}
          error={(tried ? problems[index] : undefined) ?? errors[`vendor.${name}`]}
          onChange={(text) => {
            write(name, text)
            reset()
          }}
        />
      ))}
      {failure && <Notice tone="danger" title={failure} />}
      <div className="flex items-center gap-2">
        <Button type="submit" disabled={pending || !isChanged}>
          Save addresses
        </Button>
        <Button look="quiet" disabled={pending || isDefault} onClick={() => keep(defaultVendorAddresses)}>
          Reset to the defaults
        </Button>
        <SavedMark saved={saved && !isChanged} />
      </div>
    </form>
  )
}
