// Runs in a sandboxed frame of its own process: draws a Mermaid diagram in it, and exports it. The page has a policy that
// allows no network, and no script but this one.
import mermaid from 'mermaid'
import type { DiagramFormat, DiagramRequest, DiagramResponse, Size } from './use-diagram'

/** As in `colors.css`, so that an exported diagram can be read on any page. */
const backgrounds = { light: '#ffffff', dark: '#16171a' }

/** A diagram's own settings must not change these. */
const fixed = ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'suppressErrorRendering', 'maxEdges']
const fixedHere = [
  'htmlLabels',
  'themeCSS',
  'fontFamily',
  'altFontFamily',
  'layout',
  'dompurifyConfig',
  'logLevel',
]

let background = backgrounds.light

addEventListener('message', function connect({ source, ports: [port] }) {
  if (source !== parent || !port) return
  removeEventListener('message', connect)
  let previous = Promise.resolve()
  port.onmessage = ({ data }: MessageEvent<DiagramRequest>) => {
    previous = previous.then(() => answer(port, data))
  }
})

async function answer(port: MessagePort, request: DiagramRequest) {
  const { id } = request
  const send = (response: DiagramResponse) => port.postMessage(response)
  try {
    if (request.do === 'draw') send({ id, did: 'draw', size: await draw(request) })
    else send({ id, did: 'export', file: await write(request.format) })
  } catch (error) {
    send({ id, did: 'fail', message: error instanceof Error ? error.message : String(error) })
  }
}

async function draw({ code, isDark }: DiagramRequest & { do: 'draw' }): Promise<Size> {
  background = isDark ? backgrounds.dark : backgrounds.light
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    // As text: other programs cannot show HTML within an exported SVG.
    htmlLabels: false,
    // The other layout, ELK, is not bundled.
    layout: 'dagre',
    // Otherwise edges that enter a subgraph end on its title.
    flowchart: { subGraphTitleMargin: { top: 0, bottom: 12 } },
    theme: isDark ? 'redux-dark-color' : 'redux-color',
    fontFamily: 'system-ui, sans-serif',
    secure: [...fixed, ...fixedHere],
    logLevel: 'fatal',
  })
  const { svg } = await mermaid.render('diagram', code.replace(/^(\s*)flowchart-elk\b/m, '$1flowchart'))
  // Mermaid has sanitized it, and the policy allows no script of its own.
  document.body.innerHTML = svg
  const { style, viewBox } = findDrawing()
  style.maxWidth = 'none'
  const { width, height } = viewBox.baseVal
  return { width, height }
}

function findDrawing(): SVGSVGElement {
  const drawing = document.querySelector<SVGSVGElement>('body > svg')
  if (!drawing) throw new Error('Nothing was drawn.')
  return drawing
}

/** Pixels per CSS pixel of a PNG, unless it would be too large. */
const density = 2
const maxPixels = 8192

async function write(format: DiagramFormat): Promise<string | ArrayBuffer> {
  const drawing = findDrawing()
  const { width, height } = drawing.viewBox.baseVal
  const copy = drawing.cloneNode(true) as SVGSVGElement
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.style.backgroundColor = background
  const svg = new XMLSerializer().serializeToString(copy)
  if (format === 'svg') return svg
  const image = await loadImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`)
  const scale = Math.min(density, maxPixels / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The diagram is too large for an image.')
  return await blob.arrayBuffer()
}

function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  return new Promise((resolve, reject) => {
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('Couldn’t render the diagram as an image.'))
    image.src = url
  })
}
