// The protocol of stored media, `media://`, for the application's own page.
import type { Workspace } from '#workspace/workspace'
import { type MediaSources, openMedia } from '../open-media'
import { isAppUrl } from './app-urls'
import { type FileReads, serveFile } from './file-response'
import {
  type AudioStores,
  handleLoudnessRequest,
  handleRecordingRequest,
  handleThumbnailRequest,
} from './media-requests'
import { type HandleRequest, pageOrigin } from './page-protocol'
import { createUploadHandler, type HandleUpload } from './upload-handler'

interface MediaPorts extends AudioStores, MediaSources {
  readonly handleUpload: HandleUpload
  readonly reads: FileReads
}

interface MediaHandler {
  readonly handle: HandleRequest
  /** Closes the files that pages have not read to their end. */
  readonly close: () => void
}

/** A stored file that is opened as a page, such as SVG or HTML, runs no scripts and loads nothing. */
const mediaSecurityPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

export function createMediaHandler(
  workspace: AudioStores & MediaSources & Pick<Workspace, 'settings' | 'transfers'>,
): MediaHandler {
  const { media, settings, transfers } = workspace
  const limit = () => settings.read().limits.jsonMegabytes * 1_048_576
  const handleUpload = createUploadHandler({ storeStream: media.storeStream, transfers, limit })
  const reads: FileReads = new Set()
  const ports = { ...workspace, handleUpload, reads }
  return {
    handle: (request) => answerMedia(request, ports),
    close: () => reads.forEach((chunks) => void chunks.return()),
  }
}

/** Serves only the application's own page. Old versions of Electron send no origin; the policies of frames allow no media. */
async function answerMedia(request: Request, ports: MediaPorts): Promise<Response> {
  const origin = request.headers.get('origin')
  if (origin !== null && !isAppUrl(origin)) return new Response(null, { status: 403 })
  const response = await respond(request, ports)
  response.headers.set('access-control-allow-origin', origin ?? pageOrigin())
  response.headers.set('content-security-policy', mediaSecurityPolicy)
  response.headers.set('x-content-type-options', 'nosniff')
  return response
}

function respond(request: Request, ports: MediaPorts): Response | Promise<Response> {
  // Newer versions of Electron send a preflight request before they post to another origin.
  if (request.method === 'OPTIONS') {
    return new Response(null, { status: 204, headers: { 'access-control-allow-methods': 'GET, HEAD, POST' } })
  }
  const { host } = new URL(request.url)
  if (host === 'thumbnail') return handleThumbnailRequest(request, ports.media)
  if (host === 'loudness') return handleLoudnessRequest(request, ports)
  if (host === 'recording') return handleRecordingRequest(request, ports)
  return request.method === 'POST'
    ? ports.handleUpload(request)
    : serveFile(request, (name) => openMedia(ports, name), ports.reads)
}
