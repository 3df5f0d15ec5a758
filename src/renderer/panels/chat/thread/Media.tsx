// A kept file in a turn: pictures, sound and film are shown, others named.
import { useQuery } from '@tanstack/react-query'
import { FileText, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { formatBytes } from '../../../kit/format'
import { measureKeptFile } from '../../../session/keep-file'
import { nameMedia, toMediaKind, toMediaUrl } from './describe-media'
import { FileCard } from './FileCard'
import { Picture } from './Picture'

interface MediaProps {
  readonly media: string
  readonly mimeType: string
  readonly from: Turn['role']
}

export function Media({ media, mimeType, from }: MediaProps) {
  const [isMissing, setMissing] = useState(false)
  const kind = toMediaKind(mimeType)
  const url = toMediaUrl(media)
  const onError = () => setMissing(true)
  if (isMissing) {
    return (
      <FileCard icon={ImageOff} title={`${nameMedia(mimeType)} cannot be shown`}>
        Its file is missing from the data folder, or damaged.
      </FileCard>
    )
  }
  if (kind === 'picture') return <Picture media={media} mimeType={mimeType} from={from} onError={onError} />
  if (kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: it comes without captions.
    return <audio controls src={url} aria-label="Audio" className="w-full min-w-64" onError={onError} />
  }
  if (kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: it comes without captions.
      <video
        controls
        src={url}
        aria-label="Video"
        className="aspect-video max-h-[420px] max-w-full self-start rounded-lg bg-sunken"
        onError={onError}
      />
    )
  }
  return <KeptFile media={media} mimeType={mimeType} />
}

function KeptFile({ media, mimeType }: Pick<MediaProps, 'media' | 'mimeType'>) {
  // A kept file never changes.
  const { data: bytes } = useQuery({
    queryKey: ['size of', media],
    queryFn: () => measureKeptFile(media),
  })
  const facts = [mimeType || 'of unknown type', bytes && formatBytes(bytes)]
  return (
    <FileCard icon={FileText} title={nameMedia(mimeType)}>
      {bytes === 0 ? 'Its file is missing from the data folder.' : facts.filter(Boolean).join(' · ')}
    </FileCard>
  )
}
