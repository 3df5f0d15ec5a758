// The requests that the user is editing in the reference. They are saved, and sent by `reference-run.ts`.
import { z } from 'zod'
import type { ReferenceRequest } from '#shared/desktop/gateway-contract'
import {
  listFields,
  type ReferenceEntry,
  type ReferenceField,
  referenceEntries,
} from '#shared/endpoints/reference'
import { type Credential, toPath } from '#shared/endpoints/routes'
import type { SampleRequest } from '#shared/endpoints/samples/sample-request'
import { makeSample } from '../../../attachments/make-sample'
import { createForm } from '../../../state/draft-store'
import { uploadFile } from '../../../state/media-files'

const texts = z.record(z.string(), z.string())

const DraftFile = z.object({ media: z.string(), name: z.string(), mimeType: z.string(), bytes: z.number() })

/** The user's changes to an entry's request; absent members have the entry's own values. */
const RequestDraft = z
  .object({
    model: z.string(),
    prefix: z.string(),
    body: z.string(),
    /** The events of a stream are sent as one JSON array. */
    isArray: z.boolean(),
    /** The last segments of names: `operation`, `file`, `upload`. */
    segments: texts,
    /** Query parameters and headers, by name. */
    parameters: texts,
    /** Fields of a form, besides its model and its file. */
    form: texts,
    /** The sample if absent. */
    file: DraftFile,
    /** Settings of the demo, separated by semicolons. */
    demo: z.object({ speed: z.string(), fault: z.string() }),
  })
  .partial()
export type RequestDraft = z.infer<typeof RequestDraft>

const Form = z.object({
  selected: z.string().catch('E1'),
  drafts: z.record(z.string(), RequestDraft.catch({})).catch({}),
})
type Form = z.infer<typeof Form>

/** The first endpoint without changes if the stored value has another shape. */
export function parseStoredForm(saved: unknown): Form {
  const form = Form.safeParse(saved).data ?? { selected: 'E1', drafts: {} }
  const isKnown = referenceEntries.some(({ id }) => id === form.selected)
  return isKnown ? form : { ...form, selected: 'E1' }
}

export const referenceForm = createForm('reference', parseStoredForm)

const noDraft: RequestDraft = {}

export function useDraft(id: string): RequestDraft {
  return referenceForm.useForm((form) => form.drafts[id]) ?? noDraft
}

export function changeDraft(id: string, change: RequestDraft) {
  const { drafts } = referenceForm.read()
  referenceForm.change({ drafts: { ...drafts, [id]: { ...drafts[id], ...change } } })
}

/** Restores the body, the parameters and the file of the example; the model and the prefix stay. */
export function fillExample(id: string) {
  const { drafts } = referenceForm.read()
  const { body: _, parameters: __, form: ___, file: ____, ...draft } = drafts[id] ?? noDraft
  referenceForm.change({ drafts: { ...drafts, [id]: draft } })
}

/** The body as JSON text, or null if the request has none. */
export function bodyOf({ route, example, model }: ReferenceEntry, draft: RequestDraft): string | null {
  if (route.body !== 'json') return null
  if (draft.body !== undefined) return draft.body
  const text = JSON.stringify(example, null, 2)
  // Each request of a batch names the model of the URL.
  return text.replaceAll(`"models/${model}"`, JSON.stringify(`models/${draft.model ?? model}`))
}

const segmentNames = ['operation', 'file', 'upload'] as const

/** The names of the path's segments that the user has to fill in. */
export function listSegments({ route }: ReferenceEntry): readonly string[] {
  return segmentNames.filter((name) => route.path.includes(`{${name}}`))
}

/** Query parameters and headers to fill in. A stream's format has a switch of its own. */
export function listParameters(entry: ReferenceEntry): readonly ReferenceField[] {
  const isStream = entry.route.responseType === 'stream'
  return listFields(entry).filter(
    ({ location, path }) => (location === 'query' && !(isStream && path === 'alt')) || location === 'header',
  )
}

/** Fields of a form, besides its model and its file. */
export function listFormFields(entry: ReferenceEntry): readonly ReferenceField[] {
  if (entry.route.body !== 'multipart') return []
  return listFields(entry).filter(
    ({ location, path }) => location === 'form' && path !== 'model' && path !== 'file',
  )
}

