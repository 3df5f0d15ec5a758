// The refusal of a picture that ends before it should: nothing is put into what may not be whole.
import { ApiError } from '#shared/schemas/api-error'

export function brokenPicture(kind: 'PNG' | 'JPEG' | 'WebP'): ApiError {
  const message = `This ${kind} is damaged: its parts end before the picture does. No prompt can be put inside.`
  return new ApiError('INVALID_ARGUMENT', message, { param: 'media' })
}
