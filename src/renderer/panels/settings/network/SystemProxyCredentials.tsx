// A name and a password for the system's proxy, where it asks for them.
import type { FormEvent } from 'react'
import { Button } from '../../../components/Button'
import { Disclosure } from '../../../components/Disclosure'
import { ProxyCredentialsFields } from './ProxyCredentialsFields'
import { useProxyCredentials } from './use-proxy-credentials'

export function SystemProxyCredentials() {
  const credentials = useProxyCredentials()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (credentials.check()) credentials.save()
  }
  return (
    <Disclosure summary={`Name and password for the proxy: ${credentials.isSet ? 'set' : 'none'}`}>
      <form aria-label="Proxy credentials" className="flex flex-col gap-2 pt-2" onSubmit={save} noValidate>
        <ProxyCredentialsFields credentials={credentials} />
        <Button type="submit" className="self-start" disabled={!credentials.isTyped || credentials.pending}>
          Save name and password
        </Button>
      </form>
    </Disclosure>
  )
}