/** With the values of the example. */
export function parametersOf(entry: ReferenceEntry, { parameters }: RequestDraft): Record<string, string> {
  const query = entry.route.responseType === 'stream' ? {} : entry.query
  return { ...query, ...entry.headers, ...parameters }
}

/** Some commands of an upload have no bytes. */
export function hasFile(entry: ReferenceEntry, draft: RequestDraft): boolean {
  if (entry.route.body === 'multipart') return true
  if (entry.route.body !== 'bytes') return false
  const command = parametersOf(entry, draft)['X-Goog-Upload-Command'] || 'upload'
  return /\bupload\b/.test(command)
}

/** The request with its text body; a file is added when it is sent. `isDemo`: the demo will answer. */
export function toRequest(entry: ReferenceEntry, draft: RequestDraft, isDemo: boolean) {
  const { route, query } = entry
  const values = { ...draft.segments, ...(entry.model === null ? {} : { model: draft.model ?? entry.model }) }
  const parameters = parametersOf(entry, draft)
  const filled = listParameters(entry).filter(({ path }) => parameters[path])
  const valuesIn = (location: 'query' | 'header') =>
    filled.flatMap((field) =>
      field.location === location ? [[field.path, parameters[field.path] ?? '']] : [],
    )
  const format = route.responseType === 'stream' && !draft.isArray ? Object.entries(query) : []
  const search = new URLSearchParams([...format, ...valuesIn('query')] as [string, string][]).toString()
  const demo = isDemo ? [draft.demo?.speed, draft.demo?.fault].filter(Boolean).join(';') : ''
  const headers = valuesIn('header').map(([name = '', value = '']) => [name.toLowerCase(), value])
  return {
    method: route.method,
    path: toPath(route, draft.prefix ?? entry.prefix, values) + (search && `?${search}`),
    headers: {
      ...(route.body === 'json' ? { 'content-type': 'application/json' } : {}),
      ...Object.fromEntries(headers),
      ...(demo ? { 'x-demo': demo } : {}),
    } as Record<string, string>,
    body: bodyOf(entry, draft),
  }
}

/** The fields of a form in the order in which they are sent; null if the body isn't a form. */
export function formOf(entry: ReferenceEntry, draft: RequestDraft): Record<string, string> | null {
  if (entry.route.body !== 'multipart') return null
  const filled = listFormFields(entry).flatMap(({ path }) => {
    const value = draft.form?.[path]
    return value ? [[path, value] as const] : []
  })
  return { model: draft.model ?? entry.model ?? '', ...Object.fromEntries(filled) }
}

/** Stores the sample first, if the request has a file and the user has chosen none. */
export async function prepareRequest(
  entry: ReferenceEntry,
  draft: RequestDraft,
  isDemo: boolean,
): Promise<ReferenceRequest> {
  const request = toRequest(entry, draft, isDemo)
  if (!hasFile(entry, draft)) return request
  const { media, name, mimeType } = draft.file ?? (await uploadFile(makeSample()))
  return { ...request, body: { media, name, mimeType, fields: formOf(entry, draft) } }
}

const keyLocations = {
  'query-or-header': 'query',
  'bearer-or-header': 'bearer',
  bearer: 'bearer',
  any: 'header',
  address: 'header',
  none: 'header',
} as const satisfies Readonly<Record<Credential, SampleRequest['keyIn']>>

/** The request for code samples. The page knows only the name of a file, not its path. */
export function toSample(entry: ReferenceEntry, draft: RequestDraft, isDemo: boolean): SampleRequest {
  const { method, path, headers, body } = toRequest(entry, draft, isDemo)
  const { 'content-type': _, ...others } = headers
  const request = { method, path, headers: others, body: body ?? '', media: [] }
  const keyIn = keyLocations[entry.route.credential]
  if (!hasFile(entry, draft)) return { ...request, keyIn }
  const { name, mimeType } = draft.file ?? { name: 'speech.wav', mimeType: 'audio/wav' }
  const notes = [`Replace ${name} with the path of a file.`]
  const form = formOf(entry, draft)
  if (form) return { ...request, keyIn, notes, form: [...Object.entries(form), ['file', `@${name}`]] }
  return { ...request, keyIn, notes, file: name, headers: { 'content-type': mimeType, ...others } }
}
