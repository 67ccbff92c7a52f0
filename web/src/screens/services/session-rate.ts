import type { LiveSession } from '@trunkline/contract/resources/radius-session'

/** The counters of a session as of a report of its NAS. */
type Counters = Pick<LiveSession, 'updated_at' | 'seconds' | 'upload_bytes' | 'download_bytes'>

export interface Rate {
  /** kbit/s */
  download: number
  upload: number
}

const kbit = (bytes: number, seconds: number) => Math.round((bytes * 8) / 1000 / seconds)

/** The rate between two reports of a session; undefined without a later report, or where counters were reset. */
export function rateBetween(before: Counters, now: Counters): Rate | undefined {
  const seconds = (Date.parse(now.updated_at) - Date.parse(before.updated_at)) / 1000
  const download = now.download_bytes - before.download_bytes
  const upload = now.upload_bytes - before.upload_bytes
  if (!(seconds >= 1) || download < 0 || upload < 0) return undefined
  return { download: kbit(download, seconds), upload: kbit(upload, seconds) }
}

/** The rate of a session as a whole; undefined before its first report. */
export const averageRate = ({ seconds, download_bytes, upload_bytes }: Counters): Rate | undefined =>
  seconds < 1 ? undefined : { download: kbit(download_bytes, seconds), upload: kbit(upload_bytes, seconds) }
