import { SegmentedControl, Select } from '@mantine/core'
import { control } from '@trunkline/contract/resources/control'
import { readingSpans } from '@trunkline/contract/resources/device-enums'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { useReading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import { DevicePage } from './device-page.tsx'
import { InterfaceTable } from './interface-table.tsx'
import classes from './lan.module.css'
import { PauseButton } from './pause-button.tsx'
import { TrafficHistory } from './traffic-history.tsx'
import { TrafficLive } from './traffic-live.tsx'
import { orderInterfaces } from './traffic-values.ts'
import { useDevice } from './use-device.ts'
import { usePause } from './use-pause.ts'

const spans = ['live', ...readingSpans] as const

/** What goes through the interfaces of one router: now, and over time. What is looked at stands in the address. */
export default function Traffic() {
  const { t } = useTranslation()
  const of = useDevice()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { span?: string; interface?: string }
  const pause = usePause()
  const every = useWatch(of.ready ? of.hardwareId : undefined)
  const live = useReading(
    control.statistics,
    { params: { id: of.hardwareId } },
    { enabled: of.ready, every: pause.paused ? undefined : every },
  )
  // What goes through all of them at this moment, as the router itself measures it.
  const measured = useReading(
    control.statistics,
    { params: { id: of.hardwareId }, query: { type: 'onlyTraffic' } },
    { enabled: of.ready, every: pause.paused ? undefined : every },
  )
  const traffic = measured.rows?.traffic
  const span = spans.find((one) => one === search.span) ?? 'live'
  const interfaces = orderInterfaces(live.rows?.interfaces ?? [])
  const chosen = interfaces.find(({ name }) => name === search.interface) ?? interfaces[0]
  const go = (change: { span?: string; interface?: string }) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, ...change })) as never,
      replace: true,
      resetScroll: false,
    })

  return (
    <DevicePage of={of} title={t('lan:title.traffic')}>
      {() =>
        live.error ? (
          <ErrorNotice error={live.error} retry={live.read} />
        ) : (
          <div className={classes.stack}>
            <div className={classes.bar}>
              <Freshness readAt={live.readAt} readingError={live.readingError} reading={false} onRead={live.read} />
              <PauseButton of={pause} />
            </div>
            {!live.rows ? (
              <Card>
                {live.readingError ? (
                  <EmptyState title={t('lan:neverRead')} />
                ) : (
                  <TableSkeleton rows={4} columns={5} rowHeight={44} />
                )}
              </Card>
            ) : !chosen ? (
              <Card>
                <EmptyState title={t('lan:traffic.none')} />
              </Card>
            ) : (
              <>
                <Card
                  title={t('lan:traffic.of', { name: chosen.name })}
                  actions={
                    <SegmentedControl
                      size="xs"
                      className={classes.spans ?? ''}
                      aria-label={t('lan:traffic.span')}
                      value={span}
                      onChange={(value) => go({ span: value })}
                      data={spans.map((one) => ({ value: one, label: t(`lan:span.${one}`) }))}
                    />
                  }
                >
                  <div className={classes.stack}>
                    <Select
                      label={t('lan:field.interface')}
                      maw={320}
                      searchable
                      allowDeselect={false}
                      data={interfaces.map(({ name, comment }) => ({
                        value: name,
                        label: comment ? `${name} – ${comment}` : name,
                      }))}
                      value={chosen.name}
                      onChange={(name) => name && go({ interface: name })}
                    />
                    {span === 'live' ? (
                      <TrafficLive name={chosen.name} traffic={traffic} at={measured.readAt} paused={pause.paused} />
                    ) : (
                      <TrafficHistory hardwareId={of.hardwareId} name={chosen.name} span={span} />
                    )}
                  </div>
                </Card>
                <Card title={t('lan:traffic.all')}>
                  <InterfaceTable
                    rows={interfaces}
                    traffic={traffic ?? []}
                    selected={chosen.name}
                    onChoose={(name) => go({ interface: name })}
                  />
                </Card>
              </>
            )}
          </div>
        )
      }
    </DevicePage>
  )
}
