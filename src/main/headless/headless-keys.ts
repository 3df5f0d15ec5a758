// Reads the keys that the headless gateway accepts. Of named keys, its settings have only hashes.
import { type AcceptedKey, hashKey } from '#gateway/server/accepted-keys'
import { NamedKeyName } from '#shared/schemas/key-status'
import type { GatewaySettings } from '../gateway-host/gateway-settings'
import { createLocalKey } from '../vault/gateway-keys'
import { type Environment, type HeadlessValues, invalidArgument } from './headless-options'

interface KeyOption {
  /** Undefined for the local key. */
  readonly name: string | undefined
  readonly key: string
  readonly flag: '--key' | '--key-env'
}

interface Keys {
  readonly settings: Pick<GatewaySettings, 'localKey' | 'otherKeys'>
  /** The named keys, for redaction. */
  readonly secrets: readonly string[]
}

/** Without a local key, it is random. The errors contain no keys. */
export function readKeys(
  { key: texts = [], 'key-env': variables = [] }: Pick<HeadlessValues, 'key' | 'key-env'>,
  environment: Environment,
): Keys {
  const keys = [...texts.map(readKey), ...variables.map((text) => readVariable(text, environment))]
  const [local, ...others] = keys.filter(({ name }) => name === undefined)
  const [second] = others
  if (second && local?.flag !== second.flag) throw invalidArgument("--key-env: can't be used with --key")
  if (second) throw invalidArgument(`${second.flag}: only one key can be without a name`)
  const localKey = local?.key ?? createLocalKey()
  const otherKeys: AcceptedKey[] = []
  for (const { name, key, flag } of keys) {
    if (name === undefined) continue
    const hash = hashKey(key)
    if (otherKeys.some(({ id }) => id?.toLowerCase() === name.toLowerCase()))
      throw invalidArgument(`${flag}: the name ${name} is given twice`)
    if (key === localKey || otherKeys.some((accepted) => accepted.hash === hash))
      throw invalidArgument(`${flag}: the key of ${name} is given twice`)
    otherKeys.push({ hash, id: name, client: name })
  }
  const secrets = keys.flatMap(({ name, key }) => (name === undefined ? [] : [key]))
  return { settings: otherKeys.length === 0 ? { localKey } : { localKey, otherKeys }, secrets }
}

/** Base64 may end with `=`, so only a text after it makes the text before it a name. */
function readKey(text: string): KeyOption {
  const [, name, key = ''] = /^([^=]*)=(.*[^=].*)$/.exec(text) ?? []
  if (name === undefined) return { name, key: check(text, '--key:'), flag: '--key' }
  const keyName = readName(name, '--key')
  return { name: keyName, key: check(key, `--key: the key of ${keyName}`), flag: '--key' }
}

function readVariable(text: string, environment: Environment): KeyOption {
  const [, name, variable = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [undefined, undefined, text]
  const key = environment[variable]?.trim()
  if (!key) throw invalidArgument(`--key-env: environment variable ${variable} is not set`)
  return {
    name: name === undefined ? undefined : readName(name, '--key-env'),
    key: check(key, `--key-env: environment variable ${variable}`),
    flag: '--key-env',
  }
}

function readName(text: string, flag: string): string {
  const name = NamedKeyName.safeParse(text)
  if (name.success) return name.data
  throw invalidArgument(`${flag}: the name ${name.error.issues[0]?.message ?? 'is not valid'}`)
}

function check(key: string, source: string): string {
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalidArgument(`${source} must be printable ASCII without spaces`)
  return key
}
