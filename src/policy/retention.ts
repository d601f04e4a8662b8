/** How long an ended run is kept, unless somebody says otherwise. */
export const KEEP_DAYS = 30

/** A rescue ref younger than this is never dropped unasked: it may be the only place where the work is. */
export const RESCUE_DAYS = 30

/** A log without an event may be that of a run that is just starting. */
export const START_MS = 3_600_000
