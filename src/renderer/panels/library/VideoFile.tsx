// A kept video in its player: where it has the focus, Space plays and pauses it, and arrows go to and fro.
import { Film } from 'lucide-react'
import { type Ref, useState } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { EmptyState } from '../../components/EmptyState'
import { mediaBaseUrl } from '../../state/media-files'

interface VideoFileProps {
  readonly item: LibraryItem & { readonly media: string }
  /** It plays at once, and has the focus. */
  readonly plays?: boolean
  readonly player?: Ref<HTMLVideoElement>
}

export function VideoFile({ item: { media, title }, plays = false, player }: VideoFileProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (broken === media)
    return (
      <EmptyState icon={Film} title="This video cannot be played">
        <p>Its file is damaged, or of a kind that is not played here. It is kept as it came: save it.</p>
      </EmptyState>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: what a model has made comes without captions.
    <video
      ref={player}
      key={media}
      src={`${mediaBaseUrl}${media}`}
      poster={plays ? undefined : `media://thumbnail/${media}`}
      controls
      controlsList="nodownload noremoteplayback"
      disablePictureInPicture
      autoPlay={plays}
      preload="metadata"
      aria-label={title || 'Video'}
      tabIndex={0}
      data-first-focus={plays || undefined}
      onError={() => setBroken(media)}
      className="block size-full bg-sunken object-contain focus-visible:-outline-offset-2"
    />
  )
}
