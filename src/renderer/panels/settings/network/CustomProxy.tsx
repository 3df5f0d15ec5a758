// A custom proxy: its URL, its username and password, and which hosts are reached without it.
import { type FormEvent, useState } from 'react'
import type { NetworkSettings } from '#shared/schemas/network'
import { Field } from '../../../components/Field'
import { TextArea } from '../../../components/TextInput'
import { SaveRow, TextField } from '../FormParts'
import { useSettingsForm } from '../settings-form'
import { ProxyCredentialsFields, useProxyCredentials } from './ProxyCredentials'
import { completeProxy, parseBypass, splitProxy } from './parse-proxy'

export function CustomProxy({ network }: { network: NetworkSettings }) {
  const [wasSplit, setWasSplit] = useState(false)
  const credentials = useProxyCredentials()
  const form = useSettingsForm({
    form: 'proxy',
    saved: { proxyUrl: network.proxyUrl, bypass: network.bypass.join('\n') },
    pathOf: (field) => `network.${field}`,
    toPatch: ({ proxyUrl, bypass }) => ({
      network: {
        ...network,
        proxyMode: 'custom',
        proxyUrl: completeProxy(proxyUrl),
        bypass: parseBypass(bypass),
      },
    }),
    onSaved: () => {
      setWasSplit(false)
      credentials.save()
    },
  })
  const writeUrl = (text: string) => {
    const pasted = splitProxy(text)
    form.write('proxyUrl', pasted.url)
    if (!pasted.credentials) return
    credentials.write(pasted.credentials)
    setWasSplit(true)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (credentials.check()) form.submit(event)
  }
  const bypass = form.field('bypass')
  return (
    <form aria-label="Custom proxy" className="flex flex-col gap-4" onSubmit={save} noValidate>
      <TextField
        {...form.field('proxyUrl')}
        label="Proxy address"
        hint={
          wasSplit
            ? 'The username and password were removed from the address and stored as secrets.'
            : 'http, https, socks4, or socks5, including the port.'
        }
        inputMode="url"
        placeholder="http://proxy.example.com:8080"
        className="font-mono text-sm"
        onChange={writeUrl}
      />
      <ProxyCredentialsFields credentials={credentials} />
      <Field
        label="Bypass list"
        hint="Hosts that skip the proxy, one per line: localhost, *.example.com, 10.0.0.0/8."
        error={bypass.error}
      >
        {(attributes) => (
          <TextArea
            {...attributes}
            rows={2}
            spellCheck={false}
            className="font-mono text-sm"
            value={bypass.value}
            onChange={(event) => bypass.onChange(event.target.value)}
          />
        )}
      </Field>
      <SaveRow
        form={form}
        label="Save proxy"
        canSave={form.isChanged || credentials.isTyped || network.proxyMode !== 'custom'}
      />
    </form>
  )
}
