import type { HardwareKind } from '@trunkline/contract/resources/hardware-enums'
import {
  IconAntenna,
  IconAntennaBars5,
  IconBox,
  IconNetwork,
  IconRouter,
  IconWifi,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './hardware.module.css'

const icons: Record<HardwareKind, Icon> = {
  router: IconRouter,
  'access-point': IconWifi,
  switch: IconNetwork,
  'lte-router': IconAntennaBars5,
  antenna: IconAntenna,
  other: IconBox,
}

/** The icon of a kind of device. Decorative: a text stands beside it. */
export function KindIcon({ kind }: { kind: HardwareKind }) {
  const Shape = icons[kind]
  return <Shape size={16} className={classes.kindIcon} aria-hidden="true" />
}

/** A model or type with the icon of its kind; text that does not fit is cut off. */
export function KindLabel({ kind, children }: { kind: HardwareKind; children: ReactNode }) {
  return (
    <span className={classes.kind}>
      <KindIcon kind={kind} />
      <span>{children}</span>
    </span>
  )
}
