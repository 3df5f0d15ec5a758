// A kept file in a turn: pictures, sound and film are shown, others named.
import { useQuery } from '@tanstack/react-query'
import { FileText, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { formatBytes } from '../../../components/format'
import { mediaFileSize } from '../../../state/media-files'
import type { PartFile } from '../../../state/turn-parts'
import { nameFile, toMediaKind, toMediaUrl } from './describe-media'
import { FileCard } from './FileCard'
import { Picture } from './Picture'

interface MediaProps {
  readonly file: PartFile
  readonly from: Turn['role']
  /** The answer that it came with. */
  readonly turn: Turn | undefined
}

export function Media({ file, from, turn }: MediaProps) {
  const { media, mimeType } = file
  const [isMissing, setMissing] = useState(false)
  const kind = toMediaKind(mimeType)
  const url = toMediaUrl(media)
  const onError = () => setMissing(true)
  if (isMissing) {
    return (
      <FileCard icon={ImageOff} title={`${nameFile(file)} cannot be shown`}>
        Its file is missing from the data folder, or damaged.
      </FileCard>
    )
  }
  if (kind === 'picture') return <Picture file={file} from={from} turn={turn} onError={onError} />
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
  return <KeptFile file={file} />
}

function KeptFile({ file }: Pick<MediaProps, 'file'>) {
  const { media, mimeType } = file
  // A kept file never changes.
  const { data: bytes } = useQuery({
    queryKey: ['size of', media],
    queryFn: () => mediaFileSize(media),
  })
  const facts = [mimeType || 'of unknown type', bytes && formatBytes(bytes)]
  return (
    <FileCard icon={FileText} title={nameFile(file)}>
      {bytes === 0 ? 'Its file is missing from the data folder.' : facts.filter(Boolean).join(' · ')}
    </FileCard>
  )
}
