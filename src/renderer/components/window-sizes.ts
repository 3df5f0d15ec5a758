// From which sizes on the window is laid out in another way; what only styles need stands in `app.css`.

/** Here one thing has room beside the rail. */
export const narrowWindow = '(width < 720px)'
/** Here every line counts, as in a window of usual size at 200 % zoom. */
export const shortWindow = '(height < 480px)'
