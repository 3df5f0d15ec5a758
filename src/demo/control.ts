// Speed and failures of the demo service, per request and by default: the one place where they are documented.
import { ApiError } from '#shared/schemas/api-error'
import type { HttpRequest } from '#shared/wire/http'

/**
 * Default pace, for the whole service (`GEN_PLAYGROUND_DEMO_PACE`): `instant`, or tokens per second; 60 where absent.
 *
 * For one request: the query parameter `demo` or the header `x-demo`, settings separated by `;` or `,`
 * (`x-demo: tokens-per-second=50; first-token=300; cut-after=5`). The query wins over the header.
 * An event is one chunk of a streamed answer; an answer in one piece counts as one event.
 *
 * | Setting               | Value              | What it does                                                          |
 * |-----------------------|--------------------|-----------------------------------------------------------------------|
 * | `tokens-per-second`   | number, `instant`  | pace of the answer, thoughts included                                 |
 * | `first-token`         | milliseconds       | wait before the first token                                           |
 * | `image`               | milliseconds       | time an image takes at least                                          |
 * | `video`               | milliseconds       | time a video takes at least, from start to done                       |
 * | `delay`               | milliseconds       | wait before the status line, in every route                           |
 * | `piece`               | tokens             | tokens in one event (4)                                               |
 * | `split`               | bytes              | sends the body in chunks of so many bytes                             |
 * | `fail`                | 400…599            | answers this status at once; 429 carries a `RetryInfo`                |
 * | `retry-delay`         | seconds            | what that `RetryInfo` says (3)                                        |
 * | `fail-after`          | events             | then one event with an error 503, then the end                        |
 * | `cut-after`           | events             | then the connection breaks                                            |
 * | `end-after`           | events             | then an orderly end without `finishReason`                            |
 * | `garbage-after`       | events             | then bytes that are no JSON, then the end                             |
 * | `stall-after`         | events             | then silence until the caller goes away                               |
 * | `empty`               | –                  | status 200 with no event at all (in one piece: no candidates)         |
 *
 * Durations take `ms` or `s` too (`300ms`, `2s`). Words in the prompt that steer what comes back:
 *
 * | In the prompt      | What comes back                                                                     |
 * |--------------------|-------------------------------------------------------------------------------------|
 * | `[blocked]`        | no candidates, `promptFeedback.blockReason: SAFETY`                                 |
 * | `[prohibited]`     | no candidates, `promptFeedback.blockReason: PROHIBITED_CONTENT`                     |
 * | `[safety]`         | the answer breaks off with `finishReason: SAFETY`                                   |
 * | `[recitation]`     | the answer breaks off with `finishReason: RECITATION`                               |
 * | `[no-image]`       | image models: no image, `finishReason: NO_IMAGE`                                    |
 * | `[image-safety]`   | image models: no image, `finishReason: IMAGE_SAFETY`                                |
 * | `[image-other]`    | image models: no image, `finishReason: IMAGE_OTHER`                                 |
 * | `[text-only]`      | image models: words alone, `finishReason: STOP`                                     |
 * | `[busy]`           | image models: 429 with a `RetryInfo`                                                |
 * | `[wrong-type]`     | image models: a PNG that is called `image/jpeg`                                     |
 * | `[filtered]`       | video: done with `raiMediaFilteredCount` and reasons, no sample                     |
 * | `[failed]`         | video: done with an `error`                                                         |
 *
 * The same request gets the same answer. Image requests that are equal and under way together are variations: each is
 * another picture, and a number after one of the five words that hold an image back (`[no-image 2]`) means that one alone.
 */
export interface Control {
  readonly tokensPerSecond: number
  /** Milliseconds, like every duration here. */
  readonly firstToken: number
  readonly image: number
  readonly video: number
  readonly delay: number
  readonly piece: number
  /** 0: as it comes. */
  readonly split: number
  /** An HTTP status; 0: none. */
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

const calm: Control = {
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
  ...calm,
  tokensPerSecond: Number.POSITIVE_INFINITY,
  firstToken: 0,
  image: 0,
  video: 0,
}

/** `instant`, tokens per second, or nothing for the usual pace. Throws on anything else. */
export function readPace(pace: string | number | undefined): Control {
  if (pace === undefined || pace === '') return calm
  if (pace === 'instant') return instant
  const tokensPerSecond = Number(pace)
  if (tokensPerSecond > 0) return { ...calm, tokensPerSecond }
  throw new RangeError(`The demo service's pace must be "instant" or tokens per second, not "${pace}".`)
}

type Setting = (text: string, name: string) => Partial<Control>

const settings: Readonly<Record<string, Setting>> = {
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

/** Throws an `ApiError` that names an unknown setting or a wrong value. */
export function readControl(call: HttpRequest, pace: Control): Control {
  const query = new URLSearchParams(call.path.split('?')[1] ?? '')
  const texts = [call.headers['x-demo'] ?? '', ...query.getAll('demo')]
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
  throw new ApiError(
    'INVALID_ARGUMENT',
    `demo: "${name}" is no setting of the demo service. Known: ${known}.`,
  )
}

function readNumber(text: string, name: string): number {
  const value = text === '' ? Number.NaN : Number(text)
  if (Number.isFinite(value) && value >= 0) return value
  throw new ApiError('INVALID_ARGUMENT', `demo: "${name}" must be a number of 0 or more, not "${text}".`)
}

function readPositive(text: string, name: string): number {
  const value = readNumber(text, name)
  if (value > 0) return value
  throw new ApiError('INVALID_ARGUMENT', `demo: "${name}" must be more than 0.`)
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

/** `300`, `300ms` or `2s`, in milliseconds; ten minutes at most. */
function readDuration(text: string, name: string): number {
  const [, digits = '', unit = 'ms'] = text.match(/^([\d.]+)\s*(ms|s)?$/) ?? []
  const milliseconds = readNumber(digits || text, name) * (unit === 's' ? 1000 : 1)
  return Math.min(milliseconds, 600_000)
}
