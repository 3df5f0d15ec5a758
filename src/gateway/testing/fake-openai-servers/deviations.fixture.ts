// How the OpenAI-compatible servers deviate from the OpenAI API, with the documentation or the issue that says so.

export type FakeServerName = 'ollama' | 'lm-studio' | 'llama-cpp' | 'vllm' | 'openrouter' | 'openai'

export interface Deviations {
  /** As its `/v1/models` lists them; `text` and `embedding` are the only ones of their kind. */
  readonly models: Readonly<Record<'text' | 'embedding', string>> & { readonly others: readonly string[] }
  /** Members of a model in the list that say how long its context is. */
  readonly contextLength: (tokens: number) => object
  /** More tokens in a prompt are rejected. */
  readonly maxPromptTokens?: number
  /** A request for any other model is served by the loaded one. */
  readonly ignoresModel: boolean
  readonly reasoning: 'reasoning' | 'reasoning_content' | 'tags' | 'none'
  /** Streams every function call whole, with the index 0. */
  readonly callsHaveIndexZero: boolean
  readonly hasChoices: boolean
  /** More choices are rejected. */
  readonly maxChoices?: number
  /** Counts only one choice, and streams the counts of each choice after it. */
  readonly usagePerChoice: boolean
  readonly hasToolChoice: boolean
  /** A tool choice with the name of a function. */
  readonly namedToolChoice: 'obeyed' | 'ignored' | 'rejected'
  /** Alternatives for each token; undefined if there are no log probabilities at all. */
  readonly topLogprobs: (requested: number | undefined) => number | undefined
  /** Rejects log probabilities in streams with tools. */
  readonly rejectsLogprobsWithTools: boolean
  readonly hasJsonObjects: boolean
  /** Rejects that format unless a message has the word JSON. */
  readonly requiresJsonWord?: boolean
  readonly hasDimensions: boolean
  readonly hasImages: boolean
  /** The types of content that a model returns in chat completions. */
  readonly outputModalities: (model: string) => readonly string[]
  /** Rejects parameters that it does not know. */
  readonly isStrict: boolean
  readonly tokenLimit: 'max_tokens' | 'max_completion_tokens'
  /** The content of the first chunk, which has the role. */
  readonly firstContent: '' | null
  readonly lastEvent: string
  readonly toError: (error: FakeError) => unknown
  readonly wrongKey: (key: string) => FakeError
  /** Response to an unknown path. */
  readonly unknownRoute: (method: string, path: string) => { readonly status: number; readonly body: unknown }
  readonly unknownModel: (model: string) => FakeError
}

export interface FakeError {
  readonly status: number
  readonly message: string
  readonly type: string
  readonly param?: string
  readonly code?: string | null
}

