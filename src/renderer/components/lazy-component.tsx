// Components whose code is loaded when they are first rendered, or before that while the page is idle.
import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'

export type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the code without rendering. Rejects with a `LoadError`. */
  readonly preload: () => Promise<void>
}

/**
 * Not React.lazy, which shows its fallback for at least 300 ms even if the code arrives in one frame.
 * The nearest error boundary gets a `LoadError` if it cannot be loaded.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  async function runLoad() {
    try {
      Loaded = await load()
    } catch (error) {
      throw new LoadError(error)
    }
  }
  function preload(): Promise<void> {
    loading ??= runLoad()
    return loading
  }
  function Lazy(props: Props) {
    const [, renderAgain] = useReducer((count: number) => count + 1, 0)
    const [failure, setFailure] = useState<unknown>()
    const isLoaded = Loaded !== undefined
    useEffect(() => {
      if (!isLoaded) preload().then(renderAgain, setFailure)
    }, [isLoaded])
    if (failure !== undefined) throw failure
    return Loaded ? <Loaded {...props} /> : placeholder
  }
  return Object.assign(Lazy, { preload })
}

/** The file is missing, or the disk has failed. Chromium tries the same file again only in a reloaded page. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  constructor(cause: unknown) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    super(`A file of the app couldn’t be read. If the app was updated, reload the window.\n${detail}`, {
      cause,
    })
  }
}

/** Loads the components one after another, each while the page is idle. Returns a cancel function. */
export function preloadWhenIdle(components: readonly Pick<LazyComponent<never>, 'preload'>[]): () => void {
  let isCanceled = false
  let handle = 0
  async function run() {
    for (const { preload } of components) {
      await new Promise((resolve) => {
        handle = requestIdleCallback(resolve)
      })
      if (isCanceled) return
      // A failure is reported when the component is rendered.
      await preload().catch(() => undefined)
    }
  }
  void run()
  return () => {
    isCanceled = true
    cancelIdleCallback(handle)
  }
}
