// Conversations in the form of ChatGPT's data export, with every kind of content that is known.

type Json = Record<string, unknown>

interface NodeOptions {
  readonly parent: string | null
  readonly role?: string
  readonly name?: string
  readonly content?: Json
  readonly metadata?: Json
  readonly message?: Json
}

/** Returns the members of a mapping, with the lists of children. */
export function makeMapping(nodes: Readonly<Record<string, NodeOptions>>): Json {
  const entries = Object.entries(nodes)
  return Object.fromEntries(
    entries.map(([id, { parent, role, name = null, content, metadata = {}, message }], index) => [
      id,
      {
        id,
        parent,
        children: entries.filter(([, node]) => node.parent === id).map(([child]) => child),
        message:
          role === undefined
            ? null
            : {
                id,
                author: { role, name, metadata: {} },
                create_time: 1_700_000_000 + index,
                update_time: null,
                content: content ?? { content_type: 'text', parts: [`Text of ${id}`] },
                status: 'finished_successfully',
                end_turn: true,
                weight: 1,
                metadata,
                recipient: 'all',
                channel: null,
                ...message,
              },
      },
    ]),
  )
}

interface ConversationOptions {
  readonly id: string
  readonly title: string
  readonly mapping: Json
  readonly current: string
  readonly updatedAt?: number
}

export function makeConversation({ id, title, mapping, current, updatedAt }: ConversationOptions): Json {
  return {
    title,
    create_time: 1_700_000_000.25,
    update_time: updatedAt ?? 1_700_000_900.5,
    mapping,
    moderation_results: [],
    current_node: current,
    plugin_ids: null,
    conversation_id: id,
    conversation_template_id: null,
    gizmo_id: null,
    is_archived: false,
    safe_urls: [],
    default_model_slug: 'auto',
    id,
    some_field_of_the_future: { nested: true },
  }
}

/** Two answers to the first prompt, and an edited second prompt. */
export function makeBranches(id = 'branches', title = 'Otters and branches'): Json {
  const answer = { role: 'assistant', metadata: { model_slug: 'gpt-4o' } } as const
  return makeConversation({
    id,
    title,
    current: 'a4',
    mapping: makeMapping({
      root: { parent: null },
      system: { parent: 'root', role: 'system', content: { content_type: 'text', parts: [''] } },
      u1: {
        parent: 'system',
        role: 'user',
        content: { content_type: 'text', parts: ['Tell me of otters.'] },
      },
      a1: { ...answer, parent: 'u1', content: { content_type: 'text', parts: ['Otters swim.'] } },
      a2: { ...answer, parent: 'u1', content: { content_type: 'text', parts: ['Otters play.'] } },
      u2: { parent: 'a2', role: 'user', content: { content_type: 'text', parts: ['And beavers?'] } },
      a3: { ...answer, parent: 'u2', content: { content_type: 'text', parts: ['Beavers build.'] } },
      u3: { parent: 'a2', role: 'user', content: { content_type: 'text', parts: ['And badgers?'] } },
      a4: { ...answer, parent: 'u3', content: { content_type: 'text', parts: ['Badgers dig.'] } },
    }),
  })
}

/** A prompt and its answer. */
export function makePlain(id: string, title: string): Json {
  return makeConversation({
    id,
    title,
    current: 'a',
    mapping: makeMapping({
      root: { parent: null },
      u: { parent: 'root', role: 'user', content: { content_type: 'text', parts: [`Prompt of ${title}`] } },
      a: {
        parent: 'u',
        role: 'assistant',
        content: { content_type: 'text', parts: [`Answer of ${title}`] },
        metadata: { model_slug: 'gpt-4o' },
      },
    }),
  })
}

/** `file-service://` is the earlier form of a pointer, `sediment://` the present one. */
export const uploadedImage = 'file-AbCdEf123'
export const generatedImage = 'file_00000000aabbccdd'

type Node = Omit<NodeOptions, 'parent'>

