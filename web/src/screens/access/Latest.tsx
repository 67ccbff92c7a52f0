import { useTranslation } from '../../i18n/use-translation.ts'
import { pageVersion } from '../../api/version.ts'
import type { Language } from '../../i18n/language.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { PageIntro, ReadingLayout } from './access-layout.tsx'
import classes from './reading.module.css'
import { releases, type Note } from './releases.ts'

const kinds = ['added', 'changed', 'fixed'] as const

function Notes({ title, notes }: { title: string; notes: readonly Note[] }) {
  const { i18n } = useTranslation()
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {notes.map((note) => (
          <li key={note.en}>{note[i18n.language as Language]}</li>
        ))}
      </ul>
    </>
  )
}

/** The changes of each version. */
export default function Latest() {
  const { t } = useTranslation('access')
  return (
    <ReadingLayout>
      <PageIntro title={t('title.latest')}>{t('latest.text')}</PageIntro>
      {releases.map((release) => (
        <section key={release.version} className={classes.release} aria-labelledby={`version-${release.version}`}>
          <div className={classes.releaseHead}>
            <h2 id={`version-${release.version}`}>{t('latest.version', { version: release.version })}</h2>
            {release.version === pageVersion ? <StatusBadge tone="good">{t('latest.here')}</StatusBadge> : null}
          </div>
          <div className={classes.notes}>
            {kinds.map((kind) =>
              release[kind]?.length ? <Notes key={kind} title={t(`latest.${kind}`)} notes={release[kind]} /> : null,
            )}
          </div>
        </section>
      ))}
    </ReadingLayout>
  )
}
