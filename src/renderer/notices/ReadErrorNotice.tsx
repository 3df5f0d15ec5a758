// Explains why something could not be read, and offers to try again.
import { describeError } from '../api/describe-error'
import { Button } from '../components/Button'
import { Notice } from '../components/Notice'

interface ReadErrorNoticeProps {
  readonly title: string
  readonly error: unknown
  readonly onRetry: () => unknown
}

export function ReadErrorNotice({ title, error, onRetry }: ReadErrorNoticeProps) {
  return (
    <Notice tone="danger" title={title} actions={<Button onClick={() => void onRetry()}>Try again</Button>}>
      {describeError(error)}
    </Notice>
  )
}
