// Finds the panel that can send a logged request, with its texts, its settings and what is left out.
import { readForm, readMark } from '#shared/exchange/body-marks'
import { findModel, toNeutralId } from '#shared/models/catalog'
import { guessKind } from '#shared/models/openai-servers'
import { ChatParameters } from '#shared/schemas/chat-parameters'
import { Part } from '#shared/schemas/content'
import { EmbeddingSettings } from '#shared/schemas/embedding-set'
import type { Exchange } from '#shared/schemas/exchange'
import { functionModes } from '#shared/schemas/fixed-values'
import { TranscriptionSettings } from '#shared/schemas/transcription-job'
import { VideoForm, videoParameters } from '#shared/schemas/video-job'
import { isObject, type JsonObject, parseObject, toObject } from '#shared/wire/json-objects'

interface Omitted {
  /** Fields and files that are not taken over, such as `logprobs` and `2 media files`. */
  readonly omitted: readonly string[]
}

export interface FittingContent {
  readonly role: 'user' | 'model'
  readonly parts: readonly Part[]
}

/** Contents before the last prompt are `history`. */
export interface FittingPrompt extends Omitted {
  readonly panel: 'chat' | 'images'
  readonly parameters: ChatParameters
  readonly history: readonly FittingContent[]
  readonly text: string
  readonly links: readonly { readonly uri: string; readonly mimeType: string }[]
  /** Files of the last prompt, by their hashes in the log. */
  readonly files: readonly FittingFile[]
}

export interface FittingFile {
  readonly hash: string
  readonly mimeType: string
}

/** Images of a video request. */
interface FittingFrames {
  readonly image: FittingFile | null
  readonly lastFrame: FittingFile | null
  readonly references: readonly FittingFile[]
}

export type FittingRequest =
  | FittingPrompt
  | (Omitted & { readonly panel: 'video'; readonly form: VideoForm; readonly frames: FittingFrames })
  | (Omitted & {
      readonly panel: 'embeddings'
      readonly settings: EmbeddingSettings
      readonly rows: readonly { readonly text: string; readonly title: string | null }[]
    })
  | (Omitted & { readonly panel: 'transcribe'; readonly settings: TranscriptionSettings })

type Logged = Pick<Exchange, 'route' | 'model' | 'requestBody'>

/** Returns null if no panel sends such requests, or the log does not have the body. */
export function fitRequest({ route, model: logged, requestBody }: Logged): FittingRequest | null {
  const model = toNeutralId(logged ?? '')
  if (model === '') return null
  if (route === 'transcribe') return fitTranscription(model, requestBody)
  const body = parseObject(requestBody)
  if (!body) return null
  if (route === 'generateContent' || route === 'streamGenerateContent')
    return fitPrompt(body, { model, isStream: route === 'streamGenerateContent' })
  if (route === 'predictLongRunning') return fitVideo(body, model)
  return route === 'embedContent' || route === 'batchEmbedContents' ? fitEmbeddings(body, model) : null
}

function listObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Reads members by their camelCase names, in both spellings, as the API does; what is left over is omitted. */
function createReader(object: JsonObject) {
  const left = new Map(
    Object.entries(object).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
  return {
    consume: (name: string): unknown => {
      const value = left.get(name)
      left.delete(name)
      return value
    },
    left: () => [...left.keys()],
  }
}

type Reader = ReturnType<typeof createReader>

function fitPrompt(
  body: JsonObject,
  { model, isStream }: { readonly model: string; readonly isStream: boolean },
): FittingPrompt | null {
  const reader = createReader(body)
  const contents = readContents(reader.consume('contents'))
  if (contents.list.length === 0 && contents.media === 0) return null
  const { parameters, omitted } = readParameters(reader, model)
  const kind = findModel(model)?.kind ?? guessKind(model)
  const panel = kind === 'image' ? 'images' : 'chat'
  const { history, last } = splitContents(contents.list)
  const texts = last?.parts.flatMap(({ text }) => text ?? []) ?? []
  const omittedHistory = panel === 'images' && history.length > 0 ? ['earlier steps'] : []
  return {
    panel,
    parameters: isStream || panel === 'images' ? parameters : { ...parameters, streaming: false },
    history: panel === 'images' ? [] : history,
    text: texts.join('\n\n'),
    links: last?.parts.flatMap(toLink) ?? [],
    files: last?.parts.flatMap((part) => readStoredFile(part) ?? []) ?? [],
    omitted: [...omitted, ...describeMedia(contents.media), ...omittedHistory],
  }
}

function describeMedia(count: number): string[] {
  return count === 0 ? [] : [count === 1 ? '1 media file' : `${count} media files`]
}

function readContents(value: unknown) {
  let media = 0
  const list = listObjects(value).flatMap(({ role, parts }): FittingContent[] => {
    const readable = listObjects(parts).flatMap((part) => {
      const isMedia = 'inlineData' in part || 'inline_data' in part
      const isMissing = isMedia && !toFile(part)
      if (isMissing) media += 1
      const read = isMissing ? undefined : toStoredPart(part)
      return read ? [read] : []
    })
    return readable.length === 0 ? [] : [{ role: role === 'model' ? 'model' : 'user', parts: readable }]
  })
  return { list, media }
}

/** The last content is the prompt if it can be typed: texts and links. */
function splitContents(list: readonly FittingContent[]) {
  const last = list.at(-1)
  const canType =
    last?.role === 'user' &&
    last.parts.every((part) => part.text !== undefined || readStoredFile(part) || toLink(part).length > 0)
  return canType ? { history: list.slice(0, -1), last } : { history: list, last: undefined }
}

/** Undefined if the log has only the size. */
function toFile(part: JsonObject): FittingFile | undefined {
  const { data, mimeType, mime_type } = toObject(part.inlineData ?? part.inline_data)
  const hash = readMark(String(data))?.hash
  return hash ? { hash, mimeType: String(mimeType ?? mime_type ?? '') } : undefined
}

/** A part as it is stored in a chat. The log does not have long signatures of thoughts. */
function toStoredPart({ thoughtSignature, ...part }: JsonObject): Part | undefined {
  const file = toFile(part)
  const isLogged = thoughtSignature !== undefined && !readMark(String(thoughtSignature))
  const stored = file ? { inlineData: { mimeType: file.mimeType, media: file.hash } } : part
  return Part.safeParse(isLogged ? { ...stored, thoughtSignature } : stored).data
}

/** The file of such a part. */
export function readStoredFile({ inlineData }: Part): FittingFile | undefined {
  const { media, mimeType = '' } = inlineData ?? {}
  return typeof media === 'string' ? { hash: media, mimeType } : undefined
}

/** The images of a video request, in both ways in which they are written. */
function toFrame(value: unknown): FittingFile | undefined {
  const { bytesBase64Encoded, mimeType, inlineData } = toObject(value)
  const { data = bytesBase64Encoded, mimeType: type = mimeType } = toObject(inlineData)
  return toFile({ inlineData: { data, mimeType: type } })
}

function toLink({ fileData, file_data }: Part) {
  const data = fileData ?? file_data
  const uri = data?.fileUri ?? data?.file_uri
  return uri === undefined ? [] : [{ uri, mimeType: data?.mimeType ?? data?.mime_type ?? '' }]
}

function readParameters(reader: Reader, model: string) {
  const config = createReader(toObject(reader.consume('generationConfig')))
  const thinking = createReader(toObject(config.consume('thinkingConfig')))
  const image = createReader(toObject(config.consume('imageConfig')))
  const tools = listObjects(reader.consume('tools')).map(createReader)
  const system = toObject(reader.consume('systemInstruction'))
  const systemTexts = listObjects(system.parts).flatMap(({ text }) =>
    typeof text === 'string' ? [text] : [],
  )
  const hasSystemMedia = listObjects(system.parts).some(({ text }) => typeof text !== 'string')
  const structured = readStructured(config)
  const toolConfig = createReader(toObject(reader.consume('toolConfig')))
  const calling = createReader(toObject(toolConfig.consume('functionCallingConfig')))
  const functions = readFunctions(tools, calling)
  const candidates: JsonObject = {
    systemInstruction: systemTexts.length > 0 ? systemTexts.join('\n\n') : undefined,
    ...Object.fromEntries(plainOptions.map((name) => [name, config.consume(name)])),
    ...Object.fromEntries(thinkingOptions.map((name) => [name, thinking.consume(name)])),
    aspectRatio: image.consume('aspectRatio'),
    imageSize: image.consume('imageSize'),
    safety: reader.consume('safetySettings'),
    urlContext: tools.some((tool) => tool.consume('urlContext') !== undefined) || undefined,
    googleSearch: tools.some((tool) => tool.consume('googleSearch') !== undefined) || undefined,
    structured,
    functions,
  }
  const parameters: Record<string, unknown> = { model }
  const invalid: string[] = []
  for (const [name, value] of Object.entries(candidates)) {
    if (value === undefined) continue
    // The candidates have the names of parameters.
    const read = ChatParameters.shape[name as keyof ChatParameters].safeParse(value)
    if (read.success) parameters[name] = read.data
    else invalid.push(name)
  }
  const left = [reader, config, thinking, image, toolConfig, calling, ...tools].flatMap((each) => each.left())
  if (hasSystemMedia) left.push('files of the system instruction')
  // Each value was validated by its own schema.
  return { parameters: parameters as ChatParameters, omitted: [...invalid, ...left] }
}

const plainOptions = [
  'temperature',
  'topP',
  'topK',
  'maxOutputTokens',
  'stopSequences',
  'seed',
  'responseModalities',
] as const
const thinkingOptions = ['includeThoughts', 'thinkingBudget', 'thinkingLevel'] as const

function readStructured(config: Reader) {
  const type = config.consume('responseMimeType')
  const schema = config.consume('responseSchema')
  const jsonSchema = config.consume('responseJsonSchema')
  if (type !== 'application/json' && schema === undefined && jsonSchema === undefined) return undefined
  return jsonSchema === undefined
    ? { on: true, schema: schema ?? {}, sentAs: 'responseSchema' }
    : { on: true, schema: jsonSchema, sentAs: 'responseJsonSchema' }
}

function readFunctions(tools: readonly Reader[], calling: Reader) {
  const declarations = tools.flatMap((tool) => listObjects(tool.consume('functionDeclarations')))
  if (declarations.length === 0) return undefined
  const mode = calling.consume('mode')
  const known = functionModes.find((each) => each === mode)
  return { on: true, declarations, ...(known && { mode: known }), mocks: [], answerWithMocks: false }
}

function fitVideo(body: JsonObject, model: string): FittingRequest | null {
  const reader = createReader(body)
  const [first = {}, ...others] = listObjects(reader.consume('instances'))
  const instance = createReader(first)
  const parameters = createReader(toObject(reader.consume('parameters')))
  const prompt = instance.consume('prompt')
  const [image, lastFrame] = ['image', 'lastFrame'].map((name) =>
    [instance.consume(name), parameters.consume(name)].find(isObject),
  )
  const references = listObjects(instance.consume('referenceImages')).map((each) => each.image ?? each)
  const sent = [image, lastFrame, ...references].filter(isObject)
  const frames: FittingFrames = {
    image: toFrame(image) ?? null,
    lastFrame: toFrame(lastFrame) ?? null,
    references: references.flatMap((each) => toFrame(each) ?? []),
  }
  const form: Record<string, unknown> = { model, prompt }
  const invalid: string[] = []
  for (const name of videoParameters) {
    const value = parameters.consume(name)
    if (value === undefined) continue
    // Some clients send the duration as text.
    const read = VideoForm.shape[name].safeParse(name === 'durationSeconds' ? Number(value) : value)
    if (read.success) form[name] = read.data
    else invalid.push(name)
  }
  const parsed = VideoForm.safeParse(form)
  if (!parsed.success) return null
  const left = [reader, instance, parameters].flatMap((each) => each.left())
  const missing = sent.filter((each) => !toFrame(each)).length
  return {
    panel: 'video',
    form: parsed.data,
    frames,
    omitted: [
      ...invalid,
      ...left,
      ...describeMedia(missing),
      ...(others.length > 0 ? ['further prompts'] : []),
    ],
  }
}

function fitEmbeddings(body: JsonObject, model: string): FittingRequest | null {
  const requests = 'requests' in body ? listObjects(body.requests) : [body]
  const readers = requests.map(createReader)
  const rows = readers.map((reader) => {
    const parts = listObjects(toObject(reader.consume('content')).parts)
    const text = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n')
    const title = reader.consume('title')
    return { text, title: typeof title === 'string' ? title : null }
  })
  const [taskType, outputDimensionality] = ['taskType', 'outputDimensionality'].map((name) => [
    ...new Set(readers.map((reader) => reader.consume(name) ?? null)),
  ])
  for (const reader of readers) reader.consume('model')
  const settings = EmbeddingSettings.safeParse({
    model,
    taskType: taskType?.[0] ?? null,
    outputDimensionality: outputDimensionality?.[0] ?? null,
  })
  if (!settings.success || rows.every(({ text }) => text === '')) return null
  // A set has one task type and one number of dimensions.
  const different = [
    ...((taskType?.length ?? 0) > 1 ? ['other task types'] : []),
    ...((outputDimensionality?.length ?? 0) > 1 ? ['other dimensions'] : []),
  ]
  const omitted = [...different, ...new Set(readers.flatMap((reader) => reader.left()))]
  return {
    panel: 'embeddings',
    settings: settings.data,
    rows: rows.filter(({ text }) => text !== ''),
    omitted,
  }
}

/** Without the audio: Transcribe starts with a file as soon as it has it. */
function fitTranscription(model: string, body: string): FittingRequest | null {
  const {
    model: _,
    language,
    prompt,
    temperature,
    stream,
    response_format,
    ...others
  } = Object.fromEntries(readForm(body)?.fields ?? [])
  const settings = TranscriptionSettings.safeParse({
    model,
    ...(language && { language }),
    ...(prompt && { prompt }),
    ...(temperature && { temperature: Number(temperature) }),
    ...(stream === 'true' && { streaming: true }),
  })
  if (!settings.success) return null
  const format = response_format && response_format !== 'json' ? ['response_format'] : []
  return {
    panel: 'transcribe',
    settings: settings.data,
    omitted: [...format, ...Object.keys(others), 'the audio file'],
  }
}
