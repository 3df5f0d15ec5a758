// Says that the mocks have stopped answering, and what can be done now.
import { mostMockRounds } from '#shared/schemas/chat-parameters'
import { Notice } from '../../../components/Notice'

export function LoopEnd() {
  return (
    <Notice
      tone="warn"
      title={`Mocks have answered ${mostMockRounds} times in a row, so the loop stops here.`}
    >
      A model may call functions for ever. “Send results” lets it go on, for {mostMockRounds} more rounds. To
      end it, write a result that says that all is done, or turn functions off in the inspector and ask for
      the answer.
    </Notice>
  )
}
