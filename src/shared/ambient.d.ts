// Declares the web APIs that every host of this code provides, because this package is compiled without host types.

interface AbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(input?: Uint8Array, options?: { stream?: boolean }): string
}

declare class TextEncoder {
  encode(input?: string): Uint8Array
}

declare class URL {
  constructor(url: string)
  readonly origin: string
  readonly protocol: string
  readonly hostname: string
  readonly pathname: string
  readonly username: string
  readonly password: string
}
