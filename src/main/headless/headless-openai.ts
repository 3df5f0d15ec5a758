// Reads the options of an OpenAI-compatible server from the headless gateway's command line.
import type { OpenAiSettings } from '#gateway/upstreams/openai'
import { findModel } from '#shared/models/catalog'
import { type ModelKind, modelKinds } from '#shared/schemas/model'
import { type ServerName, serverNames } from '#shared/schemas/upstream'
import type { GatewayUpstream } from '../gateway-host/gateway-settings'
import {
  defaultKeyVariables,
  type Environment,
  type HeadlessValues,
  invalidArgument,
  readKey,
  readUrl,
  rejectMissing,
  split,
} from './headless-options'

/** Throws an `ApiError` that names an invalid argument. The key is optional, because local servers have none. */
export function readOpenAiUpstream(values: HeadlessValues, environment: Environment): GatewayUpstream {
  const url = values['openai-compatible-url']
  if (url === undefined)
    throw invalidArgument(
      '--upstream openai: requires --openai-compatible-url, such as http://127.0.0.1:11434/v1',
    )
  const server = values['openai-compatible-server']
  return {
    kind: 'openai',
    id: 'openai',
    baseUrl: readUrl(url, '--openai-compatible-url'),
    key: readOptionalKey(values, environment),
    defaults: Object.fromEntries((values['default-model'] ?? []).map(readDefault)),
    aliases: (values.alias ?? []).map(readServerAlias),
    kinds: Object.fromEntries((values.model ?? []).map(readServerModel)),
    countsTokens: values['count-tokens-by-request'] ?? false,
    ...(server === undefined ? {} : { server: readServer(server) }),
  }
}

/** A variable that is named must be set. */
function readOptionalKey(values: HeadlessValues, environment: Environment): string | null {
  const flag = '--openai-compatible-key-env'
  const name = values['openai-compatible-key-env']
  const key = readKey(flag, name ?? defaultKeyVariables.openAiCompatible, environment)
  return name !== undefined && key === null ? rejectMissing(flag, name) : key
}

function readServer(text: string): ServerName {
  const server = serverNames.find((name) => name === text)
  if (server) return server
  throw invalidArgument(`--openai-compatible-server: must be one of ${serverNames.join(', ')}, not "${text}"`)
}

function readDefault(text: string): readonly [ModelKind, string] {
  const [kind, id] = split(text, '--default-model', 'KIND=ID')
  return [readKind(kind, `--default-model ${text}`), id]
}

function readServerModel(text: string): readonly [string, ModelKind] {
  const [id, kind] = split(text, '--model', 'ID=KIND')
  return [id, readKind(kind, `--model ${text}`)]
}

function readKind(text: string, name: string): ModelKind {
  const kind = modelKinds.find((each) => each === text)
  if (kind) return kind
  throw invalidArgument(`${name}: the kind must be one of ${modelKinds.join(', ')}`)
}

/** The server decides which models it has. */
function readServerAlias(text: string): OpenAiSettings['aliases'][number] {
  const [from, to] = split(text, '--alias', 'FROM=TO')
  if (!findModel(from)) throw invalidArgument(`--alias: ${from} isn't in the catalog`)
  return { from, to }
}
