import { teachSentences } from '../../ui/sentences.ts'
import '../ipam/refusals.ts'
import english from './refusals.en.ts'

// Imported for its effect by every screen that shows what the server says of services; addresses speak for themselves.
teachSentences('services:refusal', english)
