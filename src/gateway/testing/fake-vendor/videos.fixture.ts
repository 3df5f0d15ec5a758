// The fake's video operations: start, poll, filtered or failed results (wire §5).
import { createHash } from 'node:crypto'
import { detail, google, invalid } from './errors.fixture'
import type { PollFault } from './fault.fixture'
import type { Files } from './files.fixture'
import { isObject } from './proto-json.fixture'
import { testVideo } from './test-video.fixture'

interface Job {
  readonly name: string
  readonly owner: string
  remainingPolls: number
  /** The id of the video file, once it is generated. */
  file?: string
}

export interface VideosOptions {
  readonly url: () => string
  readonly files: Files
  /** How many polls find an operation still running. */
  readonly pollsUntilDone: number
}

const responseType = 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse'

export class Videos {
  readonly #options: VideosOptions
  readonly #jobs = new Map<string, Job>()

  constructor(options: VideosOptions) {
    this.#options = options
  }

  /** Returns only the name. */
  start(request: Readonly<Record<string, unknown>>, model: string, owner: string): object {
    checkRequest(request)
    const id = createHash('sha256').update(`job ${this.#jobs.size}`).digest('hex').slice(0, 12)
    const name = `models/${model}/operations/${id}`
    this.#jobs.set(name, { name, owner, remainingPolls: this.#options.pollsUntilDone })
    return { name }
  }

  poll(name: string, key: string, fault?: PollFault): object {
    const job = this.#jobs.get(name)
    if (!job) throw google('NOT_FOUND', `Operation not found: ${name}`)
    if (job.owner !== key) throw google('PERMISSION_DENIED', `You do not have permission to access ${name}.`)
    if (fault === 'done-false') return { name, done: false }
    if (fault === 'operation-failed') return failed(name)
    if (fault === 'rai-filtered') return filtered(name)
    if (job.remainingPolls > 0) {
      job.remainingPolls -= 1
      return { name }
    }
    job.file ??= this.#options.files.addVideo(job.owner, testVideo)
    const uri = `${this.#options.url()}/v1beta/files/${job.file}:download?alt=media`
    const generateVideoResponse = { generatedSamples: [{ video: { uri } }] }
    return { name, done: true, response: { '@type': responseType, generateVideoResponse } }
  }
}

function filtered(name: string): object {
  const generateVideoResponse = {
    raiMediaFilteredCount: 1,
    raiMediaFilteredReasons: [
      'Sorry, we can’t create videos with real people’s names or likenesses. Please remove the reference and try again.',
    ],
  }
  return { name, done: true, response: { '@type': responseType, generateVideoResponse } }
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
  if (!isObject(image)) throw invalid(`\`${name}\` must be an object.`)
  const inline = isObject(image.inlineData) ? image.inlineData.data : image.bytesBase64Encoded
  if (typeof inline !== 'string' || inline === '')
    throw invalid(`\`${name}\` must have \`bytesBase64Encoded\` or \`inlineData\`.`)
}
