// The proxy's name and password: they can be set and removed here, never read.
import { Field } from '../../../components/Field'
import { TextInput } from '../../../components/TextInput'
import { describeKey } from '../describe-key'
import { RemoveSecret } from '../RemoveSecret'
import type { ProxyCredentials } from './use-proxy-credentials'

interface ProxyCredentialsFieldsProps {
  readonly credentials: ProxyCredentials
}

export function ProxyCredentialsFields({ credentials }: ProxyCredentialsFieldsProps) {
  const { typed, write, problem, status, isSet, hosts, pending, clear } = credentials
  const state = status && describeKey(status)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-40 flex-1">
          <Field label="Name" error={problem}>
            {(attributes) => (
              <TextInput
                {...attributes}
                placeholder={isSet ? 'Set' : 'None'}
                value={typed.name}
                onChange={(event) => write({ ...typed, name: event.target.value })}
              />
            )}
          </Field>
        </div>
        <div className="min-w-40 flex-1">
          <Field label="Password">
            {(attributes) => (
              <TextInput
                {...attributes}
                type="password"
                placeholder={isSet ? 'Set' : 'None'}
                value={typed.password}
                onChange={(event) => write({ ...typed, password: event.target.value })}
              />
            )}
          </Field>
        </div>
      </div>
      {state && (
        <div className="flex min-h-6 items-center justify-between gap-3">
          <p className={`text-sm ${state.tone === 'warn' ? 'text-warn' : 'text-faint'}`}>
            {isSet
              ? `Name and password: ${lowerFirst(state.brief)}.`
              : 'Only for a proxy that asks for them.'}
            {isSet && state.detail ? ` ${state.detail}` : ''}
            {isSet && ` ${describeHosts(hosts)}`}
          </p>
          {isSet && (
            <RemoveSecret
              label="Remove them"
              size="small"
              question="Remove the proxy’s name and password?"
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

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
