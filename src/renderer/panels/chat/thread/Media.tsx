// Files in a turn: shows pictures, audio and video; others are cards.
import { useQuery } from '@tanstack/react-query'
import { FileText, ImageOff, Link, type LucideIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { formatBytes } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { AudioPlayer } from '../../../media-viewer/AudioPlayer'
import { PictureViewer } from '../../../media-viewer/PictureViewer'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { VideoPlayer } from '../../../media-viewer/VideoPlayer'
import { mediaBaseUrl, mediaFileSize } from '../../../state/media-files'
import type { PartFile } from '../../../state/turn-parts'
import { confirmOpenLink, isOpenable } from '../state/link-to-open'

interface MediaProps {
  readonly file: PartFile
  readonly from: Turn['role']
  /** The turn that contains the file. */
  readonly turn: Turn | undefined
}

export function Media({ file, from, turn }: MediaProps) {
  const { media, mimeType } = file
  const [isMissing, setMissing] = useState(false)
  const player = useRef<HTMLVideoElement>(null)
  const onError = () => setMissing(true)
  if (isMissing) {
    return (
      <FileCard icon={ImageOff} title={`Couldn’t show ${nameFile(file)}`}>
        The file is missing from the data folder or damaged.
      </FileCard>
    )
  }
  if (mimeType.startsWith('image/')) return <Picture file={file} from={from} turn={turn} onError={onError} />
  if (mimeType.startsWith('audio/')) {
    return <AudioPlayer media={media} name={file.name} />
  }
  if (mimeType.startsWith('video/')) {
    return (
      <div className="w-[560px] max-w-full">
        <VideoPlayer
          video={{ media, title: file.name ?? '' }}
          element={player}
          onLost={() => setMissing(true)}
        />
      </div>
    )
  }
  return <StoredFileCard file={file} />
}

function StoredFileCard({ file }: Pick<MediaProps, 'file'>) {
  const { media, mimeType } = file
  // A stored file never changes.
  const { data: bytes } = useQuery({
    queryKey: ['size of', media],
    queryFn: () => mediaFileSize(media),
  })
  const facts = [mimeType || 'unknown type', bytes && formatBytes(bytes)]
  return (
    <FileCard icon={FileText} title={nameFile(file)}>
      {bytes === 0 ? 'The file is missing from the data folder.' : facts.filter(Boolean).join(' · ')}
    </FileCard>
  )
}

/** By URL, once loaded: when a picture comes into view again, nothing moves. */
const pictureSizes = new Map<string, { readonly width: number; readonly height: number }>()

/** Opens in a larger view. */
function Picture({ file, from, turn, onError }: MediaProps & { onError: () => void }) {
  const { media, mimeType } = file
  const url = `${mediaBaseUrl}${media}`
  const [open, setOpen] = useState(false)
  const [size, setSize] = useState(() => pictureSizes.get(url))
  const title = file.name ?? (from === 'user' ? 'Attached image' : 'Generated image')
  return (
    <>
      <button
        type="button"
        title={file.name ?? undefined}
        aria-label={describeView(file, from)}
        className={joinClasses(
          'max-w-full self-start overflow-hidden rounded-lg border border-line transition-colors hover:border-faint',
          !size && 'min-h-40 min-w-40 animate-breathe bg-sunken',
        )}
        onClick={() => setOpen(true)}
      >
        <img
          src={url}
          alt={title}
          draggable={false}
          {...size}
          className={joinClasses('h-auto w-auto max-w-full', from === 'user' ? 'max-h-60' : 'max-h-[480px]')}
          onLoad={({ currentTarget }) => {
            const { naturalWidth: width, naturalHeight: height } = currentTarget
            if (width && height) pictureSizes.set(url, { width, height })
            setSize(pictureSizes.get(url))
          }}
          onError={onError}
        />
      </button>
      {open && (
        <PictureViewer
          pictures={[{ media, mimeType, title, turn }]}
          index={0}
          onIndex={() => undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function describeView({ name }: PartFile, from: Turn['role']): string {
  return `View ${from === 'user' ? 'attached' : 'generated'} image full size${name === null ? '' : `: ${name}`}`
}

/** Several images of a prompt as thumbnails with their names; the viewer steps through them. */
export function PictureStrip({ files, turn }: { files: readonly PartFile[]; turn: Turn | undefined }) {
  const [shown, setShown] = useState<number | null>(null)
  const pictures = files.map(({ media, mimeType, name }) => ({
    media,
    mimeType,
    title: name ?? 'Attached image',
    turn,
  }))
  return (
    <>
      <ul aria-label="Attached images" className="flex max-w-full gap-2 overflow-x-auto">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be attached twice.
          <li key={index} className="w-24 shrink-0">
            <button
              type="button"
              title={file.name ?? undefined}
              aria-label={describeView(file, 'user')}
              onClick={() => setShown(index)}
              className="block w-full overflow-hidden rounded-lg border border-line transition-colors hover:border-faint"
            >
              <Thumbnail media={file.media} mimeType={file.mimeType} alt={nameFile(file)} size={94} />
            </button>
            <span dir="auto" className="selectable mt-0.5 block truncate text-faint text-xs">
              {nameFile(file)}
            </span>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <PictureViewer pictures={pictures} index={shown} onIndex={setShown} onClose={() => setShown(null)} />
      )}
    </>
  )
}

interface FileCardProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly children: ReactNode
}

function FileCard({ icon: Icon, title, children }: FileCardProps) {
  return (
    <div className="flex min-w-0 max-w-full items-center gap-3 self-start rounded-lg border border-line bg-raised px-3 py-2">
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-faint" />
      <div className="flex min-w-0 flex-col">
        <span title={title} className="selectable truncate font-medium">
          {title}
        </span>
        <span className="selectable truncate text-faint text-sm">{children}</span>
      </div>
    </div>
  )
}

/** A file that the model fetches by its URL. */
export function RemoteFileCard({ uri, mimeType }: { uri: string; mimeType: string }) {
  return (
    <FileCard icon={Link} title={mimeType ? `${nameMedia(mimeType)} from URL` : 'File from URL'}>
      {isOpenable(uri) ? (
        <button
          type="button"
          className="max-w-full truncate text-accent underline-offset-2 hover:underline"
          onClick={() => confirmOpenLink(uri)}
        >
          {uri}
        </button>
      ) : (
        uri
      )}
    </FileCard>
  )
}

const kinds = [
  ['image/', 'Image'],
  ['audio/', 'Audio'],
  ['video/', 'Video'],
  ['application/pdf', 'PDF'],
] as const

function nameMedia(mimeType: string): string {
  return kinds.find(([prefix]) => mimeType.startsWith(prefix))?.[1] ?? 'File'
}

/** Its own name, or its type if it was generated, or attached before names were stored. */
function nameFile({ name, mimeType }: PartFile): string {
  return name ?? nameMedia(mimeType)
}
