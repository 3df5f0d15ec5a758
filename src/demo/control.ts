// Speed and failures of the demo service, by default and per request (README.md documents the settings).
import { ApiError } from '#shared/schemas/api-error'
import type { HttpRequest } from '#shared/wire/http'

export interface Control {
  readonly tokensPerSecond: number
  /** Milliseconds, like every duration here. */
  readonly firstToken: number
  readonly image: number
  readonly video: number
  readonly delay: number
  readonly piece: number
  /** Bytes per chunk of a response; 0 if it is not split. */
  readonly split: number
  /** An HTTP status, or 0. */
  readonly fail: number
  /** Seconds. */
  readonly retryDelay: number
  readonly fault: Fault | undefined
  readonly empty: boolean
}

const faultKinds = ['fail-after', 'cut-after', 'end-after', 'garbage-after', 'stall-after'] as const
interface Fault {
  readonly kind: (typeof faultKinds)[number]
  readonly after: number
}

const defaults: Control = {
  tokensPerSecond: 60,
  firstToken: 300,
  image: 1200,
  video: 8000,
  delay: 0,
  piece: 4,
  split: 0,
  fail: 0,
  retryDelay: 3,
  fault: undefined,
  empty: false,
}
const instant: Control = {
  ...defaults,
  tokensPerSecond: Number.POSITIVE_INFINITY,
  firstToken: 0,
  image: 0,
  video: 0,
}

/** Reads `instant`, tokens per second, or nothing for the default. Throws a `RangeError` on anything else. */
export function readPace(pace: string | number | undefined): Control {
  if (pace === undefined || pace === '') return defaults
  if (pace === 'instant') return instant
  const tokensPerSecond = Number(pace)
  if (tokensPerSecond > 0) return { ...defaults, tokensPerSecond }
  throw new RangeError(`The demo service's pace must be "instant" or tokens per second, not "${pace}".`)
}

type SettingParser = (text: string, name: string) => Partial<Control>

const settings: Readonly<Record<string, SettingParser>> = {
  'tokens-per-second': (text, name) =>
    text === 'instant'
      ? { tokensPerSecond: instant.tokensPerSecond }
      : { tokensPerSecond: readPositive(text, name) },
  'first-token': (text, name) => ({ firstToken: readDuration(text, name) }),
  image: (text, name) => ({ image: readDuration(text, name) }),
  video: (text, name) => ({ video: readDuration(text, name) }),
  delay: (text, name) => ({ delay: readDuration(text, name) }),
  piece: (text, name) => ({ piece: Math.ceil(readPositive(text, name)) }),
  split: (text, name) => ({ split: Math.ceil(readPositive(text, name)) }),
  fail: (text, name) => ({ fail: readStatus(text, name) }),
  'retry-delay': (text, name) => ({ retryDelay: readPositive(text, name) }),
  empty: () => ({ empty: true }),
  ...Object.fromEntries(
    faultKinds.map((kind) => [
      kind,
      (text: string, name: string) => ({ fault: { kind, after: readCount(text, name) } }),
    ]),
  ),
}

/** Throws an `ApiError` that names an unknown setting or an invalid value. */
export function readControl(request: HttpRequest, pace: Control): Control {
  const query = new URLSearchParams(request.path.split('?')[1] ?? '')
  const texts = [request.headers['x-demo'] ?? '', ...query.getAll('demo')]
  let control = pace
  for (const text of texts.flatMap((list) => list.split(/[;,]/))) {
    const [name = '', value = ''] = text.split('=').map((side) => side.trim())
    if (name !== '') control = { ...control, ...readSetting(name, value) }
  }
  return control
}

function readSetting(name: string, value: string): Partial<Control> {
  if (name === 'instant') return instant
  const setting = Object.hasOwn(settings, name) ? settings[name] : undefined
  if (setting) return setting(value, name)
  const known = Object.keys(settings).join(', ')
  throw new ApiError('INVALID_ARGUMENT', `demo: "${name}" isn't a demo setting. Available: ${known}.`)
}

function readNumber(text: string, name: string): number {
  const value = text === '' ? Number.NaN : Number(text)
  if (Number.isFinite(value) && value >= 0) return value
  throw new ApiError('INVALID_ARGUMENT', `demo: "${name}" must be a number, 0 or greater, not "${text}".`)
}

function readPositive(text: string, name: string): number {
  const value = readNumber(text, name)
  if (value > 0) return value
  throw new ApiError('INVALID_ARGUMENT', `demo: "${name}" must be greater than 0.`)
}

function readCount(text: string, name: string): number {
  return Math.floor(readNumber(text, name))
}

function readStatus(text: string, name: string): number {
  const status = readNumber(text, name)
  if (Number.isInteger(status) && status >= 400 && status <= 599) return status
  throw new ApiError(
    'INVALID_ARGUMENT',
    `demo: "${name}" must be an HTTP status from 400 to 599, not "${text}".`,
  )
}

/** `300`, `300ms` or `2s`, in milliseconds; at most ten minutes. */
function readDuration(text: string, name: string): number {
  const [, digits = '', unit = 'ms'] = text.match(/^([\d.]+)\s*(ms|s)?$/) ?? []
  const milliseconds = readNumber(digits || text, name) * (unit === 's' ? 1000 : 1)
  return Math.min(milliseconds, 600_000)
}
