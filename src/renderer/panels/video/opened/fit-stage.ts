// The box of a video: the same before it has come as afterwards, so that nothing moves.
import type { VideoForm } from '#shared/schemas/video-job'

interface Stage {
  readonly aspectRatio: string
  readonly width: string
}

/** As wide as there is room, and never so high that nothing else is seen. */
export function fitStage(ratio: number): Stage {
  return { aspectRatio: String(ratio), width: `min(100%, min(56vh, 680px) * ${ratio.toFixed(4)})` }
}

/** Width over height; what models make is wide unless it was asked for otherwise. */
export function readFormRatio({ aspectRatio }: Pick<VideoForm, 'aspectRatio'>): number {
  return aspectRatio === '9:16' ? 9 / 16 : 16 / 9
}
