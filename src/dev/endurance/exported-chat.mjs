// Writes a chat as the application exports it.

/** @param {string} title @param {readonly string[]} texts of its turns, whose roles alternate */
export function writeExportedChat(title, texts) {
  const empty = ['model', 'parameters', 'modelVersion', 'finishReason', 'blockReason', 'error', 'usage']
  const missing = [...empty, 'exchangeId', 'upstream', 'metadata', 'comparison'].map((name) => [name, null])
  const turns = texts.map((text, at) => ({
    ...Object.fromEntries(missing),
    id: `t${at}`,
    parentId: at === 0 ? null : `t${at - 1}`,
    role: at % 2 ? 'model' : 'user',
    state: 'complete',
    createdAt: at,
    times: { firstToken: null, firstAnswer: null, total: null },
    edited: false,
    parts: [{ text }],
  }))
  const parameters = { model: 'gen-2.5-flash' }
  const conversation = { title, createdAt: 0, updatedAt: 0, headTurnId: turns.at(-1)?.id, parameters }
  const file = { kind: 'gen-playground-conversation', version: 1, exportedAt: 0, conversation, turns }
  return JSON.stringify({ ...file, media: {} })
}
