// The gateway's own key, as it is now.
import { useQuery } from '@tanstack/react-query'
import { describeError } from '../../../desktop/describe-error'
import { queries } from '../../../desktop/desktop'

export function useLocalKey(): { key: string; kept: boolean; error: string | undefined } {
  const { data, error } = useQuery(queries.localKey.read.queryOptions())
  return { key: data?.key ?? '', kept: data?.kept ?? true, error: error ? describeError(error) : undefined }
}
