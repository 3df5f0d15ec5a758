// The steps of the zoom, which all windows share.

/** In percent. */
export const zoomSteps = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200] as const
export const defaultZoom = 100

export type ZoomChange = 'in' | 'out' | 'reset'

/** `percent` need not be a step. */
export function changeZoom(percent: number, change: ZoomChange): number {
  const current = Math.round(percent)
  if (change === 'reset') return defaultZoom
  const next =
    change === 'in'
      ? zoomSteps.find((step) => step > current)
      : [...zoomSteps].reverse().find((step) => step < current)
  return next ?? clampZoom(current)
}

export function clampZoom(percent: number): number {
  return Math.max(Math.min(...zoomSteps), Math.min(Math.max(...zoomSteps), Math.round(percent)))
}
