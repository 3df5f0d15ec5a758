// The content of a canvas, drawn at most once per frame. Not React state, because it changes with every pointer move.
import { useEffect, useState } from 'react'
import type { Size } from '../../../components/use-pan-zoom'

export abstract class CanvasScene {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D | null
  #nextFrame = 0
  #isClosed = false
  /** In CSS pixels. */
  protected size: Size = { width: 0, height: 0 }
  /** Device pixels per CSS pixel. */
  protected density = 1

  constructor(canvas: HTMLCanvasElement, options?: CanvasRenderingContext2DSettings) {
    this.#canvas = canvas
    this.#context = canvas.getContext('2d', options)
  }

  resize(size: Size, density: number) {
    this.size = size
    this.density = density
    this.#canvas.width = Math.round(size.width * density)
    this.#canvas.height = Math.round(size.height * density)
    this.onResize()
    // Resizing clears the canvas, which would flash until the next frame.
    this.#drawNow()
  }

  close() {
    this.#isClosed = true
    cancelAnimationFrame(this.#nextFrame)
  }

  protected requestDraw() {
    if (this.#nextFrame === 0 && !this.#isClosed)
      this.#nextFrame = requestAnimationFrame(() => this.#drawNow())
  }

  #drawNow() {
    cancelAnimationFrame(this.#nextFrame)
    this.#nextFrame = 0
    const { width, height } = this.size
    if (!this.#context || width === 0 || height === 0) return
    this.#context.setTransform(this.density, 0, 0, this.density, 0, 0)
    this.draw(this.#context)
  }

  protected abstract onResize(): void
  /** The context is scaled to CSS pixels. */
  protected abstract draw(context: CanvasRenderingContext2D): void
}

/** Sizes the scene to the parent of the canvas. Returns null until the canvas is mounted. */
export function useCanvasScene<Scene extends CanvasScene>(
  canvas: HTMLCanvasElement | null,
  SceneClass: new (canvas: HTMLCanvasElement) => Scene,
): Scene | null {
  const [scene, setScene] = useState<Scene | null>(null)
  useEffect(() => {
    const container = canvas?.parentElement
    if (!canvas || !container) return
    const opened = new SceneClass(canvas)
    const measure = () =>
      opened.resize({ width: container.clientWidth, height: container.clientHeight }, window.devicePixelRatio)
    const observer = new ResizeObserver(measure)
    observer.observe(container)
    // The pixel density may change without the size when the window moves to another screen.
    window.addEventListener('resize', measure)
    setScene(opened)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
      setScene(null)
      opened.close()
    }
  }, [canvas, SceneClass])
  return scene
}
