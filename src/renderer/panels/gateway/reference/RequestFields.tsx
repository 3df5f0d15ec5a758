import { FileUp } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { ReferenceEntry, ReferenceField } from '#shared/endpoints/reference'
import { verbOf } from '#shared/endpoints/routes'
import { findModel, methodsOfKind } from '#shared/models/catalog'
import { DropOverlay, useFileDrop } from '../../../attachments/DropOverlay'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { formatBytes } from '../../../components/format'
import { HiddenFileInput } from '../../../components/HiddenFileInput'
import { Notice } from '../../../components/Notice'
import { ProgressBar } from '../../../components/ProgressBar'
import { Select } from '../../../components/Select'
import { Switch } from '../../../components/Switch'
import { TextInput } from '../../../components/TextInput'
import { ModelPicker } from '../../../models/ModelPicker'
import { useModelList, useServer } from '../../../models/model-list'
import { toServerGroups } from '../../../models/server-groups'
import {
  attachFiles,
  cancelUpload,
  rejectFile,
  type UploadingFile,
  useAttachments,
} from '../../../state/attachments'
import {
  changeDraft,
  listFormFields,
  listParameters,
  listSegments,
  parametersOf,
  type RequestDraft,
} from './reference-state'

interface DraftProps {
  readonly entry: ReferenceEntry
  readonly draft: RequestDraft
}

/** The parts of the path. */
export function Target({ entry, draft }: DraftProps) {
  const { id, route } = entry
  const groups = useModelGroups(entry)
  const segments = listSegments(entry)
  const hasChoice = entry.model !== null || route.prefixes.length > 1 || segments.length > 0
  if (!hasChoice) return null
  return (
    <div className="flex flex-wrap items-end gap-3">
      {entry.model !== null && (
        <Field label="Model">
          {(attributes) => (
            <ModelPicker
              {...attributes}
              label="Model"
              kind={findModel(entry.model ?? '')?.kind ?? 'text'}
              value={draft.model ?? entry.model ?? ''}
              groups={groups}
              onChange={(model) => changeDraft(id, { model })}
              className="w-64"
            />
          )}
        </Field>
      )}
      {route.prefixes.length > 1 && (
        <Field label="Prefix">
          {(attributes) => (
            <Select
              {...attributes}
              label="Prefix"
              value={draft.prefix ?? entry.prefix}
              groups={[
                { label: '', options: route.prefixes.map((prefix) => ({ value: prefix, label: prefix })) },
              ]}
              onChange={(prefix) => changeDraft(id, { prefix })}
              className="w-44"
            />
          )}
        </Field>
      )}
      {segments.map((name) => (
        <Field key={name} label={`${name.charAt(0).toUpperCase()}${name.slice(1)} ID`}>
          {(attributes) => (
            <TextInput
              {...attributes}
              value={draft.segments?.[name] ?? ''}
              onChange={({ target }) =>
                changeDraft(id, { segments: { ...draft.segments, [name]: target.value.trim() } })
              }
              className="w-64 font-mono"
            />
          )}
        </Field>
      ))}
      {route.responseType === 'stream' && (
        <Switch
          label="Server-sent events"
          checked={draft.isArray !== true}
          onChange={(isOn) => changeDraft(id, { isArray: !isOn })}
        />
      )}
    </div>
  )
}

/** The models that have the route's method; those for transcription in a form; all of them otherwise. */
function useModelGroups({ route }: ReferenceEntry) {
  const { models } = useModelList()
  const verb = verbOf(route)
  const serverName = useServer()?.name
  return useMemo(() => {
    const offered = models.filter(({ kind }) =>
      verb ? methodsOfKind[kind].includes(verb) : route.body !== 'multipart' || kind === 'transcription',
    )
    if (serverName !== undefined) return toServerGroups(offered, serverName, () => ({}))
    const options = offered.map(({ id, displayName }) => ({ value: id, label: displayName, description: id }))
    return [{ label: '', options }]
  }, [models, verb, route, serverName])
}