const openAi: Deviations = {
  models: {
    text: 'gpt-5-mini',
    embedding: 'text-embedding-3-large',
    others: ['gpt-4o-transcribe', 'gpt-image-1', 'omni-moderation-latest', 'tts-1'],
  },
  contextLength: () => ({}),
  ignoresModel: false,
  // Chat completions do not return the thoughts of OpenAI's models: developers.openai.com/api/docs/guides/reasoning
  reasoning: 'none',
  callsHaveIndexZero: false,
  hasChoices: true,
  usagePerChoice: false,
  hasToolChoice: true,
  namedToolChoice: 'obeyed',
  topLogprobs: (requested = 0) => requested,
  rejectsLogprobsWithTools: false,
  hasJsonObjects: true,
  hasDimensions: true,
  hasImages: true,
  outputModalities: () => ['text'],
  isStrict: true,
  // "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.":
  // github.com/ITSpecialist111/ai_automation_suggester/issues/38
  tokenLimit: 'max_completion_tokens',
  firstContent: '',
  lastEvent: 'data: [DONE]\n\n',
  toError: ({ message, type, param = null, code = null }) => ({ error: { message, type, param, code } }),
  // Shows both ends of the key.
  wrongKey: (key) => ({
    status: 401,
    message: `Incorrect API key provided: ${key.slice(0, 8)}***${key.slice(-4)}.`,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  }),
  unknownRoute: (method, path) => ({
    status: 404,
    body: {
      error: {
        message: `Invalid URL (${method} ${path})`,
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    },
  }),
  unknownModel: (model) => ({
    status: 404,
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  }),
}

export const deviations: Readonly<Record<FakeServerName, Deviations>> = {
  // "'messages' must contain the word 'json' in some form": portkey.ai/error-library/response-format-error-10006
  openai: { ...openAi, requiresJsonWord: true },

  // Supported fields, without `n` and `tool_choice`, and images as `b64_json` only:
  // github.com/ollama/ollama/blob/main/docs/api/openai-compatibility.mdx
  ollama: {
    ...openAi,
    models: {
      text: 'llama3.3:70b',
      embedding: 'nomic-embed-text:latest',
      others: ['x/z-image-turbo:latest'],
    },
    reasoning: 'reasoning',
    // "all tool call chunks have index: 0": github.com/ollama/ollama/issues/15457
    callsHaveIndexZero: true,
    hasChoices: false,
    // Has no effect: github.com/ollama/ollama/issues/17921
    hasToolChoice: false,
    // Since github.com/ollama/ollama/pull/12242.
    hasDimensions: true,
    isStrict: false,
    tokenLimit: 'max_tokens',
    unknownRoute: () => ({ status: 404, body: '404 page not found' }),
    // Message and type: github.com/netease-youdao/QAnything/issues/555
    unknownModel: (model) => ({
      status: 404,
      message: `model "${model}" not found, try pulling it first`,
      type: 'api_error',
    }),
  },

  // Supported fields, without `n` and `logprobs`:
  // github.com/lmstudio-ai/docs/blob/main/1_developer/3_openai-compat/chat-completions.md
  'lm-studio': {
    ...openAi,
    models: {
      text: 'qwen/qwen3-8b',
      embedding: 'text-embedding-nomic-embed-text-v1.5',
      others: [],
    },
    // Thoughts in tags within the content: github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1569
    reasoning: 'tags',
    hasChoices: false,
    // "Invalid tool_choice type: 'object'.": github.com/lmstudio-ai/lmstudio-bug-tracker/issues/670
    namedToolChoice: 'rejected',
    // "'response_format.type' must be 'json_schema' or 'text'": github.com/lmstudio-ai/lmstudio-bug-tracker/issues/189
    hasJsonObjects: false,
    // The parameter has no effect: github.com/lmstudio-ai/lms/issues/300
    hasDimensions: false,
    hasImages: false,
    isStrict: false,
    tokenLimit: 'max_tokens',
    // Errors are texts, and unknown paths have status 200: github.com/lmstudio-ai/lmstudio-bug-tracker/issues/618
    toError: ({ message }) => ({ error: message }),
    unknownRoute: (method, path) => ({
      status: 200,
      body: { error: `Unexpected endpoint or method. (${method} ${path})` },
    }),
    unknownModel: (model) => ({ status: 404, message: `Model ${model} not found`, type: 'not_found' }),
  },

  // All of it as version 0.5.0 (de3ff81) responds.
  'llama-cpp': {
    ...openAi,
    models: { text: 'qwen3-4b.gguf', embedding: 'embeddinggemma-300m', others: [] },
    contextLength: (tokens) => ({ meta: { n_ctx: tokens, n_ctx_train: 4 * tokens } }),
    maxPromptTokens: 8192,
    // One process serves the one model that it has loaded: github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
    ignoresModel: true,
    reasoning: 'reasoning_content',
    // As many as it has slots.
    maxChoices: 4,
    usagePerChoice: true,
    // github.com/ggml-org/llama.cpp/issues/26535
    namedToolChoice: 'ignored',
    topLogprobs: (requested = 20) => (requested === 0 ? undefined : requested),
    rejectsLogprobsWithTools: true,
    // No effect: github.com/ggml-org/llama.cpp/issues/25210
    hasDimensions: false,
    hasImages: false,
    isStrict: false,
    tokenLimit: 'max_tokens',
    firstContent: null,
    // Codes are numbers, as in "Loading model": github.com/mostlygeek/llama-swap/issues/146
    toError: ({ status, message, type }) => ({ error: { code: status, message, type } }),
    wrongKey: () => ({ status: 401, message: 'Invalid API Key', type: 'authentication_error' }),
    unknownRoute: () => ({
      status: 404,
      body: { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } },
    }),
  },

  vllm: {
    ...openAi,
    models: { text: 'meta-llama/Llama-3.3-70B-Instruct', embedding: 'BAAI/bge-m3', others: [] },
    contextLength: (tokens) => ({ max_model_len: tokens }),
    // `reasoning_content` was renamed: github.com/vllm-project/vllm/issues/27755
    reasoning: 'reasoning',
    hasImages: false,
    isStrict: false,
    tokenLimit: 'max_tokens',
    // Flat errors: github.com/vllm-project/vllm/issues/3485
    toError: ({ status, message, type, param = null }) => ({
      object: 'error',
      message,
      type,
      param,
      code: status,
    }),
    // From its web framework.
    unknownRoute: () => ({ status: 404, body: { detail: 'Not Found' } }),
    unknownModel: (model) => ({
      status: 404,
      message: `The model \`${model}\` does not exist.`,
      type: 'NotFoundError',
    }),
  },

  openrouter: {
    ...openAi,
    models: {
      text: 'meta-llama/llama-3.3-70b-instruct',
      embedding: 'qwen/qwen3-embedding-8b',
      others: ['google/gemini-2.5-flash-image', 'black-forest-labs/flux.2-pro'],
    },
    contextLength: (tokens) => ({ context_length: tokens }),
    // openrouter.ai/docs/use-cases/reasoning-tokens
    reasoning: 'reasoning',
    hasChoices: false,
    // Images by chat completions: openrouter.ai/docs/guides/overview/multimodal/image-generation
    hasImages: false,
    outputModalities: (model) =>
      /gemini/.test(model) ? ['image', 'text'] : /flux/.test(model) ? ['image'] : ['text'],
    isStrict: false,
    tokenLimit: 'max_tokens',
    // As in "No endpoints found …": github.com/HKUDS/DeepTutor/issues/1348
    toError: ({ status, message }) => ({ error: { message, code: status } }),
    unknownRoute: () => ({ status: 404, body: { error: { message: 'Not Found', code: 404 } } }),
    unknownModel: (model) => ({
      status: 400,
      message: `${model} is not a valid model ID`,
      type: 'api_error',
    }),
  },
}
