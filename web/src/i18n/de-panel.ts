import common from './common/texts.de.ts'
import detail from '../detail/texts.de.ts'
import form from '../form/texts.de.ts'
import list from '../list/texts.de.ts'
import panel from '../shell/panel/texts.de.ts'

const titles = import.meta.glob<Record<string, string>>('../screens/*/titles.de.ts', { eager: true, import: 'default' })

/** The texts of the rooms, which come with their screens. */
export const featureTexts = import.meta.glob<object>(['../screens/*/texts.de.ts', '!../screens/access/*'], {
  import: 'default',
})

/**
 * The frame behind the sign-in with the titles of its pages, what several features say, and the list, form and detail that
 * its screens are made of.
 */
export default {
  common,
  detail,
  form,
  list,
  panel: { ...panel, title: Object.assign({}, ...Object.values(titles)) as Record<string, string> },
}
