// What the vendors do badly, each by its name.

/** Faults of what a model says; the others lie in how it travels. */
export type ContentFault =
  /** A stream or an answer without any `usageMetadata`. */
  | 'no-usage'
  /** The last part bears a signature of 2 MB on its one line. */
  | 'huge-signature'
  /** HTTP 200 with `promptFeedback.blockReason` and no candidates. */
  | 'blocked-prompt'
  /** A candidate whose content has a role and no parts, ended by MAX_TOKENS. */
  | 'no-parts'
  /** Some text, then `finishReason` SAFETY. */
  | 'safety-stop'

/** Faults of the next poll of an operation. */
export type PollFault =
  /** Done, without samples, with `raiMediaFilteredReasons`. */
  | 'rai-filtered'
  /** Still running, said as `done: false` instead of by its absence. */
  | 'done-false'
  /** Done, with an error that bears an rpc code (3), not an HTTP status. */
  | 'operation-failed'

export type Fault =
  | ContentFault
  | PollFault
  /** 503 whose error object stands in an array of one. */
  | 'error-in-array'
  /** A stream whose first event is followed by a bare, pretty-printed error, then the end. */
  | 'raw-error-in-mid-stream'
  /** A stream whose first event is followed by an error in an event, then the end. */
  | 'data-error-in-mid-stream'
  /** As the one before, with the caller's own key in the message. */
  | 'key-in-mid-stream'
  /** The connection breaks in the middle of the second event, or of the one document. */
  | 'cut-in-mid-stream'
  /** A stream that ends cleanly in the middle of its second event. */
  | 'end-in-mid-stream'
  /** A stream that ends cleanly after its first event, without `finishReason`. */
  | 'no-finish-reason'
  /** Half of the JSON document, in a whole HTTP answer. */
  | 'truncated-json'
  /** 200 as a stream, without one event. */
  | 'no-events'
  /** 200 with a page of HTML, as a captive portal answers. */
  | 'html'
  /** 200 as JSON, without a byte. */
  | 'empty-body'
  /** 400 that repeats the key, plain and URL-encoded, in its message and details. */
  | 'key-in-error'
  /** A good answer whose headers bear the key: `x-goog-api-key`, `x-request-id`, `set-cookie`, `location` and more. */
  | 'key-in-header'
  /** 302 to a host of another name; its Location carries the key. */
  | 'redirect-elsewhere'
  /** 302 to the storage host; its Location carries the key. */
  | 'key-in-redirect'
  /** 302 of a download to `/download/…` of the same host, which wants the key and has the bytes. */
  | 'download-on-own-host'
  /** 429 of a minute's quota with `RetryInfo`; at the OpenAI API with Retry-After. */
  | '429-with-retry-info'
  /** 429 of a day's quota; at the OpenAI API `insufficient_quota`. */
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
  /** Not even a status line, until the caller leaves. */
  | 'slow-headers'
  /** Status and the first piece of the body, then silence until the caller leaves. */
  | 'silent-body'
  /** The connection is reset before a status line. */
  | 'connection-reset'
