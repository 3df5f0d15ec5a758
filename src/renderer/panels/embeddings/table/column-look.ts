// How wide the columns of the table are, in its head and in its rows.

export const cellClassName = 'w-24 shrink-0 truncate'
export const stateClassName = 'flex w-36 shrink-0 items-center gap-1.5'
