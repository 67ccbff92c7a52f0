import { IconRouter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { capsmanAccessList } from '@trunkline/contract/resources/access-control'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { Ago } from '../devices/freshness.tsx'
import { TwoLines } from '../wifi/two-lines.tsx'
import { accessPaths } from './access-paths.ts'
import { useControllers } from './use-controllers.ts'
import classes from './wifi-access.module.css'

const capabilities = ['can_rate', 'can_private_passphrase', 'can_days'] as const

/** The devices that enforce a site's access list, each with a link to its own list. */
export function ControllerStrip({ siteId, action }: { siteId: number; action: ReactNode }) {
  const { t } = useTranslation()
  const can = useCan()
  const controllers = useControllers(siteId)
  if (controllers === undefined) return action ? <div className={classes.strip}>{action}</div> : null
  if (controllers.length === 0)
    return (
      <p className={classes.notice} role="status">
        {t('wifi-access:noController')}
      </p>
    )
  // A device with several Wi-Fi systems is shown once.
  const devices = controllers.filter(
    (one, index) => controllers.findIndex(({ hardware_id }) => hardware_id === one.hardware_id) === index,
  )
  const missing = (id: number) =>
    capabilities
      .filter((capability) => controllers.some((one) => one.hardware_id === id && !one[capability]))
      .map((capability) => t(`wifi-access:strip.${capability}`))
      .join(', ')
  return (
    <section className={classes.strip} aria-label={t('wifi-access:strip.label')}>
      <span className={layout.hint}>{t('wifi-access:strip.label')}</span>
      <ul>
        {devices.map((one) => {
          const without = missing(one.hardware_id)
          return (
            <li key={one.hardware_id}>
              <IconRouter size={18} aria-hidden="true" />
              <TwoLines
                below={
                  <>
                    {one.is_online === false ? (
                      t('wifi-access:strip.offline')
                    ) : one.read_at ? (
                      <>
                        {t('devices:fresh.at')} <Ago at={one.read_at} />
                      </>
                    ) : (
                      t('devices:fresh.never')
                    )}
                    {without ? ` · ${t('wifi-access:strip.without', { names: without })}` : null}
                  </>
                }
              >
                {can(capsmanAccessList.index) ? (
                  <TextLink to={accessPaths.device(one.hardware_id)} inherit>
                    {one.hardware_name}
                  </TextLink>
                ) : (
                  one.hardware_name
                )}
              </TwoLines>
            </li>
          )
        })}
      </ul>
      {action}
    </section>
  )
}
