// A proxy of the user's own: its address, its name and password, and which hosts are reached without it.
import { type FormEvent, useState } from 'react'
import type { NetworkSettings } from '#shared/schemas/network'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { Notice } from '../../../components/Notice'
import { SavedMark } from '../../../components/SavedMark'
import { TextArea } from '../../../components/TextArea'
import { TextInput } from '../../../components/TextInput'
import { useFormDraft } from '../use-form-draft'
import { useUpdateSettings } from '../use-update-settings'
import { ProxyCredentialsFields } from './ProxyCredentialsFields'
import { completeProxy, readBypass, splitProxy } from './read-proxy'
import { useProxyCredentials } from './use-proxy-credentials'

export function CustomProxy({ network }: { network: NetworkSettings }) {
  const kept = { proxyUrl: network.proxyUrl, bypass: network.bypass.join('\n') }
  const { texts, isChanged, write, discard } = useFormDraft('proxy', kept)
  const [wasSplit, setWasSplit] = useState(false)
  const credentials = useProxyCredentials()
  const { update, reset, pending, saved, errors, failure } = useUpdateSettings(['network'])

  const writeAddress = (text: string) => {
    reset()
    const pasted = splitProxy(text)
    write('proxyUrl', pasted.url)
    if (!pasted.credentials) return
    credentials.write(pasted.credentials)
    setWasSplit(true)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!credentials.check()) return
    const proxyUrl = completeProxy(texts.proxyUrl)
    const bypass = readBypass(texts.bypass)
    const done = () => {
      discard()
      setWasSplit(false)
      credentials.save()
    }
    update({ network: { ...network, proxyMode: 'custom', proxyUrl, bypass } }, { onSuccess: done })
  }
  const isToSave = isChanged || credentials.isTyped || network.proxyMode !== 'custom'
  return (
    <form aria-label="Custom proxy" className="flex flex-col gap-4" onSubmit={save} noValidate>
      <Field
        label="Proxy address"
        hint={
          wasSplit
            ? 'The name and the password were taken out of the address; they are kept apart from it, as secrets.'
            : 'http, https, socks4 or socks5, with its port.'
        }
        error={errors['network.proxyUrl']}
      >
        {(attributes) => (
          <TextInput
            {...attributes}
            inputMode="url"
            placeholder="http://proxy.example.com:8080"
            className="font-mono text-sm"
            value={texts.proxyUrl}
            onChange={(event) => writeAddress(event.target.value)}
          />
        )}
      </Field>
      <ProxyCredentialsFields credentials={credentials} />
      <Field
        label="Reached without the proxy"
        hint="One host a line: localhost, *.example.com, 10.0.0.0/8."
        error={Object.entries(errors).find(([path]) => path.startsWith('network.bypass'))?.[1]}
      >
        {(attributes) => (
          <TextArea
            {...attributes}
            rows={2}
            spellCheck={false}
            className="font-mono text-sm"
            value={texts.bypass}
            onChange={(event) => {
              write('bypass', event.target.value)
              reset()
            }}
          />
        )}
      </Field>
      {failure && <Notice tone="danger" title={failure} />}
      <div className="flex items-center gap-3">
        <Button type="submit" disabled={pending || !isToSave}>
          Save proxy
        </Button>
        <SavedMark saved={saved && !isToSave} />
      </div>
    </form>
  )
}
