import { currentZone } from '../../ui/zone.ts'

/** Today in the reader's time zone, as `YYYY-MM-DD`. */
export const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: currentZone() }).format(new Date())
