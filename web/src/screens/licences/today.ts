import { currentZone } from '../../ui/zone.ts'

/** The calendar day where the reader is. */
export const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: currentZone() }).format(new Date())
