// The moments between two frames.

/** Milliseconds. A window that is hidden, or is hidden meanwhile, draws no frames: it is waited for no longer. */
const longestFrame = 250

/** In a task of its own. Returns how to leave it. */
export function soon(act: () => void): () => void {
  const timer = setTimeout(act)
  return () => clearTimeout(timer)
}

/** Once the next frame has been drawn, in so many milliseconds. Returns how to leave it. */
export function afterFrame(act: (drawing: number) => void): () => void {
  const late = setTimeout(() => {
    cancelAnimationFrame(frame)
    act(0)
  }, longestFrame)
  let drawn: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    clearTimeout(late)
    const began = performance.now()
    drawn = setTimeout(() => act(performance.now() - began))
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(late)
    clearTimeout(drawn)
  }
}

/** Once what has come is drawn: the first frame has the places, the next one what stands in them. Returns how to leave it. */
export function afterDrawing(act: () => void): () => void {
  let leave = afterFrame(() => {
    leave = afterFrame(act)
  })
  return () => leave()
}
