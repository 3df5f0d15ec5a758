// The options of the headless gateway's command line, the text of `--help`, and parsers of single values.
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { defaultGatewayLimits } from '#shared/schemas/fixed-values'
import { UpstreamKey } from '#shared/schemas/key-status'
import { defaultNetwork } from '#shared/schemas/network'
import { defaultGatewayPort } from '#shared/schemas/settings'
import { BaseUrl, defaultVendorAddresses, findEntryProblem } from '#shared/schemas/upstream'

export const defaultUpstream = 'demo'
export const defaultKeyVariables = {
  service: 'UPSTREAM_KEY',
  gemini: 'GEMINI_API_KEY',
  openAi: 'OPENAI_API_KEY',
  openAiCompatible: 'OPENAI_COMPATIBLE_KEY',
}

export const usage = `Usage: npm run --silent gateway -- [options]

Runs the gateway without a window. Prints one line of JSON with the URL and the
local key when it's ready. Logs go to stderr.

  --port N                      Port on 127.0.0.1. Use 0 for any free port. Doesn't start if the
                                port is in use. (default: ${defaultGatewayPort}; the next free port if it's in use)
  --key KEY                     Local key that clients must send. (default: random)
                                NAME=KEY adds a key for one script, whose requests are logged
                                with this name. Repeatable.
  --key-env NAME                Variable with the local key. Keeps it out of the process list.
                                KEYNAME=NAME adds a named key. Repeatable.
  --log text|json               One line per request on stderr. (default: text)
  --allow-origin ORIGIN         Browser origin allowed to call the gateway. Repeatable.
  --json-limit MB               Maximum JSON body size. (default: ${defaultGatewayLimits.jsonMegabytes})
  --audio-limit MB              Maximum audio file size. (default: ${defaultGatewayLimits.audioMegabytes})

Provider
  --upstream demo|vendor|openai|URL
                                Where requests go: the built-in demo, Gemini and OpenAI, an
                                OpenAI-compatible server (such as Ollama), or the base URL of
                                a compatible service.
                                (default: ${defaultUpstream})
  --upstream-key-env NAME       Variable with the service's API key. (default: ${defaultKeyVariables.service})
  --api-upstream URL            Base URL for transcription, if different.
  --gemini-key-env NAME         Variable with the Gemini API key. (default: ${defaultKeyVariables.gemini})
  --openai-key-env NAME         Variable with the OpenAI API key. (default: ${defaultKeyVariables.openAi})
  --gemini-url URL              Gemini API URL. (default: ${defaultVendorAddresses.geminiUrl})
  --openai-url URL              OpenAI API URL. (default: ${defaultVendorAddresses.openAiUrl})
  --openai-compatible-url URL   Base URL of the OpenAI-compatible server, such as
                                http://127.0.0.1:11434/v1.
  --openai-compatible-key-env NAME
                                Variable with its API key, if it needs one.
                                (default: ${defaultKeyVariables.openAiCompatible})
  --openai-compatible-server NAME
                                ollama, lm-studio, llama-cpp, vllm, openrouter, groq, mistral,
                                openai, or other. Guessed from the URL if not given.
  --default-model KIND=ID       The server's model that is sent for the gateway's models of this
                                kind. Not needed if it has only one. Repeatable.
  --count-tokens-by-request     Count tokens by generating one token, which may be billed.
  --alias FROM=TO               Send model TO when a client asks for FROM. Repeatable.
  --model ID=KIND               Add a model, or correct the kind of one of the OpenAI-compatible
                                server. KIND is text, image, video, embedding, or transcription.
                                Repeatable.

Network
  --proxy URL|none              http://, https://, socks4://, or socks5:// proxy.
                                (default: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY)
  --proxy-credentials-env NAME  Variable with the proxy's username:password.
  --proxy-bypass LIST           Hosts that skip the proxy, comma-separated.
  --ca FILE                     Extra CA certificates to trust (PEM).
  --connect-timeout SECONDS     Connect timeout. (default: ${defaultNetwork.connectSeconds})
  --response-timeout SECONDS    Time to the first byte of a response. (default: ${defaultGatewayLimits.upstreamSeconds})
  --idle-timeout SECONDS        Maximum gap within a response. (default: ${defaultNetwork.silenceSeconds})

  --help                        Show this help.`

export const options = {
  port: { type: 'string' },
  key: { type: 'string', multiple: true },
  'key-env': { type: 'string', multiple: true },
  log: { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'json-limit': { type: 'string' },
  'audio-limit': { type: 'string' },
  upstream: { type: 'string' },
  'upstream-key-env': { type: 'string' },
  'api-upstream': { type: 'string' },
  'gemini-key-env': { type: 'string' },
  'openai-key-env': { type: 'string' },
  'gemini-url': { type: 'string' },
  'openai-url': { type: 'string' },
  'openai-compatible-url': { type: 'string' },
  'openai-compatible-key-env': { type: 'string' },
  'openai-compatible-server': { type: 'string' },
  'default-model': { type: 'string', multiple: true },
  'count-tokens-by-request': { type: 'boolean' },
  alias: { type: 'string', multiple: true },
  model: { type: 'string', multiple: true },
  proxy: { type: 'string' },
  'proxy-credentials-env': { type: 'string' },
  'proxy-bypass': { type: 'string' },
  ca: { type: 'string' },
  'connect-timeout': { type: 'string' },
  'response-timeout': { type: 'string' },
  'idle-timeout': { type: 'string' },
  help: { type: 'boolean' },
} as const

/** Throws an `ApiError` that names an unknown flag. */
export function parseStrictly(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw invalidArgument(error instanceof Error ? error.message : String(error))
  }
}

export type HeadlessValues = ReturnType<typeof parseStrictly>

export type Environment = Readonly<Record<string, string | undefined>>

/** Returns null if the variable is not set or empty. */
export function readKey(flag: string, name: string, environment: Environment): string | null {
  const text = environment[name]?.trim()
  return text ? parseWith(UpstreamKey, text, `${flag}: environment variable ${name}`) : null
}

export function rejectMissing(flag: string, name: string): never {
  throw invalidArgument(`${flag}: environment variable ${name} is not set`)
}

export function readUrl(url: string, flag: string): string {
  const problem = findEntryProblem(url)
  if (problem) throw invalidArgument(`${flag}: ${problem}`)
  return parseWith(BaseUrl, url, flag)
}

export function split(text: string, flag: string, form: string): readonly [string, string] {
  const sides = text.split('=')
  const [left = '', right = ''] = sides
  if (sides.length !== 2 || left === '' || right === '')
    throw invalidArgument(`${flag} ${text}: must be ${form}`)
  return [left, right]
}

/** Returns the parsed value. Throws an `ApiError` that names `name`. */
export function parseWith<Value>(schema: z.ZodType<Value>, value: unknown, name: string): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalidArgument(`${name}: ${result.error.issues[0]?.message ?? 'is not valid'}`)
}

export function invalidArgument(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}
