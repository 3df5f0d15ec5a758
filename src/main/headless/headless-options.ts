// The headless gateway's flags: their names, what `--help` says of them, and how a wrong one is refused.
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { defaultGatewayPort } from '#shared/schemas/settings'
import { defaultVendorAddresses } from '#shared/schemas/upstream'

export const usage = `Serves the gateway alone, without a window.

  --port N                      port on 127.0.0.1; 0 takes any free one (default ${defaultGatewayPort})
  --key-env NAME                environment variable with the local key that callers must send
                                (default: a random one, printed)
  --key KEY                     the local key itself; every user of this computer can see it in
                                the list of processes
  --allow-origin ORIGIN         a browser origin that may call; may be repeated
  --json-limit MB               largest JSON body (default 100)
  --audio-limit MB              largest audio file (default 25)

Upstream
  --upstream demo|vendor|URL    the embedded demo service, the Gemini and OpenAI APIs,
                                or the base URL of a service with this API (default demo)
  --upstream-key-env NAME       environment variable with the service's key (default UPSTREAM_KEY)
  --api-upstream URL            base URL of the service's transcription endpoint, where it differs
  --gemini-key-env NAME         environment variable with the Gemini API's key (default GEMINI_API_KEY)
  --openai-key-env NAME         environment variable with the OpenAI API's key (default OPENAI_API_KEY)
  --gemini-url URL              a mirror of ${defaultVendorAddresses.geminiUrl}
  --openai-url URL              a mirror of ${defaultVendorAddresses.openAiUrl}
  --alias FROM=TO               ask the vendor for TO where a client says FROM; may be repeated
  --model ID=KIND               a model beside the catalogue: text, image, video, embedding
                                or transcription; may be repeated

Network
  --proxy URL|none              http://, https://, socks4:// or socks5:// (default: HTTPS_PROXY,
                                HTTP_PROXY, ALL_PROXY and NO_PROXY)
  --proxy-credentials-env NAME  environment variable with the proxy's name:password
  --proxy-bypass LIST           hosts reached without the proxy, separated by commas
  --ca FILE                     certificates to trust besides the system's (PEM)
  --connect-timeout SECONDS     how long a connection may take to stand (default 10)
  --patience SECONDS            how long an upstream may take to begin its answer (default 600)
  --silence SECONDS             how long it may be silent in the middle of one (default 300)

  --help`

const options = {
  port: { type: 'string' },
  key: { type: 'string' },
  'key-env': { type: 'string' },
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
  alias: { type: 'string', multiple: true },
  model: { type: 'string', multiple: true },
  proxy: { type: 'string' },
  'proxy-credentials-env': { type: 'string' },
  'proxy-bypass': { type: 'string' },
  ca: { type: 'string' },
  'connect-timeout': { type: 'string' },
  patience: { type: 'string' },
  silence: { type: 'string' },
  help: { type: 'boolean' },
} as const

export type HeadlessValues = ReturnType<typeof parseStrictly>

export type Environment = Readonly<Record<string, string | undefined>>

/** Throws an `ApiError` that names an unknown flag. */
export function parseStrictly(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw invalidArgument(error instanceof Error ? error.message : String(error))
  }
}

/** What the schema makes of the text; the refusal names `name`. */
export function parseWith<Value>(schema: z.ZodType<Value>, value: unknown, name: string): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalidArgument(`${name}: ${result.error.issues[0]?.message ?? 'is not understood'}`)
}

export function invalidArgument(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}
