// The fields of the Gemini API's request messages, as far as the fake validates them (wire §2, §5, §6).

/** The type of a field: any value, a message, or a list of messages. */
export type Field = 'any' | Message | readonly [Message]
export interface Message {
  readonly [name: string]: Field
}

function anyOf(names: string): Record<string, 'any'> {
  return Object.fromEntries(names.split(' ').map((name) => [name, 'any']))
}

const blob = anyOf('mimeType data displayName')

const part: Message = {
  ...anyOf('text thought thoughtSignature partMetadata toolCall toolResponse'),
  inlineData: blob,
  fileData: anyOf('mimeType fileUri displayName'),
  functionCall: anyOf('id name args'),
  functionResponse: {
    ...anyOf('id name response willContinue scheduling'),
    parts: [{ inlineData: blob }],
  },
  executableCode: anyOf('language code id'),
  codeExecutionResult: anyOf('outcome output id'),
  videoMetadata: anyOf('startOffset endOffset fps'),
  mediaResolution: anyOf('level numTokens'),
}

const content: Message = { role: 'any', parts: [part] }

const tool: Message = {
  functionDeclarations: [
    anyOf('name description parameters parametersJsonSchema response responseJsonSchema behavior'),
  ],
  ...anyOf('googleSearch googleSearchRetrieval urlContext codeExecution'),
  ...anyOf('googleMaps fileSearch computerUse mcpServers'),
}

const generationConfig: Message = {
  ...anyOf('candidateCount stopSequences maxOutputTokens temperature topP topK seed'),
  ...anyOf('responseMimeType responseSchema responseJsonSchema responseJsonSchemaOrdered responseFormat'),
  ...anyOf('presencePenalty frequencyPenalty responseLogprobs logprobs enableEnhancedCivicAnswers'),
  ...anyOf('responseModalities speechConfig mediaResolution audioTranscriptionConfig'),
  thinkingConfig: anyOf('includeThoughts thinkingBudget thinkingLevel'),
  imageConfig: anyOf('aspectRatio imageSize'),
}

export const generateContentRequest: Message = {
  ...anyOf('model cachedContent serviceTier store'),
  contents: [content],
  systemInstruction: content,
  tools: [tool],
  toolConfig: {
    functionCallingConfig: anyOf('mode allowedFunctionNames'),
    ...anyOf('retrievalConfig includeServerSideToolInvocations'),
  },
  safetySettings: [anyOf('category threshold')],
  generationConfig,
}

export const countTokensRequest: Message = {
  model: 'any',
  contents: [content],
  generateContentRequest,
}

export const embedContentRequest: Message = {
  ...anyOf('model taskType title outputDimensionality'),
  content,
}

export const batchEmbedContentsRequest: Message = { model: 'any', requests: [embedContentRequest] }

/** `instances` and `parameters` are untyped values (wire §5.1). */
export const predictLongRunningRequest: Message = anyOf('model instances parameters webhookConfig')

export const createFileRequest: Message = { file: anyOf('name displayName mimeType sizeBytes') }
