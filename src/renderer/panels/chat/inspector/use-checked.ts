// What a check says of a text, a moment after it was last changed.
import { useEffect, useState } from 'react'
import { describeError } from '../../../api/describe-error'

/** Below the editor's own delay: marks that are drawn anew are those of the text as it stands. */
const delay = 150

interface Checked<Result> {
  /** Of an earlier text while it is pending. */
  readonly result: Result | null
  readonly pending: boolean
  /** Why it could not be checked. */
  readonly failure: string | null
}

/** `subject` says what is checked: while it is the same, so is what the check would say. */
export function useChecked<Result>(subject: string, check: () => Promise<Result>): Checked<Result> {
  const [checked, setChecked] = useState<{
    subject: string | null
    result: Result | null
    failure: string | null
  }>({ subject: null, result: null, failure: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject stands for the check, which is made anew by every draw.
  useEffect(() => {
    let isOld = false
    const timer = setTimeout(() => {
      check().then(
        (result) => !isOld && setChecked({ subject, result, failure: null }),
        (error) => !isOld && setChecked({ subject, result: null, failure: describeError(error) }),
      )
    }, delay)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [subject])
  return { result: checked.result, failure: checked.failure, pending: checked.subject !== subject }
}
