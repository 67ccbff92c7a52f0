import { teachSentences } from '../../ui/sentences.ts'
import english from './refusals.en.ts'

// Imported for its effect by the list, whose commands answer these sentences.
teachSentences('dead-letters:refusal', english)
