// A notice about a problem with the key file, and how to solve it.
import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { describeError } from '../../api/describe-error'
import { queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import { Button } from '../../components/Button'
import { Notice } from '../../components/Notice'

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
    case 'restored':
      return (
        <Notice
          tone="warn"
          title={`The key file was ${problem.detail ? 'damaged' : 'missing'} and has been restored`}
        >
          {[
            ...(problem.detail ? [`The damaged file is ${problem.detail} in the data folder.`] : []),
            'All keys come from its copy, vault.json.backup. Your scripts keep working.',
          ].join(' ')}
        </Notice>
      )
  }
}

type Problem = ApplicationStatus['keys']['problem']

const isUnreadable = (problem: Problem) => problem?.kind === 'unreadable' || problem?.kind === 'newer'

/** The hash of the saved key is known if the file can be read, and an earlier start could read the key. */
export function describeUnreadableKey({
  problem,
  isSavedLocalKeyAccepted,
}: Pick<ApplicationStatus['keys'], 'problem' | 'isSavedLocalKeyAccepted'>): string {
  return [
    isUnreadable(problem)
      ? 'The key file can’t be read.'
      : 'The keyring is locked or isn’t the one the key was saved with.',
    isSavedLocalKeyAccepted
      ? 'The saved key is unchanged, and scripts that use it keep working. The key below lasts until you quit.'
      : 'Requests that use the saved key are rejected.',
    `${isUnreadable(problem) ? 'Retry once the file can be read' : 'Unlock the keyring and restart'}, or rotate the key below to replace it for good.`,
  ].join(' ')
}

/** Reads the saved keys again. */
export function RetryKeys() {
  const reload = useMutation(
    queries.keys.reload.mutationOptions({
      onSuccess: async () => {
        const { keys } = await queryClient.fetchQuery(queries.application.status.queryOptions())
        if (isUnreadable(keys.problem) || keys.isLocalKeyUnreadable)
          toast.error('The saved keys still can’t be read')
        else toast.success('Saved keys loaded')
      },
      onError: (error) => toast.error(describeError(error)),
    }),
  )
  return (
    <Button size="small" disabled={reload.isPending} onClick={() => reload.mutate(undefined)}>
      Retry
    </Button>
  )
}
