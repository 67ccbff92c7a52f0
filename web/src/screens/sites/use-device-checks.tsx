import type { Site } from '@trunkline/contract/resources/site'
import { siteLive, type DeviceStatus } from '@trunkline/contract/resources/site-live'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { followGroup, type Group } from '../devices/follow.ts'
import classes from './sites.module.css'

/** Devices in one request. */
const batchSize = 50

/** Checks and reads the devices of a site together. */
export function useDeviceChecks(site: Site): {
  /** Checks whether devices respond; undefined without permission. */
  check: ((ids: readonly number[]) => void) | undefined
  checking: boolean
  /** Results of the last check, by device. */
  checks: ReadonlyMap<number, DeviceStatus>
  /** Reads all devices; undefined without permission. */
  read: (() => void) | undefined
  reading: boolean
  /** The progress and results in words. */
  status: ReactNode
} {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const checkCall = useCommand(siteLive.status, { subjects: ['sites', 'hardware'] })
  const readCall = useCommand(siteLive.refresh, { subjects: [] })
  const [checks, setChecks] = useState<ReadonlyMap<number, DeviceStatus>>(new Map())
  const [group, setGroup] = useState<Group | undefined>()
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => void (mounted.current = false)
  }, [])

  const check = async (ids: readonly number[]) => {
    for (let from = 0; from < ids.length; from += batchSize) {
      const { data } = await checkCall.run({
        params: { id: site.id },
        body: { hardwareIds: ids.slice(from, from + batchSize) },
      })
      setChecks((before) => new Map([...before, ...data.map((one) => [one.id, one] as const)]))
    }
  }
  const read = async () => {
    const { data } = await readCall.run({ params: { id: site.id } })
    setGroup({ total: data.length, done: 0, failed: 0 })
    followGroup(data, (next) => mounted.current && setGroup(next))
  }
  const ended = group && group.done + group.failed === group.total
  const answered = [...checks.values()].filter((one) => one.is_online).length
  // Errors of the calls are shown in `status`.
  const quietly = (run: Promise<unknown>) => void run.catch(() => undefined)
  const active = site.deleted_at === null
  const error = checkCall.error ?? readCall.error
  return {
    check: active && canOn(siteLive.status, site) ? (ids) => quietly(check(ids)) : undefined,
    checking: checkCall.pending,
    checks,
    read: active && canOn(siteLive.refresh, site) ? () => quietly(read()) : undefined,
    reading: readCall.pending || (group !== undefined && !ended),
    status: (
      <>
        {error ? <ErrorNotice error={error} inline /> : null}
        <div role="status" className={classes.checkStatus}>
          {checkCall.pending ? (
            <p>{t('sites:check.running')}</p>
          ) : checks.size > 0 ? (
            <p>{t('sites:check.answered', { answered, count: checks.size })}</p>
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
