// Names of the vendors' faults.

/** Faults in the content of a response; the others are in its transport. */
export type ContentFault =
  /** A response without any `usageMetadata`. */
  | 'no-usage'
  /** The last part has a signature of 2 MB on a single line. */
  | 'huge-signature'
  /** HTTP 200 with `promptFeedback.blockReason` and no candidates. */
  | 'blocked-prompt'
  /** A candidate whose content has a role but no parts, with `finishReason` MAX_TOKENS. */
  | 'no-parts'
  /** Some text, then `finishReason` SAFETY. */
  | 'safety-stop'

/** Faults of the next poll of an operation. */
export type PollFault =
  /** Done, without samples, with `raiMediaFilteredReasons`. */
  | 'rai-filtered'
  /** Still running, with `done: false` instead of without `done`. */
  | 'done-false'
  /** Done, with an error that has an rpc code (3), not an HTTP status. */
  | 'operation-failed'

export type Fault =
  | ContentFault
  | PollFault
  /** 503 with the error object in an array. */
  | 'error-in-array'
  /** A stream whose first event is followed by a bare, pretty-printed error, then the end. */
  | 'raw-error-in-mid-stream'
  /** A stream whose first event is followed by an error in an event, then the end. */
  | 'data-error-in-mid-stream'
  /** The same, with the client's key in the message. */
  | 'key-in-mid-stream'
  /** The connection breaks in the middle of the second event, or of the only document. */
  | 'cut-in-mid-stream'
  /** A stream that ends cleanly in the middle of its second event. */
  | 'end-in-mid-stream'
  /** A stream that ends cleanly after its first event, without `finishReason`. */
  | 'no-finish-reason'
  /** Half of the JSON document in a complete HTTP response. */
  | 'truncated-json'
  /** 200 as a stream without events. */
  | 'no-events'
  /** 200 with an HTML page, as from a captive portal. */
  | 'html'
  /** 200 as JSON with an empty body. */
  | 'empty-body'
  /** 400 that repeats the key, plain and URL-encoded, in its message and details. */
  | 'key-in-error'
  /** A valid response with the key in headers: `x-goog-api-key`, `x-request-id`, `set-cookie`, `location` and more. */
  | 'key-in-header'
  /** 302 to another host, with the key in its Location. */
  | 'redirect-elsewhere'
  /** 302 to the storage host, with the key in its Location. */
  | 'key-in-redirect'
  /** 302 of a download to `/download/…` of the same host, which requires the key. */
  | 'download-on-own-host'
  /** 429 for a quota per minute with `RetryInfo`; at the OpenAI API with Retry-After. */
  | '429-with-retry-info'
  /** 429 for a daily quota; at the OpenAI API `insufficient_quota`. */
  | '429-per-day'
  /** 429 without any details. */
  | '429-bare'
  /** 500 INTERNAL. */
  | '500'
  /** 503 UNAVAILABLE. */
  | '503'
  /** 401 UNAUTHENTICATED, or `invalid_api_key`. */
  | '401'
  /** 403 PERMISSION_DENIED. */
  | '403'
  /** Not even a status line until the client disconnects. */
  | 'slow-headers'
  /** Headers and the first chunk of the body, then nothing until the client disconnects. */
  | 'silent-body'
  /** The connection is reset before a status line. */
  | 'connection-reset'
