import { SegmentedControl, Select } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { control } from '@trunkline/contract/resources/control'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import { useSetSearch } from '../../ui/navigation.ts'
import { Readings } from '../readings/lazy-readings.tsx'
import { InterfaceTable } from './interface-table.tsx'
import { usePause } from './pause-button.tsx'
import { ReadingPage, ReadRows } from './reading-page.tsx'
import { TrafficLive } from './traffic-live.tsx'
import { orderInterfaces } from './traffic-values.ts'
import { useDeviceReading, useReadingInterval } from './use-device-reading.ts'
import { useDevice } from './use-device.ts'

const spans = ['live', 'history'] as const

/** Traffic of the interfaces of one router, live and over time. Interface and span are in the address. */
export default function Traffic() {
  const { t } = useTranslation()
  const of = useDevice()
  const search = useSearch({ strict: false }) as { span?: string; interface?: string }
  const setSearch = useSetSearch()
  const select = (change: typeof search) => void setSearch(change, { replace: true })
  const { paused, button } = usePause()
  const every = useReadingInterval(of, 'live')
  const statistics = useDeviceReading(of, control.statistics, paused ? undefined : every)
  // The current rates of all interfaces, as the router measures them.
  const measured = useDeviceReading(of, control.statistics, paused ? undefined : every, { type: 'onlyTraffic' })
  const traffic = measured.rows?.traffic
  const span = spans.find((one) => one === search.span) ?? 'live'
  const interfaces = statistics.rows && orderInterfaces(statistics.rows.interfaces ?? [])
  const selected = interfaces?.find(({ name }) => name === search.interface) ?? interfaces?.[0]
  const { name = '' } = selected ?? {}

  return (
    <ReadingPage of={of} reading={statistics} control={button}>
      {() => (
        <ReadRows
          rows={interfaces}
          unread={statistics.readingError !== undefined}
          card
          empty={<EmptyState title={t('lan:traffic.empty')} />}
        >
          {(rows) => (
            <>
              <Card
                title={t('lan:traffic.of', { name })}
                actions={
                  <SegmentedControl
                    size="xs"
                    className={layout.scroll ?? ''}
                    maw="100%"
                    aria-label={t('lan:traffic.span')}
                    value={span}
                    onChange={(value) => select({ span: value })}
                    data={spans.map((one) => ({ value: one, label: t(`lan:span.${one}`) }))}
                  />
                }
              >
                <div className={layout.stack}>
                  <Select
                    label={t('lan:field.interface')}
                    maw={320}
                    searchable
                    allowDeselect={false}
                    data={rows.map((one) => ({
                      value: one.name,
                      label: one.comment ? `${one.name} – ${one.comment}` : one.name,
                    }))}
                    value={name}
                    onChange={(value) => value && select({ interface: value })}
                  />
                  {span === 'live' ? (
                    <TrafficLive name={name} traffic={traffic} at={measured.readAt} paused={paused} />
                  ) : (
                    <Readings
                      of={{ kind: 'device', id: of.hardwareId }}
                      plots={[
                        { plot: 'port-traffic', part: name },
                        { plot: 'port-errors', part: name },
                        { plot: 'port-state', part: name },
                      ]}
                    />
                  )}
                </div>
              </Card>
              <Card title={t('lan:traffic.all')}>
                <InterfaceTable
                  rows={rows}
                  traffic={traffic ?? []}
                  selected={name}
                  onSelect={(one) => select({ interface: one })}
                />
              </Card>
            </>
          )}
        </ReadRows>
      )}
    </ReadingPage>
  )
}
