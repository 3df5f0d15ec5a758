// What is wrong with the file of the saved keys, and what to do about it.
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { Notice } from '../../components/Notice'
import { RetryKeys } from './RetryKeys'

export function KeyFileNotice({ keys: { file, problem } }: { keys: ApplicationStatus['keys'] }) {
  switch (problem?.kind) {
    case undefined:
      return null
    case 'unreadable':
      return (
        <Notice
          tone="danger"
          title={`Couldn’t read the key file (${problem.detail})`}
          actions={<RetryKeys />}
        >
          {`${file} is left unchanged. Keys you enter last until you quit. Check its permissions, then retry.`}
        </Notice>
      )
    case 'newer':
      return (
        <Notice tone="danger" title="The key file was written by a newer version" actions={<RetryKeys />}>
          {`${file} is left unchanged. Keys you enter last until you quit. Update Gen Playground to use the saved keys.`}
        </Notice>
      )
    case 'damaged':
      return (
        <Notice tone="danger" title="The key file was damaged">
          {`It was moved to ${problem.detail} in the data folder. Enter your keys again. The local key is a new one: update your scripts.`}
        </Notice>
      )
  }
}