const say = (...parts: unknown[]): Json => ({ content_type: 'text', parts })
const writeCode = (text: string, recipient: string, rest: Node = {}): Node => ({
  role: 'assistant',
  content: { content_type: 'code', language: 'unknown', text },
  message: { recipient },
  ...rest,
})
const respond = (name: string, content: Json, rest: Node = {}): Node => ({
  role: 'tool',
  name,
  content,
  ...rest,
})
const pointer = (asset: string): Json => ({
  content_type: 'image_asset_pointer',
  asset_pointer: asset,
  size_bytes: 70,
  width: 1,
  height: 1,
  metadata: { dalle: null },
})
const thinking: Node = { metadata: { model_slug: 'gpt-5-thinking', reasoning_status: 'is_reasoning' } }
const citation = '\uE200cite\uE202turn0search0\uE201'

/** A prompt and its answer, with thoughts, searches, Python, an image, a canvas document, and every other known part. */
const everything: Readonly<Record<string, Node>> = {
  root: {},
  context: {
    role: 'user',
    content: {
      content_type: 'user_editable_context',
      user_profile: 'I am Ada.',
      user_instructions: 'Be brief.',
    },
    metadata: { is_visually_hidden_from_conversation: true, is_user_system_message: true },
  },
  prompt: {
    role: 'user',
    content: {
      content_type: 'multimodal_text',
      parts: [
        pointer(`file-service://${uploadedImage}`),
        pointer('file-service://file-Missing9'),
        { content_type: 'audio_transcription', text: 'What is this?', direction: 'in' },
        {
          content_type: 'real_time_user_audio_video_asset_pointer',
          audio_asset_pointer: { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_9' },
        },
        'Look at it.',
      ],
    },
    metadata: {
      attachments: [
        { id: uploadedImage, name: 'otter.png', mime_type: 'image/png', size: 70 },
        { id: 'file-Notes1', name: 'notes.txt', mime_type: 'text/plain', size: 5 },
        { id: 'file-Gone1', name: 'gone.pdf', mime_type: 'application/pdf', size: 5 },
      ],
    },
  },
  thoughts: {
    role: 'assistant',
    content: {
      content_type: 'thoughts',
      thoughts: [{ summary: 'Looking', content: 'It may be an otter.', chunks: [], finished: true }],
    },
    ...thinking,
  },
  search: writeCode('{"q":"otter"}', 'web.run', thinking),
  found: respond(
    'web.run',
    { content_type: 'tether_quote', url: 'https://a.example', text: 'A whole page of text.' },
    thinking,
  ),
  recap: { role: 'assistant', content: { content_type: 'reasoning_recap', content: 'Thought for 12s' } },
  python: writeCode('print(6 * 7)', 'python'),
  output: respond(
    'python',
    { content_type: 'execution_output', text: '42' },
    { metadata: { aggregate_result: { status: 'success', messages: [] } } },
  ),
  plugin: { role: 'assistant', content: say('{"city":"Oslo"}'), message: { recipient: 'weather.get' } },
  weather: respond('weather.get', say('Rain')),
  canvas: writeCode(
    JSON.stringify({ name: 'Poem', type: 'document', content: 'Otters, otters.' }),
    'canmore.create_textdoc',
  ),
  created: respond('canmore.create_textdoc', say('Done')),
  changed: writeCode('{"updates":[]}', 'canmore.update_textdoc'),
  memory: respond('bio', say('Model set context updated.')),
  picture: respond('t2uay3k.sj1i4kz', {
    content_type: 'multimodal_text',
    parts: [pointer(`sediment://${generatedImage}`)],
  }),
  failure: respond('container.exec', {
    content_type: 'system_error',
    name: 'TimeoutError',
    text: 'It took too long.',
  }),
  future: { role: 'assistant', content: { content_type: 'hologram', shape: 'otter' } },
  end: {
    role: 'assistant',
    content: say(`An otter ${citation}.`),
    metadata: {
      model_slug: 'gpt-5-thinking',
      finish_details: { type: 'stop' },
      content_references: [
        {
          matched_text: citation,
          alt: '([Otters](https://otters.example))',
          items: [{ title: 'Otters', url: 'https://otters.example' }],
        },
      ],
    },
  },
}

export function makeEverything(id = 'everything'): Json {
  const ids = Object.keys(everything)
  const nodes = Object.entries(everything).map(([node, rest], index) => [
    node,
    { ...rest, parent: ids[index - 1] ?? null },
  ])
  return makeConversation({
    id,
    title: 'Everything',
    current: 'end',
    mapping: makeMapping(Object.fromEntries(nodes)),
  })
}
