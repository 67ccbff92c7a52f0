import { Button } from '@mantine/core'
import { siteNetworksControl, type SwitchPort } from '@trunkline/contract/resources/control-network'
import type { Command } from '@trunkline/contract/resources/device-command'
import { IconPlug } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { useReading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import { DeviceFront } from '../lan/device-front.tsx'
import { DevicePage } from '../lan/device-page.tsx'
import front from '../lan/front.module.css'
import { portTones, stateOf } from '../lan/front.ts'
import classes from '../lan/lan.module.css'
import { usePortWords } from '../lan/port-words.ts'
import { RowTable, type Column } from '../lan/row-table.tsx'
import { useDevice } from '../lan/use-device.ts'
import { Value } from '../lan/value.tsx'
import { PortEditor } from './port-editor.tsx'

/** Colours with patterns that a drawing has for networks; those beyond share them. */
const looks = 8

/** Which networks come out of which port of a device: drawn as its front, and told as a table. */
export default function SwitchPorts() {
  const { t } = useTranslation()
  const of = useDevice()
  const { hardwareId } = of
  const { rateOf, powerWords } = usePortWords()
  const every = useWatch(of.ready ? hardwareId : undefined)
  const reading = useReading(
    siteNetworksControl.switchPorts,
    { params: { id: hardwareId } },
    { enabled: of.ready, every: every && 10_000 },
  )
  const [chosen, setChosen] = useState<string>()
  const [requested, setAsked] = useState<string>()
  const onEnd = (command: Command) => {
    if (command.state === 'done') setChosen((open) => (open === requested ? undefined : open))
  }
  const set = useDeviceCommand(siteNetworksControl.setSwitchPort, { onEnd, hardwareId })
  const all = reading.rows
  const ports = all?.ports
  const open = ports?.find((port) => port.id === chosen)
  const may = of.may(siteNetworksControl.setSwitchPort)

  const names = new Map((all?.vlans ?? []).map((vlan) => [vlan.vlan_id, vlan.name]))
  const used = [...new Set((ports ?? []).flatMap((port) => (port.untagged === null ? [] : [port.untagged])))].toSorted(
    (one, other) => one - other,
  )
  const lookOf = (vlan_id: number | null) => (vlan_id === null ? undefined : used.indexOf(vlan_id) % looks)
  const vlanWords = (vlan_id: number) => {
    const name = names.get(vlan_id)
    return name ? `${vlan_id} · ${name}` : String(vlan_id)
  }
  const find = (id: string) => ports?.find((port) => port.id === id)
  const wordsOf = (port: SwitchPort | undefined) =>
    port === undefined || port.bridge === null
      ? t('networks:port.none')
      : [
          port.untagged === null
            ? t('networks:port.noUntagged')
            : t('networks:port.isUntagged', { vlan: vlanWords(port.untagged) }),
          ...(port.tagged.length === 0
            ? []
            : [t('networks:port.isTagged', { list: port.tagged.map(vlanWords).join(', ') })]),
        ].join(', ')

  const columns: Column<SwitchPort>[] = [
    {
      key: 'name',
      label: t('lan:field.port'),
      render: (port) => (
        <span className={classes.named}>
          {port.name}
          {port.is_management ? <StatusBadge tone="info">{t('lan:guard.mark')}</StatusBadge> : null}
        </span>
      ),
    },
    {
      key: 'state',
      label: t('lan:field.state'),
      render: (port) => (
        <StatusBadge tone={portTones[stateOf(port)]}>{t(`lan:ports.state.${stateOf(port)}`)}</StatusBadge>
      ),
    },
    { key: 'rate', label: t('lan:field.rate'), render: (port) => <Value of={rateOf(port)} /> },
    { key: 'bridge', label: t('networks:field.bridge'), render: (port) => <Value of={port.bridge} /> },
    {
      key: 'untagged',
      label: t('networks:port.untagged'),
      render: (port) => <Value of={port.untagged === null ? null : vlanWords(port.untagged)} />,
    },
    {
      key: 'tagged',
      label: t('networks:port.tagged'),
      render: (port) => <Value of={port.tagged.map(vlanWords).join(', ')} />,
    },
    ...(ports?.some(({ poe }) => poe)
      ? [{ key: 'poe', label: t('lan:field.poe'), render: (port: SwitchPort) => <Value of={powerWords(port)} /> }]
      : []),
    { key: 'comment', label: t('lan:field.comment'), render: (port) => <Value of={port.comment} /> },
  ]
  const end = <CommandEnd of={set.command} onClose={set.clear} />
  const editor = (port: SwitchPort) =>
    all === undefined || !may ? null : (
      <PortEditor
        port={port}
        all={all}
        onClose={() => setChosen(undefined)}
        onSend={(body) => {
          setAsked(port.id)
          return set.ask({ params: { id: hardwareId }, body })
        }}
      />
    )

  return (
    <DevicePage of={of} title={t('networks:title.ports')}>
      {() =>
        reading.error ? (
          <ErrorNotice error={reading.error} retry={reading.read} />
        ) : (
          <div className={classes.stack}>
            <Freshness
              readAt={reading.readAt}
              readingError={reading.readingError}
              reading={reading.reading}
              onRead={reading.read}
            />
            {!ports ? (
              <Card>
                {reading.readingError ? (
                  <EmptyState title={t('lan:neverRead')} />
                ) : (
                  <TableSkeleton rows={4} columns={6} rowHeight={44} />
                )}
              </Card>
            ) : ports.length === 0 ? (
              <Card>
                <EmptyState icon={<IconPlug size={20} />} title={t('lan:ports.none')} text={t('lan:ports.noneText')} />
              </Card>
            ) : (
              <>
                <Card title={t('networks:port.front')}>
                  <DeviceFront
                    ports={ports}
                    chosen={chosen}
                    onChoose={setChosen}
                    stale={reading.readingError !== undefined}
                    bandOf={(id) => {
                      const port = find(id)
                      const tags = port?.tagged.length ?? 0
                      return { look: lookOf(port?.untagged ?? null), text: tags === 0 ? '' : `+${tags}` }
                    }}
                    wordsOf={(id) => wordsOf(find(id))}
                  />
                  <ul className={front.bands} aria-hidden="true">
                    {used.map((vlan_id) => (
                      <li key={vlan_id}>
                        <span className={front.band} data-band={lookOf(vlan_id)} />
                        {vlanWords(vlan_id)}
                      </li>
                    ))}
                    <li>{t('networks:port.plus')}</li>
                  </ul>
                  {open ? (
                    <section aria-label={t('networks:port.of', { name: open.name })}>
                      <h3>{t('networks:port.of', { name: open.name })}</h3>
                      <p className={classes.note}>{wordsOf(open)}</p>
                      {editor(open)}
                    </section>
                  ) : (
                    <p className={classes.hint}>{t('networks:port.choose')}</p>
                  )}
                  {requested === undefined ? null : end}
                </Card>
                <Card title={t('networks:port.table')}>
                  <RowTable
                    label={t('networks:port.table')}
                    rows={ports}
                    idOf={(port) => port.id}
                    columns={columns}
                    selected={chosen}
                    actions={
                      may
                        ? (port) => (
                            <Button
                              variant="default"
                              size="compact-sm"
                              aria-label={t('lan:changeOf', { name: port.name })}
                              aria-pressed={chosen === port.id}
                              onClick={() => setChosen(chosen === port.id ? undefined : port.id)}
                            >
                              {t('lan:change')}
                            </Button>
                          )
                        : undefined
                    }
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
