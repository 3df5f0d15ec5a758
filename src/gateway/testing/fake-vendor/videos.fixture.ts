// The fake's video operations: start, poll, filtered or failed results (wire §5).
import { createHash } from 'node:crypto'
import { isObject } from '#shared/wire/json-objects'
import { detail, google, invalid } from './errors.fixture'
import type { ContentFault } from './faults.fixture'
import { testVideo } from './test-video.fixture'

interface Job {
  readonly owner: string
  /** The id of its video file. */
  readonly file: string
  polls: number
}

/** Polls that find an operation still running. */
const pollsUntilDone = 2

const type = 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse'

export class Videos {
  readonly #url: () => string
  readonly #jobs = new Map<string, Job>()

  constructor(url: () => string) {
    this.#url = url
  }

  /** Returns only the name. */
  start(request: Readonly<Record<string, unknown>>, model: string, owner: string): object {
    checkRequest(request)
    const hash = createHash('sha256').update(`job ${this.#jobs.size}`).digest('hex')
    const name = `models/${model}/operations/${hash.slice(0, 12)}`
    this.#jobs.set(name, { owner, file: hash.slice(12, 24), polls: 0 })
    return { name }
  }

  poll(name: string, key: string, fault?: ContentFault): object {
    const job = this.#jobs.get(name)
    if (!job) throw google('NOT_FOUND', `Operation not found: ${name}`)
    if (job.owner !== key) throw google('PERMISSION_DENIED', `You do not have permission to access ${name}.`)
    const toDone = (generateVideoResponse: object) => ({
      name,
      done: true,
      response: { '@type': type, generateVideoResponse },
    })
    if (fault === 'done-false') return { name, done: false }
    if (fault === 'operation-failed') return failed(name)
    if (fault === 'rai-filtered') return toDone(filtered)
    if (job.polls++ < pollsUntilDone) return { name }
    const uri = `${this.#url()}/v1beta/files/${job.file}:download?alt=media`
    return toDone({ generatedSamples: [{ video: { uri } }] })
  }

  /** Throws unless the file is a video of this key. */
  find(file: string, key: string): { readonly bytes: Buffer; readonly mimeType: string } {
    for (const job of this.#jobs.values())
      if (job.file === file && job.owner === key) return { bytes: testVideo, mimeType: 'video/mp4' }
    throw google('PERMISSION_DENIED', `You do not have permission to access the File ${file}.`)
  }
}

const filtered = {
  raiMediaFilteredCount: 1,
  raiMediaFilteredReasons: [
    'Sorry, we can’t create videos with real people’s names or likenesses. Please remove the reference and try again.',
  ],
}

/** The code is a gRPC code, not an HTTP status. */
function failed(name: string): object {
  const details = [detail('DebugInfo', { detail: 'generic::invalid_argument' })]
  return { name, done: true, error: { code: 3, message: 'The prompt could not be submitted.', details } }
}

const allowed: Readonly<Record<string, readonly string[]>> = {
  aspectRatio: ['16:9', '9:16'],
  durationSeconds: ['4', '6', '8'],
  resolution: ['720p', '1080p', '4k'],
  personGeneration: ['allow_all', 'allow_adult', 'dont_allow'],
  sampleCount: ['1', '2', '3', '4'],
}

function checkRequest({ instances, parameters }: Readonly<Record<string, unknown>>): void {
  const first: unknown = Array.isArray(instances) ? instances[0] : undefined
  if (!isObject(first)) throw invalid('* PredictLongRunningRequest.instances: instances is not specified\n')
  if (typeof first.prompt !== 'string' && !('image' in first) && !('video' in first))
    throw invalid('The request must have a prompt, an image or a video.')
  for (const name of ['image', 'lastFrame']) if (name in first) checkImage(first[name], name)
  if ('lastFrame' in first && !('image' in first)) throw invalid('`lastFrame` needs `image`.')
  if (!isObject(parameters)) return
  for (const [name, values] of Object.entries(allowed)) {
    const value = parameters[name]
    if (value !== undefined && !values.includes(String(value)))
      throw invalid(`\`${name}\` must be one of ${values.join(', ')}, not ${String(value)}.`)
  }
  const isLarge = parameters.resolution === '1080p' || parameters.resolution === '4k'
  if (isLarge && String(parameters.durationSeconds ?? 8) !== '8')
    throw invalid(`\`resolution\` ${String(parameters.resolution)} needs \`durationSeconds\` 8.`)
}

/** Two encodings are in use (wire §5.1). */
function checkImage(image: unknown, name: string): void {
  const inline = isObject(image) && isObject(image.inlineData) ? image.inlineData.data : undefined
  const bytes = inline ?? (isObject(image) ? image.bytesBase64Encoded : undefined)
  if (typeof bytes !== 'string' || bytes === '')
    throw invalid(`\`${name}\` must have \`bytesBase64Encoded\` or \`inlineData\`.`)
}
