import type { Site } from '@trunkline/contract/resources/site'
import { siteLive, type DeviceStatus } from '@trunkline/contract/resources/site-live'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { followGroup, type Group } from '../devices/follow.ts'
import classes from './sites.module.css'

/** As many devices are asked at a time. */
const atOnce = 50

/** What the devices of a site can be asked for together: whether they are there, and to be read anew. */
export function useSiteDeeds(site: Site): {
  /** Undefined for those who may not. */
  status: ((ids: readonly number[]) => void) | undefined
  requesting: boolean
  /** What each said when it was asked last. */
  said: ReadonlyMap<number, DeviceStatus>
  refresh: (() => void) | undefined
  refreshing: boolean
  /** How it went, in a sentence. */
  note: ReactNode
} {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const check = useCommand(siteLive.status, { subjects: ['sites', 'hardware'] })
  const refresh = useCommand(siteLive.refresh, { subjects: [] })
  const [stated, setSaid] = useState<ReadonlyMap<number, DeviceStatus>>(new Map())
  const [group, setGroup] = useState<Group | undefined>()
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])

  const ask = async (ids: readonly number[]) => {
    for (let from = 0; from < ids.length; from += atOnce) {
      const { data } = await check.run({
        params: { id: site.id },
        body: { hardwareIds: ids.slice(from, from + atOnce) },
      })
      setSaid((before) => new Map([...before, ...data.map((one) => [one.id, one] as const)]))
    }
  }
  const read = async () => {
    const { data } = await refresh.run({ params: { id: site.id } })
    setGroup({ total: data.length, done: 0, failed: 0 })
    followGroup(data, (next) => here.current && setGroup(next))
  }
  const ended = group && group.done + group.failed === group.total
  const answered = [...stated.values()].filter((one) => one.is_online).length
  // What keeps a call from being made is told here, not thrown.
  const quietly = (run: Promise<unknown>) => void run.catch(() => undefined)
  const there = site.deleted_at === null
  return {
    status: there && canOn(siteLive.status, site) ? (ids) => quietly(ask(ids)) : undefined,
    requesting: check.pending,
    said: stated,
    refresh: there && canOn(siteLive.refresh, site) ? () => quietly(read()) : undefined,
    refreshing: refresh.pending || (group !== undefined && !ended),
    note: (
      <>
        {(check.error ?? refresh.error) ? <ErrorNotice error={check.error ?? refresh.error} inline /> : null}
        <div role="status" className={classes.deeds}>
          {check.pending ? (
            <p>{t('sites:check.running')}</p>
          ) : stated.size > 0 ? (
            <p>{t('sites:check.answered', { answered, count: stated.size })}</p>
          ) : null}
          {group === undefined ? null : group.total === 0 ? (
            <p>{t('sites:refresh.none')}</p>
          ) : (
            <p>
              {t(ended ? 'sites:refresh.ended' : 'sites:refresh.running', {
                done: group.done,
                failed: group.failed,
                count: group.total,
              })}
            </p>
          )}
        </div>
      </>
    ),
  }
}
