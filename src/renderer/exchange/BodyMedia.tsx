// The media of a body: images, audio and video as the log has them, or their sizes.
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { logMediaPrefix } from '#shared/exchange/body-marks'
import { desktop } from '../api/desktop'
import { toastOutcome, toSaved } from '../api/toast-outcome'
import { formatBytes } from '../components/format'
import { IconButton } from '../components/IconButton'
import { AudioPlayer } from '../media-viewer/AudioPlayer'
import { PictureViewer } from '../media-viewer/PictureViewer'
import { Thumbnail } from '../media-viewer/Thumbnail'
import { VideoPlayer } from '../media-viewer/VideoPlayer'
import { statMediaFile } from '../state/media-files'
import type { ContentMedia } from './read-content'

interface BodyMediaProps {
  /** The message that contains them. */
  readonly from: 'Request' | 'Response'
  readonly media: readonly ContentMedia[]
}

export function BodyMedia({ from, media: declared }: BodyMediaProps) {
  const [viewed, setViewed] = useState<number | null>(null)
  const media = useFileTypes(declared)
  const pictures = media.filter(({ hash, mimeType }) => hash !== null && mimeType.startsWith('image/'))
  const noun = `${from.toLowerCase()} image`
  const toTitle = (index: number) =>
    pictures.length === 1 ? `The ${noun}` : `The ${noun} ${index + 1} of ${pictures.length}`
  return (
    <>
      <ul aria-label={`${from} media`} className="flex flex-wrap gap-3">
        {media.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file is identified by its position.
          <li key={index} className="flex max-w-full flex-col gap-1">
            <MediaView media={one} onView={() => setViewed(pictures.indexOf(one))} />
            <Caption from={from} media={one} />
          </li>
        ))}
      </ul>
      {viewed !== null && (
        <PictureViewer
          pictures={pictures.map(({ hash, mimeType, name }, index) => ({
            media: `${logMediaPrefix}${hash}`,
            mimeType,
            title: name ?? toTitle(index),
          }))}
          index={viewed}
          onIndex={setViewed}
          onClose={() => setViewed(null)}
        />
      )}
    </>
  )
}

const isShown = (mimeType: string) => /^(?:image|audio|video)\//.test(mimeType)

/** Clients often send files without their type. */
function useFileTypes(media: readonly ContentMedia[]): readonly ContentMedia[] {
  const unknown = media.flatMap(({ hash, mimeType }) => (hash === null || isShown(mimeType) ? [] : [hash]))
  const { data: types } = useQuery({
    queryKey: ['types of', unknown],
    queryFn: async () => {
      const files = await Promise.all(unknown.map((hash) => statMediaFile(logMediaPrefix + hash)))
      return new Map(unknown.map((hash, index) => [hash, files[index]?.mimeType ?? '']))
    },
    enabled: unknown.length > 0,
  })
  return useMemo(
    () =>
      media.map((one) => {
        const found = types?.get(one.hash ?? '') ?? ''
        return isShown(found) ? { ...one, mimeType: found } : one
      }),
    [media, types],
  )
}

interface MediaViewProps {
  readonly media: ContentMedia
  readonly onView: () => void
}

function MediaView({ media: { hash, mimeType, name }, onView }: MediaViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isLost, setLost] = useState(false)
  if (hash === null) return null
  const media = logMediaPrefix + hash
  if (isLost)
    return <p className="text-soft text-sm">Can’t play this video. Save it to open it in another app.</p>
  if (mimeType.startsWith('image/'))
    return (
      <button
        type="button"
        aria-label={`View image full size${name === null ? '' : `: ${name}`}`}
        onClick={onView}
        className="self-start overflow-hidden rounded-lg border border-line transition-colors hover:border-faint"
      >
        <Thumbnail media={media} mimeType={mimeType} alt={name ?? 'Image'} size={160} />
      </button>
    )
  if (mimeType.startsWith('audio/')) return <AudioPlayer media={media} name={name} />
  if (mimeType.startsWith('video/'))
    return (
      <div className="w-96 max-w-full">
        <VideoPlayer video={{ media, title: name ?? '' }} element={video} onLost={() => setLost(true)} />
      </div>
    )
  return null
}

function Caption({ from, media: { hash, mimeType, bytes, name } }: { media: ContentMedia; from: string }) {
  const isNamed = name !== null && !mimeType.startsWith('audio/')
  const facts = [isNamed && name, mimeType || 'File', bytes !== null && formatBytes(bytes)]
  return (
    <p className="flex min-h-7 items-center gap-1 text-soft text-sm">
      <span className="selectable">{facts.filter(Boolean).join(' · ')}</span>
      {hash === null ? (
        <span className="text-faint">· Only its size is logged</span>
      ) : (
        <IconButton
          size="small"
          label="Save as…"
          icon={Download}
          onClick={() => save(hash, name ?? `${from} file`)}
        />
      )}
    </p>
  )
}

function save(hash: string, name: string) {
  const title = name.replace(/\.\w{1,5}$/, '')
  const saved = desktop.images
    .saveAs({ media: logMediaPrefix + hash, name: title, withPrompt: false })
    .then(({ path }) => toSaved(path))
  toastOutcome(saved, 'Couldn’t save the file')
}
