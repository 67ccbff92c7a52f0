import { Drawer } from '@mantine/core'
import type { AccessEntry } from '@trunkline/contract/resources/access-control'
import { useTranslation } from '../../i18n/use-translation.ts'
import { fieldLabel } from '../../ui/field-label.ts'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Ago } from '../devices/freshness.tsx'
import { DeviceName } from '../devices/names.tsx'
import { DifferenceTable } from '../wifi/difference-table.tsx'
import { stateTones } from '../wifi/network-text.ts'
import { accessPaths } from './access-paths.ts'
import classes from './wifi-access.module.css'

/** The state of an entry on each controller of its site: differences, and what the device does not support. */
export default function EntryStatusDrawer({ entry, onClose }: { entry: AccessEntry; onClose: () => void }) {
  const { t } = useTranslation()
  const label = (field: string) => fieldLabel(t, 'wifi-access', field)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('wifi-access:status.title', { name: entry.name })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <div className={layout.stack}>
        {entry.applied.length === 0 ? <p className={classes.text}>{t('wifi-access:noController')}</p> : null}
        {entry.applied.map((one) => (
          <section key={`${one.hardware_id}/${one.stack}`} className={classes.device}>
            <h3 className={classes.heading}>
              <DeviceName of={one} />
              <StatusBadge tone={stateTones[one.state]}>{t(`wifi:state.${one.state}`)}</StatusBadge>
            </h3>
            <p className={layout.smallNote}>
              {t(`wifi:stack.${one.stack}`)}
              {' · '}
              {one.read_at ? (
                <>
                  {t('devices:fresh.at')} <Ago at={one.read_at} />
                </>
              ) : (
                t('devices:fresh.never')
              )}
            </p>
            <p className={classes.text}>{t(`wifi-access:status.${one.state}`)}</p>
            <DifferenceTable rows={one.differences.map((row) => ({ ...row, field: label(row.field) }))} />
            {one.left_out.length > 0 ? (
              <p className={classes.text}>
                {t('wifi-access:status.unsupported', { fields: one.left_out.map(label).join(', ') })}
              </p>
            ) : null}
            <TextLink to={accessPaths.device(one.hardware_id)}>{t('wifi-access:raw.open')}</TextLink>
          </section>
        ))}
      </div>
    </Drawer>
  )
}
