// The URLs of frames that run scripts for previews. Each frame has a host of its own, and with it a process of its own:
// one that hangs can be ended, and blocks nothing else.

/** `diagram-frame` draws Mermaid diagrams, `script-frame` runs the scripts of an answer's HTML. */
export type PreviewPage = 'diagram-frame' | 'script-frame'

/** `id` is part of a host name, such as a UUID. */
export function toPreviewUrl(id: string, page: PreviewPage): string {
  return `app://${id}.preview/${page}.html`
}

const host = '[a-z0-9-]+\\.preview'

export function isPreviewHost(text: string): boolean {
  return new RegExp(`^${host}$`).test(text)
}

export function isPreviewUrl(url: string): boolean {
  return new RegExp(`^app://${host}/(diagram|script)-frame\\.html$`).test(url)
}
