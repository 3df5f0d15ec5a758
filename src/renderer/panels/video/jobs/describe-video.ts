// The figures of a finished video.
import type { VideoJob } from '#shared/schemas/video-job'
import { formatBytes, formatCount } from '../../../components/format'

/** `1280 × 720 · 8 s · 3.1 MB` */
export function describeVideo({ width, height, seconds, bytes }: VideoJob['videos'][number]): string {
  const parts = [
    width && height ? `${width} × ${height}` : '',
    seconds === null ? '' : `${formatCount(seconds)} s`,
    formatBytes(bytes),
  ]
  return parts.filter(Boolean).join(' · ')
}
