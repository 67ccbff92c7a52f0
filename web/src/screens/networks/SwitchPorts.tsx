import { Button } from '@mantine/core'
import {
  siteNetworksControl,
  type SwitchPort,
  type SwitchPorts as SwitchPortsReading,
} from '@trunkline/contract/resources/control-network'
import type { Command } from '@trunkline/contract/resources/device-command'
import { IconPlug } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import panel from '../lan/front-panel.module.css'
import { FrontPanel } from '../lan/front-panel.tsx'
import classes from '../lan/lan.module.css'
import { ManagementBadge } from '../lan/management.tsx'
import { PortTable } from '../lan/port-table.tsx'
import { ReadingPage, ReadRows } from '../lan/reading-page.tsx'
import { useDeviceReading, useReadingInterval } from '../lan/use-device-reading.ts'
import { useDevice } from '../lan/use-device.ts'
import { Value } from '../lan/value.tsx'
import { PortEditor } from './port-editor.tsx'

/** Styles of `front-panel.module.css` for VLANs; with more VLANs they repeat. */
const BAND_STYLES = 8

/** The VLANs of ports: their colours in the front panel, their labels, and the sentence about a port. */
function useVlanTexts(ports: readonly SwitchPort[], vlans: SwitchPortsReading['vlans']) {
  const { t } = useTranslation()
  const names = new Map(vlans.map(({ vlan_id, name }) => [vlan_id, name]))
  const used = [...new Set(ports.flatMap(({ untagged }) => (untagged === null ? [] : [untagged])))].toSorted(
    (one, other) => one - other,
  )
  const styleOf = (vlan: number | null) => (vlan === null ? undefined : used.indexOf(vlan) % BAND_STYLES)
  const vlanLabel = (vlan: number) => {
    const name = names.get(vlan)
    return name ? `${vlan} · ${name}` : String(vlan)
  }
  const describe = ({ bridge, untagged, tagged }: SwitchPort) =>
    bridge === null
      ? t('networks:port.noBridge')
      : [
          untagged === null
            ? t('networks:port.noUntagged')
            : t('networks:port.isUntagged', { vlan: vlanLabel(untagged) }),
          ...(tagged.length === 0 ? [] : [t('networks:port.isTagged', { list: tagged.map(vlanLabel).join(', ') })]),
        ].join(', ')
  return { used, styleOf, vlanLabel, describe }
}

/** VLANs of the ports of a device: its front panel, a table, and a form for each port. */
export default function SwitchPorts() {
  const { t } = useTranslation()
  const of = useDevice()
  const { hardwareId } = of
  const reading = useDeviceReading(of, siteNetworksControl.switchPorts, useReadingInterval(of))
  const [selected, setSelected] = useState<string>()
  /** The port that the last command is about. */
  const [target, setTarget] = useState<string>()
  const onEnd = (command: Command) => {
    if (command.state === 'done') setSelected((open) => (open === target ? undefined : open))
  }
  const set = useDeviceCommand(siteNetworksControl.setSwitchPort, { onEnd, hardwareId })
  const { ports = [], vlans = [] } = reading.rows ?? {}
  const port = ports.find(({ id }) => id === selected)
  const may = of.may(siteNetworksControl.setSwitchPort)

  const { used, styleOf, vlanLabel, describe } = useVlanTexts(ports, vlans)

  return (
    <ReadingPage of={of} reading={reading}>
      {() => (
        <ReadRows
          rows={reading.rows?.ports}
          unread={reading.readingError !== undefined}
          card
          empty={
            <EmptyState icon={<IconPlug size={20} />} title={t('lan:ports.empty')} text={t('lan:ports.emptyText')} />
          }
        >
          {(rows) => (
            <>
              <Card title={t('lan:ports.panel')}>
                <FrontPanel
                  ports={rows}
                  selected={selected}
                  onSelect={setSelected}
                  stale={reading.readingError !== undefined}
                  bandOf={({ untagged, tagged }) => ({
                    style: styleOf(untagged),
                    text: tagged.length === 0 ? '' : `+${tagged.length}`,
                  })}
                  describe={describe}
                />
                <ul className={panel.bands} aria-hidden="true">
                  {used.map((vlan) => (
                    <li key={vlan}>
                      <span className={panel.band} data-band={styleOf(vlan)} />
                      {vlanLabel(vlan)}
                    </li>
                  ))}
                  <li>{t('networks:port.plus')}</li>
                </ul>
                {port ? (
                  <section aria-label={t('networks:port.of', { name: port.name })}>
                    <h3>{t('networks:port.of', { name: port.name })}</h3>
                    <p className={classes.note}>{describe(port)}</p>
                    {reading.rows && may ? (
                      <PortEditor
                        port={port}
                        all={reading.rows}
                        onClose={() => setSelected(undefined)}
                        onSend={(body) => {
                          setTarget(port.id)
                          return set.enqueue({ params: { id: hardwareId }, body })
                        }}
                      />
                    ) : null}
                  </section>
                ) : (
                  <p className={classes.hint}>{t('networks:port.select')}</p>
                )}
                {target === undefined ? null : <CommandEnd of={set.command} onClose={set.clear} />}
              </Card>
              <Card title={t('networks:port.table')}>
                <PortTable
                  feature="networks:port"
                  label={t('networks:port.table')}
                  rows={rows}
                  name={({ name, is_management }) => (
                    <span className={classes.named}>
                      {name}
                      {is_management ? <ManagementBadge /> : null}
                    </span>
                  )}
                  extra={[
                    { key: 'bridge' },
                    {
                      key: 'untagged',
                      render: ({ untagged }) => <Value of={untagged === null ? null : vlanLabel(untagged)} />,
                    },
                    { key: 'tagged', render: ({ tagged }) => <Value of={tagged.map(vlanLabel)} /> },
                  ]}
                  selected={selected}
                  actions={
                    may
                      ? ({ id, name }) => (
                          <Button
                            variant="default"
                            size="compact-sm"
                            aria-label={t('lan:editOf', { name })}
                            aria-pressed={selected === id}
                            onClick={() => setSelected(selected === id ? undefined : id)}
                          >
                            {t('lan:edit')}
                          </Button>
                        )
                      : undefined
                  }
                />
              </Card>
            </>
          )}
        </ReadRows>
      )}
    </ReadingPage>
  )
}
