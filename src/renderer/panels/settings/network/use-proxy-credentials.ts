// The proxy's name and password while they are typed; never kept anywhere but in the vault.
import { useState } from 'react'
import { findSecretProblem, useKey } from '../use-key'

interface Typed {
  readonly name: string
  readonly password: string
}

const none: Typed = { name: '', password: '' }

export type ProxyCredentials = ReturnType<typeof useProxyCredentials>

export function useProxyCredentials() {
  const [typed, setTyped] = useState(none)
  const [found, setFound] = useState<string>()
  const { status, isSet, pending, error, set, clear, reset } = useKey('proxy')
  const isTyped = typed.name !== '' || typed.password !== ''
  const secret = `${typed.name}:${typed.password}`
  return {
    typed,
    isTyped,
    status,
    isSet,
    pending,
    problem: found ?? error,
    clear,
    write: (next: Typed) => {
      setTyped(next)
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
      if (isTyped) set(secret, () => setTyped(none))
    },
  }
}
