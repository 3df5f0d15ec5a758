// The proxy's name and password while they are typed; never kept anywhere but in the vault.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../../api/desktop'
import { forgetSecret, useTypedSecrets, writeSecret } from '../state/settings-secrets'
import { findSecretProblem, useKey } from '../use-key'

interface Typed {
  readonly name: string
  readonly password: string
}

const nameOf = { name: 'proxy name', password: 'proxy password' } as const

function forgetTyped() {
  forgetSecret(nameOf.name)
  forgetSecret(nameOf.password)
}

export type ProxyCredentials = ReturnType<typeof useProxyCredentials>

export function useProxyCredentials() {
  const name = useTypedSecrets((secrets) => secrets[nameOf.name] ?? '')
  const password = useTypedSecrets((secrets) => secrets[nameOf.password] ?? '')
  const [found, setFound] = useState<string>()
  const { status, isSet, pending, error, set, clear, reset } = useKey('proxy')
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const isTyped = name !== '' || password !== ''
  const secret = `${name}:${password}`
  return {
    typed: { name, password },
    isTyped,
    status,
    isSet,
    /** `host:port` of the proxies that they are sent to. */
    hosts: settings?.proxyHosts ?? [],
    pending,
    problem: found ?? error,
    clear,
    write: (next: Typed) => {
      writeSecret(nameOf.name, next.name)
      writeSecret(nameOf.password, next.password)
      setFound(undefined)
      reset()
    },
    /** False where what is typed can be none; nothing typed is fine. */
    check: () => {
      const problem = isTyped ? findSecretProblem('proxy', secret) : undefined
      setFound(problem)
      return problem === undefined
    },
    /** Nothing typed leaves what is kept as it is. */
    save: () => {
      if (isTyped) set(secret, forgetTyped)
    },
  }
}
