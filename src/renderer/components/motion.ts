/** By the user's choice, or else the system's (`app/appearance`). */
export function isMotionReduced(): boolean {
  return document.documentElement.dataset.motion === 'reduced'
}
