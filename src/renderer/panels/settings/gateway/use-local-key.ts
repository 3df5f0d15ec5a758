// The gateway's own key, as it is now.
import { useQuery } from '@tanstack/react-query'
import type { LocalKey } from '#shared/schemas/key-status'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'

export function useLocalKey(): LocalKey & { error: string | undefined } {
  const { data, error } = useQuery(queries.localKey.read.queryOptions())
  return { ...(data ?? { key: '', state: 'ready' }), error: error ? describeError(error) : undefined }
}
