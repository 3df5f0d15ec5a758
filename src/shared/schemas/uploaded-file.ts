// Files that clients upload for their prompts (wire §9.1).
import { z } from 'zod'

export const UploadedFile = z.looseObject({
  /** `files/<id>` */
  name: z.string().optional(),
  displayName: z.string().optional(),
  mimeType: z.string().optional(),
  /** Bytes, as decimal digits. */
  sizeBytes: z.union([z.string(), z.number()]).optional(),
  /** Value of `fileData.fileUri` for this file. */
  uri: z.string().optional(),
  /** Generated files only. */
  downloadUri: z.string().optional(),
  /** `PROCESSING`, `ACTIVE` or `FAILED`. */
  state: z.string().optional(),
})
export type UploadedFile = z.infer<typeof UploadedFile>

/** The final response of an upload. */
export const UploadFileResponse = z.looseObject({ file: UploadedFile })

export const ListFilesResponse = z.looseObject({
  files: z.array(UploadedFile).optional(),
  nextPageToken: z.string().optional(),
})
