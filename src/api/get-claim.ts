import { z } from 'zod'
import { STANCE_RELATIONS } from '../domain/claim.ts'
import { contributionSchema } from '../domain/confidence.ts'
import { SOURCE_CUES } from '../domain/primary-source.ts'
import { claimNote } from './claim-note.ts'
import { type AnswerOf, defineUseCase, READS } from './define-use-case.ts'
import {
  domain,
  givenId,
  id,
  listedAsObject,
  ok,
  passageText,
  shortText,
  time,
  verificationStatus,
  webLines,
  webText,
  webUrl,
} from './fields.ts'

const relation = z.enum(STANCE_RELATIONS)

const source = z.object({
  url: webUrl,
  fragment_id: id,
  span_start: z.number(),
  span_end: z.number(),
  warc_file: shortText.nullable(),
  warc_record_id: id.nullable(),
})

/** One stance on the claim: who decided it, and which rules changed the model's answer. */
const judgement = z.object({
  edge_id: id,
  url: webUrl,
  relation,
  confidence: z.number().nullable(),
  /** What the model itself said, before the learned calibration (REQ 3.3.4). */
  raw_confidence: z.number().nullable(),
  model: id.nullable(),
  notes: z.array(id),
  human_corrected: z.boolean(),
})

const contribution = contributionSchema.extend({ edge_id: id, reason: shortText.nullable(), source_group: id })

const moment = z.object({ kind: id, at: time.nullable(), what: webText, page_id: id.nullable() })

/** For a person to read beside the figures; `lyra claim` prints it, `--json` leaves it out. */
const reading = z.object({
  /** Of each judgement that is not neutral: where it stands and the sentence that decided. */
  passages: z.array(z.object({ edge_id: id, domain, sentence: passageText.nullable() })),
  /** Claims that its own sentence refutes, where nothing else makes it contested (TRUST 1.1). */
  in_dispute_with: z.array(z.object({ claim_id: id, text: webText })),
  /** What its page names as its source, and what that says of it; null: it does not speak of it, or was not read. */
  primary_sources: z.array(
    z.object({
      url: webUrl,
      cue: z.enum(SOURCE_CUES),
      outcome: id,
      title: webText.nullable(),
      says: relation.nullable(),
      sentence: passageText.nullable(),
    }),
  ),
  /** What it holds for, as far as it says so; null: nobody has read it for names yet. */
  scope: z.object({ places: webLines, products: webLines, organisations: webLines, period: webLines }).nullable(),
})

export const getClaim = defineUseCase({
  name: 'get_claim',
  title: 'Walk one claim back',
  description:
    'Why a claim has its confidence: which passages for and against it count, what contradicts it, its timeline, and ' +
    'where its bytes lie',
  input: z.strictObject({
    claim_id: givenId.describe('From answers or the report'),
    /** Without it MCP sends the brief form (mcp/answers/claim-answer.ts). */
    details: z.boolean().optional().describe('All passages, also neutral ones'),
  }),
  output: z.object({
    ok,
    claim_id: id,
    text: webText,
    confidence: z.number(),
    verification_status: verificationStatus,
    status_reason: shortText.nullable(),
    no_refutation_found: z.boolean(),
    source,
    judgements: z.array(judgement.meta(listedAsObject)),
    why: z.object({
      log_odds: z.number(),
      contributions: z.array(contribution.meta(listedAsObject)),
    }),
    timeline: z.array(moment),
    reading: reading.meta(listedAsObject),
    notes: z.array(claimNote).meta(listedAsObject),
  }),
  tool: READS,
})

export type ClaimAnswer = AnswerOf<typeof getClaim>
