import { paths } from '../../paths.ts'
import { list, page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.sessions.deadLetters, 'deadLetters', list('installation'), () => import('./DeadLetterList.tsx'), [
      'sessions',
    ]),
  ],
} satisfies Feature
