// The routes of files: uploaded ones are kept here, generated ones are made anew from their names.

import { downloadVideo } from '../video/operations'
import type { Handle, Visit } from '../visit'
import { hostOf } from '../visit'
import { deleteFile, getFile, listFiles, refuseDownload } from './answer-files'
import { answerUpload } from './answer-upload'

export const fileHandlers = {
  uploadFile: (visit) =>
    answerUpload({ ...visit.shop, ...placeOf(visit), call: visit.call, query: visit.found.query }),
  listFiles: (visit) => listFiles(visit.shop.files, visit.found.query, placeOf(visit).root),
  getFile: (visit) => getFile(idOf(visit), visit.shop, placeOf(visit).root),
  deleteFile: (visit) => deleteFile(visit.shop.files, idOf(visit)),
  downloadFile: (visit) => {
    const { files, studio } = visit.shop
    if (files.has(idOf(visit))) throw refuseDownload(idOf(visit))
    return downloadVideo(idOf(visit), visit.call.headers, studio)
  },
} satisfies Record<string, Handle>

function idOf({ found }: Visit): string {
  return found.values.file ?? ''
}

/** Addresses keep the prefix that the caller used; `/upload` belongs to no file's address. */
function placeOf({ call }: Visit): { root: string; address: string } {
  const [path = ''] = call.path.split('?')
  const origin = `http://${hostOf(call)}`
  const prefix = path.slice(0, path.indexOf('/files')).replace('/upload/', '/')
  return { root: origin + prefix, address: origin + path }
}
