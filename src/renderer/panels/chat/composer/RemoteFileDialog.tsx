// Attaches a file by its URL: the model fetches it, nothing is uploaded.
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { TextInput } from '../../../components/TextInput'
import { addAttachment } from '../../../state/drafts'

interface RemoteFileDialogProps {
  readonly draftKey: string
  readonly onClose: () => void
}

export function RemoteFileDialog({ draftKey, onClose }: RemoteFileDialogProps) {
  const [url, setUrl] = useState('')
  /** Null until the user edits it: until then it is guessed from the URL. */
  const [type, setType] = useState<string | null>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const types = useId()
  const read = parseRemoteFileUrl(url)
  const mimeType = type ?? (read.problem === undefined ? read.mimeType : '')
  const typeProblem = findTypeProblem(mimeType.trim())

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (read.problem !== undefined || typeProblem) return
    addAttachment(draftKey, {
      kind: 'uri',
      id: crypto.randomUUID(),
      uri: read.uri,
      mimeType: mimeType.trim(),
    })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add from URL"
      description="The model fetches the file. Use a YouTube link, a public https:// URL, a gs:// URI, or the files/… name of an uploaded file."
    >
      <form onSubmit={submit} className="flex flex-col gap-3 px-5 pb-4">
        <Field label="URL" error={wasSubmitted ? read.problem : undefined}>
          {(attributes) => (
            <TextInput
              {...attributes}
              placeholder="https://…"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="MIME type"
          error={typeProblem}
          hint="Guessed from the file extension. If empty, the model detects the type or rejects the file."
        >
          {(attributes) => (
            <>
              <TextInput
                {...attributes}
                list={types}
                placeholder="video/mp4"
                value={mimeType}
                onChange={(event) => setType(event.target.value)}
              />
              <datalist id={types}>
                {knownTypes.map((known) => (
                  <option key={known} value={known} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type ParsedUrl =
  | { readonly uri: string; readonly mimeType: string; readonly problem?: undefined }
  | { readonly problem: string }

const typesByExtension: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  avi: 'video/avi',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',
  '3gp': 'video/3gpp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  aac: 'audio/aac',
  aiff: 'audio/aiff',
  m4a: 'audio/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  xml: 'text/xml',
}

/** Suggestions for a URL without a known extension. */
const knownTypes: readonly string[] = [...new Set(Object.values(typesByExtension))]

const youTube = /^(www\.|m\.|music\.)?youtube\.com$|^youtu\.be$/

export function parseRemoteFileUrl(text: string): ParsedUrl {
  const uri = text.trim()
  if (uri === '') return { problem: 'is required' }
  if (/^files\/[\w-]+$/.test(uri)) return { uri, mimeType: '' }
  const url = toUrl(uri)
  if (!url) return { problem: 'must start with https://, gs://, or files/' }
  if (url.protocol !== 'https:' && url.protocol !== 'gs:') {
    return { problem: `must use https: or gs:. Models can’t fetch ${url.protocol} URLs.` }
  }
  // A YouTube URL has no extension; this is the type in the specification (E11).
  if (youTube.test(url.hostname)) return { uri, mimeType: 'video/mp4' }
  const extension = /\.(\w+)$/.exec(url.pathname)?.[1]?.toLowerCase()
  return { uri, mimeType: typesByExtension[extension ?? ''] ?? '' }
}

/** The type may be empty. */
function findTypeProblem(mimeType: string): string | undefined {
  const isType = mimeType === '' || /^[a-z]+\/[\w.+-]+$/i.test(mimeType)
  return isType ? undefined : 'must be a MIME type, such as video/mp4'
}

function toUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
