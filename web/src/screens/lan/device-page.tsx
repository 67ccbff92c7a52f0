import { hardware } from '@trunkline/contract/resources/hardware'
import { IconPlugConnectedX, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { DeviceFrame, type DeviceFrameProps } from '../hardware/device-frame.tsx'
import classes from './lan.module.css'

export interface DevicePageProps extends DeviceFrameProps {
  /** Heading of a page below a tab, such as a form. */
  title?: string
  /** Rendered once the device is loaded and can be read. */
  children: () => ReactNode
}

/** A page that reads a device: its frame, and why it can't be read. */
export function DevicePage({ of, title, crumbs = [], children, ...frame }: DevicePageProps) {
  const { t } = useTranslation()
  return (
    <DeviceFrame {...frame} of={of} crumbs={title === undefined ? crumbs : [...crumbs, { label: title }]}>
      {() => (
        <>
          {title === undefined ? null : <h2 className={classes.heading}>{title}</h2>}
          {of.device?.deleted_at ? (
            <Card>
              <EmptyState icon={<IconTrash size={20} />} title={t('lan:trashed.title')} text={t('lan:trashed.text')} />
            </Card>
          ) : of.managed === false ? (
            <Card>
              <EmptyState
                icon={<IconPlugConnectedX size={20} />}
                title={t('lan:unmanaged.title')}
                text={t('lan:unmanaged.text')}
              >
                {of.may(hardware.update) ? (
                  <LinkButton to={paths.hardware.update(of.hardwareId)}>{t('lan:unmanaged.edit')}</LinkButton>
                ) : null}
              </EmptyState>
            </Card>
          ) : (
            children()
          )}
        </>
      )}
    </DeviceFrame>
  )
}
