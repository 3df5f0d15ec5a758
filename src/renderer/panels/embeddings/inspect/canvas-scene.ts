// What a canvas shows, outside of React state because it changes with every move of the pointer; drawn at most once a frame.
import { useEffect, useState } from 'react'
import type { Size } from '../../../components/use-pan-zoom'

export abstract class CanvasScene {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D | null
  #nextFrame = 0
  #isClosed = false
  /** In CSS pixels. */
  protected size: Size = { width: 0, height: 0 }
  /** Pixels of the screen for one of the page. */
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
    // A canvas of another size is empty: it would flash.
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

/** As large as the parent of the canvas. Null until the canvas is there. */
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
    // A window moved to another screen may have the same size.
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
