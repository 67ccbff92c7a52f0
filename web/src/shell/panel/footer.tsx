import { useTranslation } from '../../i18n/use-translation.ts'
import { pageVersion } from '../../api/version.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import styles from './footer.module.css'

export function Footer() {
  const { t } = useTranslation('shell')
  return (
    <footer className={styles.footer}>
      <span>{t('footer.version', { version: pageVersion })}</span>
      <TextLink to={paths.latest} size="xs">
        {t('footer.latest')}
      </TextLink>
      <TextLink to={paths.legal} size="xs">
        {t('footer.legal')}
      </TextLink>
    </footer>
  )
}
