// The proxy's username and password, which can be set and removed but never read; stored in the vault only.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { Disclosure } from '../../../components/Disclosure'
import { TextField } from '../FormParts'
import { RemoveSecret } from '../KeyForm'
import {
  clearSecret,
  describeKey,
  findSecretProblem,
  lowerCaseFirst,
  useKey,
  useSecretInputs,
  writeSecret,
} from '../keys'

const slots = { name: 'proxy name', password: 'proxy password' } as const

function clearInputs() {
  clearSecret(slots.name)
  clearSecret(slots.password)
}

export function useProxyCredentials() {
  const name = useSecretInputs((secrets) => secrets[slots.name] ?? '')
  const password = useSecretInputs((secrets) => secrets[slots.password] ?? '')
  const [inputProblem, setInputProblem] = useState<string>()
  const { status, isSet, pending, error, set, clear, reset } = useKey('proxy')
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const isTyped = name !== '' || password !== ''
  const secret = `${name}:${password}`
  return {
    typed: { name, password },
    isTyped,
    status,
    isSet,
    /** `host:port` of the proxies they are sent to. */
    hosts: settings?.proxyHosts ?? [],
    pending,
    problem: inputProblem ?? error,
    clear,
    write: (next: { readonly name: string; readonly password: string }) => {
      writeSecret(slots.name, next.name)
      writeSecret(slots.password, next.password)
      setInputProblem(undefined)
      reset()
    },
    /** Returns false if the input is invalid; no input is valid. */
    check: () => {
      const problem = isTyped ? findSecretProblem('proxy', secret) : undefined
      setInputProblem(problem)
      return problem === undefined
    },
    /** Without input, the stored credentials stay. */
    save: () => {
      if (isTyped) set(secret, clearInputs)
    },
  }
}

interface ProxyCredentialsFieldsProps {
  readonly credentials: ReturnType<typeof useProxyCredentials>
}

export function ProxyCredentialsFields({ credentials }: ProxyCredentialsFieldsProps) {
  const { typed, write, problem, status, isSet, hosts, pending, clear } = credentials
  const state = status && describeKey(status)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-40 flex-1">
          <TextField
            label="Username"
            placeholder={isSet ? 'Set' : 'None'}
            value={typed.name}
            error={problem}
            onChange={(name) => write({ ...typed, name })}
          />
        </div>
        <div className="min-w-40 flex-1">
          <TextField
            label="Password"
            type="password"
            placeholder={isSet ? 'Set' : 'None'}
            value={typed.password}
            onChange={(password) => write({ ...typed, password })}
          />
        </div>
      </div>
      {state && (
        <div className="flex min-h-6 items-center justify-between gap-3">
          <p className={`text-sm ${state.tone === 'warn' ? 'text-warn' : 'text-faint'}`}>
            {isSet
              ? `Username and password: ${lowerCaseFirst(state.brief)}.`
              : 'Only needed if the proxy requires sign-in.'}
            {isSet && state.detail ? ` ${state.detail}` : ''}
            {isSet && ` ${describeHosts(hosts)}`}
          </p>
          {isSet && (
            <RemoveSecret
              label="Remove credentials"
              size="small"
              question="Remove the proxy username and password?"
              disabled={pending}
              onRemove={clear}
            />
          )}
        </div>
      )}
    </div>
  )
}

function describeHosts(hosts: readonly string[]): string {
  if (hosts.length === 0) return 'No proxy was in use when you entered them. Enter them again when one is.'
  return `Sent only to ${hosts.join(', ')}. For another proxy, enter them again.`
}

/** For the system's proxy, if it requires a username and a password. */
export function SystemProxyCredentials() {
  const credentials = useProxyCredentials()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (credentials.check()) credentials.save()
  }
  return (
    <Disclosure summary={`Proxy username and password: ${credentials.isSet ? 'set' : 'none'}`}>
      <form aria-label="Proxy credentials" className="flex flex-col gap-2 pt-2" onSubmit={save} noValidate>
        <ProxyCredentialsFields credentials={credentials} />
        <Button type="submit" className="self-start" disabled={!credentials.isTyped || credentials.pending}>
          Save credentials
        </Button>
      </form>
    </Disclosure>
  )
}