/** Query parameters and headers, and the fields of a form. */
export function ParameterFields({ entry, draft }: DraftProps) {
  const { id } = entry
  const [parameters, formFields] = useMemo(() => [listParameters(entry), listFormFields(entry)], [entry])
  if (parameters.length + formFields.length === 0) return null
  const values = parametersOf(entry, draft)
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] items-start gap-3">
      {parameters.map((field) => (
        <ValueField
          key={field.path}
          field={field}
          value={values[field.path] ?? ''}
          onChange={(value) => changeDraft(id, { parameters: { ...draft.parameters, [field.path]: value } })}
        />
      ))}
      {formFields.map((field) => (
        <ValueField
          key={field.path}
          field={field}
          value={draft.form?.[field.path] ?? ''}
          onChange={(value) => changeDraft(id, { form: { ...draft.form, [field.path]: value } })}
        />
      ))}
    </div>
  )
}

interface ValueFieldProps {
  readonly field: ReferenceField
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Radix selects have no empty value. */
const notSet = '–'

/** An empty value is not sent. */
function ValueField({ field: { path, description, values, isEnum }, value, onChange }: ValueFieldProps) {
  return (
    <Field label={path} hint={description || undefined}>
      {(attributes) =>
        isEnum ? (
          <Select
            {...attributes}
            label={path}
            value={value || notSet}
            groups={[
              {
                label: '',
                options: [
                  { value: notSet, label: 'Not set' },
                  ...values.map((each) => ({ value: each, label: each })),
                ],
              },
            ]}
            onChange={(selected) => onChange(selected === notSet ? '' : selected)}
          />
        ) : (
          <TextInput
            {...attributes}
            value={value}
            placeholder={values.length > 0 ? `For example, ${values[0]}` : 'Not set'}
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Field>
  )
}

/** The size of the sample, which is made when it is sent. */
const sample = { name: 'Five vowels.wav', bytes: 160_044 }

const toAttachmentKey = (id: string) => `reference:${id}`

/** The file that is being copied into the media folder. */
export function useAddedFile(id: string): UploadingFile | undefined {
  return useAttachments(({ uploads }) => uploads.find(({ key }) => key === toAttachmentKey(id)))
}

/** The file is copied into the media folder, and sent from there. Choosing and dropping one replace the other. */
export function FileField({ entry: { id, route }, draft }: DraftProps) {
  const key = toAttachmentKey(id)
  const input = useRef<HTMLInputElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const rejections = useAttachments((state) => state.rejections[key])
  const uploading = useAddedFile(id)
  const add = (files: readonly File[]) =>
    void attachFiles(key, files.slice(0, 1), {
      receive: (attachment) => {
        if (attachment.kind !== 'file') return
        const { media, name, mimeType, bytes } = attachment
        changeDraft(id, { file: { media, name, mimeType, bytes } })
      },
    })
  const hovering = useFileDrop(container, ({ files, folders }) => {
    if (files.length > 0) add(files)
    else if (folders[0]) rejectFile(key, `“${folders[0]}” is a folder. Drop a file instead.`)
  })
  const { name, bytes } = draft.file ?? sample
  return (
    <div ref={container} className="flex flex-col gap-1">
      <h3 className="font-medium text-soft text-sm">File</h3>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong border-dashed px-3 py-2">
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate">
            {uploading ? uploading.name : name}
          </span>
          <span className="block text-faint text-sm">
            {uploading
              ? `Adding… ${formatBytes(uploading.sent)} of ${formatBytes(uploading.bytes)}`
              : [formatBytes(bytes), draft.file ? draft.file.mimeType : 'Sample'].join(' · ')}
          </span>
        </span>
        {uploading ? (
          <Button size="small" onClick={() => cancelUpload(uploading.id)}>
            Cancel
          </Button>
        ) : (
          <Button icon={FileUp} size="small" onClick={() => input.current?.click()}>
            Choose file…
          </Button>
        )}
        {uploading && (
          <ProgressBar
            label="Adding file"
            percent={Math.round((100 * uploading.sent) / Math.max(1, uploading.bytes))}
            className="h-1 w-full"
          />
        )}
      </div>
      {rejections?.map((message) => (
        <Notice key={message} tone="danger" title={message} />
      ))}
      <p className="text-faint text-sm">Drop a file here to replace it.</p>
      <HiddenFileInput
        ref={input}
        label="File to send"
        {...(route.body === 'multipart' ? { accept: 'audio/*,video/mp4,video/webm' } : {})}
        onFiles={add}
      />
      {hovering && (
        <DropOverlay hovering={hovering} title="Send this file">
          It replaces the file of the request.
        </DropOverlay>
      )}
    </div>
  )
}
