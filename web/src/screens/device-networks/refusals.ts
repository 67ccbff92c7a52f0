import { teachSentences } from '../../ui/sentences.ts'
import english from './refusals.en.ts'

// Imported for its effect by the list, whose dialog shows these sentences.
teachSentences('device-networks:refusal', english)
