// Files on their way into a queue: a few travel at once, and each is handed on in the order in which it came.

interface ArrivalPorts<File, Kept> {
  /** Rejects with why it is refused. */
  readonly keep: (file: File, signal: AbortSignal, onProgress: (sent: number) => void) => Promise<Kept>
  /** Those that came next, in their order. False: not now; `handOn` tries again. */
  readonly handOn: (arrived: readonly Arrived<Kept>[]) => Promise<boolean>
  readonly onRefused: (id: string, error: unknown) => void
  readonly onProgress: (id: string, sent: number) => void
}

export interface Arrived<Kept> {
  readonly id: string
  readonly kept: Kept
}

export interface Arrivals<File> {
  take(files: readonly { readonly id: string; readonly file: File }[]): void
  /** It is no longer on its way, wherever it was. */
  cancel(id: string): void
  /** What waits to be handed on. */
  handOn(): void
}

interface Travelling<File, Kept> {
  readonly id: string
  readonly file: File
  readonly controller: AbortController
  state: 'waiting' | 'travelling' | 'here'
  kept?: Kept
}

/** More would only slow each other down. */
const atOnce = 3

export function createArrivals<File, Kept>(ports: ArrivalPorts<File, Kept>): Arrivals<File> {
  let line: Travelling<File, Kept>[] = []
  let handing = false

  function leave(id: string) {
    line = line.filter((each) => each.id !== id)
    begin()
    void handOn()
  }

  function begin() {
    const free = atOnce - line.filter(({ state }) => state === 'travelling').length
    const next = line.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))
    for (const each of next) {
      each.state = 'travelling'
      void travel(each)
    }
  }

  async function travel(each: Travelling<File, Kept>) {
    const { id, file, controller } = each
    try {
      each.kept = await ports.keep(file, controller.signal, (sent) => ports.onProgress(id, sent))
      each.state = 'here'
      begin()
      void handOn()
    } catch (error) {
      if (controller.signal.aborted) return
      ports.onRefused(id, error)
      leave(id)
    }
  }

  /** One call at a time: the order of the calls is that of the files. */
  async function handOn() {
    const end = line.findIndex(({ state }) => state !== 'here')
    const arrived = line.slice(0, end < 0 ? line.length : end)
    if (handing || arrived.length === 0) return
    handing = true
    // A state of `here` means that it is kept.
    const given = arrived.map(({ id, kept }) => ({ id, kept: kept as Kept }))
    const isTaken = await ports.handOn(given).catch(() => false)
    handing = false
    if (!isTaken) return
    line = line.filter((each) => !arrived.includes(each))
    void handOn()
  }

  return {
    take(files) {
      line = [
        ...line,
        ...files.map((each) => ({ ...each, controller: new AbortController(), state: 'waiting' as const })),
      ]
      begin()
    },
    cancel(id) {
      line.find((each) => each.id === id)?.controller.abort()
      leave(id)
    },
    handOn: () => void handOn(),
  }
}
