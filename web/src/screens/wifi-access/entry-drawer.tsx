import { Drawer } from '@mantine/core'
import type { AccessEntry } from '@trunkline/contract/resources/access-control'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Ago } from '../devices/freshness.tsx'
import { DeviceName } from '../devices/names.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/link.tsx'
import { accessPaths } from './access-paths.ts'
import { stateTone } from './state-words.ts'
import classes from './wifi-access.module.css'

/** Where an entry stands on each controller of its site: what differs, and what the system there can not do. */
export default function EntryDrawer({ entry, onClose }: { entry: AccessEntry; onClose: () => void }) {
  const { t } = useTranslation()
  const fieldName = (field: string) => t(`wifi-access:field.${field}`, { defaultValue: field })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('wifi-access:state.of', { name: entry.name })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <div className={classes.stack}>
        {entry.applied.length === 0 ? <p className={classes.text}>{t('wifi-access:noController')}</p> : null}
        {entry.applied.map((one) => (
          <section key={`${one.hardware_id}/${one.stack}`} className={classes.applied}>
            <h3 className={classes.heading}>
              <DeviceName of={one} />
              <StatusBadge tone={stateTone(one.state)}>{t(`wifi-access:state.${one.state}`)}</StatusBadge>
            </h3>
            <p className={classes.quiet}>
              {t(`wifi-access:stack.${one.stack}`)}
              {' · '}
              {one.read_at ? (
                <>
                  {t('devices:fresh.at')} <Ago at={one.read_at} />
                </>
              ) : (
                t('devices:fresh.never')
              )}
            </p>
            <p className={classes.text}>{t(`wifi-access:stateText.${one.state}`)}</p>
            {one.differences.length > 0 ? (
              <div
                className={classes.scroll}
                role="region"
                aria-label={t('wifi-access:state.differences')}
                tabIndex={0}
              >
                <table className={classes.table}>
                  <thead>
                    <tr>
                      <th scope="col">{t('wifi-access:state.field')}</th>
                      <th scope="col">{t('wifi-access:state.wanted')}</th>
                      <th scope="col">{t('wifi-access:state.actual')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {one.differences.map(({ field, wanted, actual }) => (
                      <tr key={field}>
                        <th scope="row">{fieldName(field)}</th>
                        <td>{wanted ?? '–'}</td>
                        <td>{actual ?? '–'}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            ) : null}
            {one.left_out.length > 0 ? (
              <p className={classes.text}>
                {t('wifi-access:state.leftOut', { fields: one.left_out.map(fieldName).join(', ') })}
              </p>
            ) : null}
            <p className={classes.text}>
              <TextLink to={accessPaths.raw(entry.site_id, one.hardware_id)}>{t('wifi-access:raw.open')}</TextLink>
            </p>
          </section>
        ))}
      </div>
    </Drawer>
  )
}
