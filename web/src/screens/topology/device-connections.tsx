import { deviceTopology, type DeviceTopology, type LinkRow } from '@trunkline/contract/resources/device-topology'
import { hardware } from '@trunkline/contract/resources/hardware'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRowCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import classes from './topology.module.css'

const UplinkDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./uplink-dialog.tsx'))).UplinkDialog,
}))

/** Links change with readings, which are not announced. Milliseconds. */
const interval = 60_000

/** Uplinks of a device with their correction, its links, and how many devices are behind it. */
export function DeviceConnections({ id }: { id: number }) {
  const { t } = useTranslation()
  const query = useCall(deviceTopology.show, { params: { id } }, { every: interval, row: id })
  const of = query.data?.data
  if (query.error) return <ErrorNotice error={query.error} inline retry={() => void query.refetch()} />
  if (!of) return <DetailSkeleton facts={4} />
  return (
    <div className={layout.stack}>
      <Uplinks id={id} of={of} />
      <section aria-label={t('topology:device.links')}>
        <h3 className={classes.heading}>{t('topology:device.links')}</h3>
        {of.links.length === 0 ? (
          <p className={layout.note}>{t('topology:device.noLinks')}</p>
        ) : (
          <ul className={layout.rows}>
            {of.links.map((link) => (
              <DeviceLink key={link.id} id={id} link={link} />
            ))}
          </ul>
        )}
      </section>
      <p className={layout.note}>
        {of.behind === 0 ? t('topology:device.noneBehind') : t('topology:device.behind', { count: of.behind })}
      </p>
    </div>
  )
}

function DeviceLink({ id, link }: { id: number; link: LinkRow }) {
  const { t } = useTranslation()
  const isA = link.a_id === id
  const other = isA ? link.b_id : link.a_id
  const name = isA ? link.b_name : link.a_name
  const [own, far] = isA ? [link.a_port, link.b_port] : [link.b_port, link.a_port]
  return (
    <li>
      <span className={layout.stacked}>
        <span>
          {other === null ? (
            name
          ) : (
            <TextLink to={paths.hardware.detail(other)} inherit>
              {name}
            </TextLink>
          )}
          {other === null ? <span className={layout.quiet}> · {t('topology:outside')}</span> : null}
        </span>
        <span className={layout.hint}>
          {[t(`topology:value.kind.${link.kind}`), [own, far].filter(Boolean).join(' – '), link.found_by.join(', ')]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
        <span className={layout.hint}>
          {t('topology:field.first_seen_at')}: <Time value={link.first_seen_at} />
        </span>
      </span>
      <span className={layout.stacked}>
        <StatusBadge tone={link.state === 'up' ? 'good' : 'bad'}>{t(`topology:value.link.${link.state}`)}</StatusBadge>
        <span className={layout.hint}>
          <RelativeTime value={link.changed_at} />
        </span>
      </span>
    </li>
  )
}

function Uplinks({ id, of }: { id: number; of: DeviceTopology }) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const record = useCall(hardware.show, { params: { id } })
  const device = record.data?.data
  const [isOpen, setOpen] = useState(false)
  const derive = useCommand(deviceTopology.deriveUplinks)
  const { confirm, dialog } = useQuestion()
  const may = device !== undefined && device.deleted_at === null && canOn(deviceTopology.setUplinks, device)
  return (
    <section aria-label={t('topology:device.uplinks')}>
      <h3 className={classes.heading}>{t('topology:device.uplinks')}</h3>
      {of.uplinks.length === 0 ? (
        <p className={layout.note}>{t(of.is_manual ? 'topology:device.noneSet' : 'topology:device.noneDerived')}</p>
      ) : (
        <ul className={layout.rows}>
          {of.uplinks.map((uplink) => (
            <li key={uplink.id}>
              <TextLink to={paths.hardware.detail(uplink.id)} inherit>
                {uplink.name}
              </TextLink>
              <span>
                {uplink.is_backup ? <span className={layout.quiet}>{t('topology:device.backup')} </span> : null}
                {uplink.is_online === false ? (
                  <StatusBadge tone="bad">{t('topology:value.state.offline')}</StatusBadge>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={layout.hint}>
        {of.is_manual ? (
          <>
            {t('topology:device.setBy', { name: of.set_by ?? '' })} · <RelativeTime value={of.set_at} />
          </>
        ) : (
          t('topology:device.derived')
        )}
      </p>
      {may ? (
        <div className={layout.buttons}>
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {t('topology:device.set')}
          </Button>
          {of.is_manual ? (
            <Button
              variant="default"
              size="xs"
              onClick={() =>
                confirm({
                  title: t('topology:device.deriveTitle'),
                  text: t('topology:device.deriveText'),
                  confirmLabel: t('topology:device.derive'),
                  run: () => derive.run({ params: { id } }),
                  done: t('topology:device.deriveDone'),
                })
              }
            >
              {t('topology:device.derive')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isOpen && device ? (
        <Suspense fallback={null}>
          <UplinkDialog device={device} uplinks={of.uplinks} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
      {dialog}
    </section>
  )
}
