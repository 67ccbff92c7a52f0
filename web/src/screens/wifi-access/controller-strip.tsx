import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { IconRouter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { capsmanAccessList } from '@trunkline/contract/resources/access-control'
import { TextLink } from '../../ui/link.tsx'
import { Ago } from '../devices/freshness.tsx'
import { accessPaths } from './access-paths.ts'
import { useControllers } from './use-controllers.ts'
import classes from './wifi-access.module.css'

/** A device with all of its Wi-Fi systems. */
interface Target extends Pick<WifiController, 'hardware_id' | 'hardware_name' | 'is_online' | 'read_at'> {
  systems: WifiController[]
}

function targetsOf(controllers: readonly WifiController[]): Target[] {
  const targets = new Map<number, Target>()
  for (const one of controllers) {
    const known = targets.get(one.hardware_id)
    if (known) known.systems.push(one)
    else targets.set(one.hardware_id, { ...one, systems: [one] })
  }
  return [...targets.values()]
}

/** What a device can not do of an entry, in a line; undefined where it can do everything. */
function useLacks() {
  const { t } = useTranslation()
  return (of: Target) => {
    const lacks = (['can_rate', 'can_private_passphrase', 'can_days'] as const).filter((what) =>
      of.systems.some((one) => !one[what]),
    )
    return lacks.length === 0
      ? undefined
      : t('wifi-access:strip.without', { what: lacks.map((what) => t(`wifi-access:strip.${what}`)).join(', ') })
  }
}

/** The devices that a site's list is written to, each with the way to its own list; with what is done to all of them. */
export function ControllerStrip({ siteId, action }: { siteId: number; action: ReactNode }) {
  const { t } = useTranslation()
  const can = useCan()
  const lacksOf = useLacks()
  const controllers = useControllers(siteId)
  if (controllers === undefined) return action ? <div className={classes.strip}>{action}</div> : null
  if (controllers.length === 0)
    return (
      <p className={classes.notice} role="status">
        {t('wifi-access:noController')}
      </p>
    )
  return (
    <section className={classes.strip} aria-label={t('wifi-access:strip.label')}>
      <span className={classes.quiet}>{t('wifi-access:strip.label')}</span>
      <ul>
        {targetsOf(controllers).map((one) => (
          <li key={one.hardware_id}>
            <IconRouter size={18} aria-hidden="true" />
            <span className={classes.two}>
              {can(capsmanAccessList.index) ? (
                <TextLink to={accessPaths.raw(siteId, one.hardware_id)} inherit>
                  {one.hardware_name}
                </TextLink>
              ) : (
                <span>{one.hardware_name}</span>
              )}
              <span className={classes.quiet}>
                {one.is_online === false ? (
                  t('wifi-access:strip.away')
                ) : one.read_at ? (
                  <>
                    {t('devices:fresh.at')} <Ago at={one.read_at} />
                  </>
                ) : (
                  t('devices:fresh.never')
                )}
                {lacksOf(one) ? ` · ${lacksOf(one)}` : null}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {action}
    </section>
  )
}
