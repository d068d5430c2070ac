import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { capitalise, readOpening } from './claim-opening.ts'
import { isJapanese } from './rules/words.ts'

/** The claim's text able to stand alone, or null when what it speaks of cannot be named safely. */
type SelfContained = { readonly text: string; readonly resolved: boolean } | null

/**
 * Whatever verb follows: "She won", "They found". "That" also opens a clause, so it needs a verb of its own right after
 * it.
 */
const BARE_SUBJECT = multilineRegExp('')`
  ^(?:(It|They|He|She)(?=\s)|(This|These|That|Those)\s+(?=(?:is|are|was|were|has|have|had|does|do|did|can|could|may
        |might|will|would|should|also|\w+(?:s|ed))\b))`
/** Whose husband, whose pathogenesis: only the sentence before says. */
const BARE_OWNER = /^(?:His|Her|Its|Their|Theirs) \p{Ll}/u
const EXPLETIVE = multilineRegExp('u')`
  ^(?:It (?:is|was|has been|can be|may be|might be|could be|must be|seems|appears)(?: now| also| not| well| still
      | thus| therefore)*(?: \w+ly)? (?:(?:\w+ed|clear|likely|unlikely|possible|known|true|thought|evident|shown
        |found) that|(?:likely|unlikely|possible|impossible|important|necessary|difficult|hard|easy|essential|common
        |safe|legal|illegal) (?:that|to|for))\b|There (?:is|are|was|were)\b|It (?:rain|snow|hail|thunder)(?:s|ed)\b
    |It (?:takes?|took|costs?|will take|would take) (?!(?:him|her|them|it|us|me
        |you)\b)(?:[\p{L}\p{N}$€£¥.,%-]+ ){1,8}to \p{Ll})`
const VAGUE_SUBJECT = multilineRegExp('')`
  ^(?:This|These|Those|Such|The (?:latter|former|same|other|above|authors?|team)) |^(?:None|One|Two|Three|Some|Many
    |Most|All|Both|Each|Few|A few|Several|Half|Part|Neither|Either|Any|\d+
    |The (?:rest|majority|remainder)) of (?:them|these|those|it|us|which)\b`
/** A bare "the trial" or "the results" is one the sentence before has named. */
const BARE_STUDY = multilineRegExp('')`
  ^(?:The|Our|Its|Their|His|Her) (?:paper|article|stud(?:y|ies)|trials?|reviews?|reports?|results?|findings?|data
    |analys[ei]s|journal|page|site|experiments?|effects?|differences?|participants|subjects|researchers?
    |investigators|scientists|experts?|doctors?)(?:,? (?:however|also|therefore|then))? (?:is|are|was|were|has
    |have|had|did|does|do|can|could|may|might|will|would|should|\w+(?:ed|s))\b`
/** Says what its own "we" does; only a finding can be checked without knowing who speaks. */
const WE_ACT = multilineRegExp('')`
  ^We (?:do|did|don['’]t|are|were|have|had|will|would|can|cannot|could|recommend|suggest(?! that)|advise|hope|need
    |must|should|thank|offer|sell|make|want|encourage|ask|work)\b`
/** "It" or "them" before anything was named that it could stand for. */
const EARLY_OBJECT = /^(?:\p{L}+ ){1,3}(?:it|them|him|her)(?:[.,]| \p{L}+)/u

const REPORTS = multilineRegExp('i')`
  ^(?:These|Our|The|The present|The current|This) (?:findings?|results?|data|stud(?:y|ies)|observations?|trials?
    |reviews?|analys[ei]s|experiments?|researchers|authors) (?:also |further |clearly |strongly )?(?:suggest
    |indicate|show|demonstrate|support|confirm|reveal|establish|provide evidence|conclude|find|found|report)(?:s
    |ed|d)? that\s+`
const LEADING = multilineRegExp('i')`
  ^(?:However|Moreover|Furthermore|In addition|Additionally|Therefore|Thus|Hence|Consequently|In conclusion|Overall
    |Indeed|Notably|Importantly|Interestingly|In summary|Finally|Conversely|In contrast|By contrast|Meanwhile
    |As a result|For example|For instance|Also|Instead|Nevertheless|Here(?:in)?|To our knowledge)(?:,\s+
    |\s+(?=(?:the|a|an|we|these|this|it|they|there)\b))`
const WE_FOUND = multilineRegExp('i')`
  ^(?:[^,]{3,80},\s)?we (?:also |therefore |thus |further |now )?(?:show|showed|found|find|report|reported
    |demonstrate|demonstrated|conclude|concluded|observed|observe|confirm|confirmed|establish|established|reveal
    |revealed) (?:here |therefore )?that\s+`

const PLURAL = /^(?:They|These|Those)$/
const JAPANESE_BARE =
  /^(?:それ|これ|彼|彼女|彼ら|これら|それら|同氏|同社|同国|両者|前者|後者|その|この|こうした|そうした|このような|そのような)/
const JAPANESE_LEADING = multilineRegExp('')`
  ^(?:しかし(?:ながら)?|でも|だが|ですが|ところが|けれども|だけど|とはいえ|それでも|だから|なので|それに|そして|すると|ちなみに|また|さらに|したがって|よって|一方(?:で)?|なお|つまり|ただし
    |そのため|このため|以上より|以上から|その結果|特に|例えば|たとえば)、?`
/** A topic that only the sentence before can name (結果は, 論文は), or none at all. */
const JAPANESE_BARE_TOPIC = multilineRegExp('')`
  ^(?:[^、。は]{0,6}(?:た|した))?(?:結果|論文|本研究|研究|本試験|試験|本論文|著者ら?|筆者ら?|記事|報告書?|研究者(?:たち|ら)?|研究チーム|担当者|専門家|効果|原因|理由|差|数値|値
    |参加者|被験者|対象者)(?:は|が|も|では|によると)`
/** Names no study: what it reports can stand without it. */
const JAPANESE_REPORTS = multilineRegExp('')`
  ^(?:本|この|その|今回の)?(?:研究|調査|試験|報告|論文|解析)(?:結果)?(?:に(?:よると|よれば)、
    |(?:で|から)は?、(?=[^。]*ことが[^。]{0,10}(?:わか|分か|判明|明らか|示さ|確認|報告)))`
const JAPANESE_TOPIC = /[はがも]|では|には|によ(?:る|り)/
/** が and は inside a word: 心がける, ながら, 肺がん. */
const JAPANESE_IN_WORD = /心がけ|ながら|がん|はず|つなが|広が|上が|下が/g

/** このため、その結果 and their like join sentences; they point at no thing. */
const JAPANESE_JOINS = /^(?:この(?:ため|結果|ように|ほか)|その(?:ため|結果|後|一方|ほか|上))/

const SUBJECT_AND_VERB = multilineRegExp('u')`
  ^((?:The |A |An )?[\p{L}\p{N}][\p{L}\p{N}'’() -]{1,60}?) (?:is|are|was|were|has|have|had|can|may|will|does|did
    |reduces?|reduced|increases?|increased|lowers?|lowered|causes?|caused|improves?|improved|prevents?|prevented
    |affects?|affected|contains?|became|becomes|means|occurs?|raises|raised|provides?|remains?|includes?|attracts?
    |requires?|consists?|refers|comes|makes|gives|began|grew|rose|fell)\b`

/**
 * "Vitamin D reduced falls." -> "Vitamin D": the words before the first verb, when they are a short plain noun phrase.
 */
export function subjectOf(sentence: string): string | null {
  const bare = readOpening(sentence).rest.replace(LEADING, '')
  if (isJapanese(bare)) {
    const topic = /^([^、。は]{2,24}?)は/.exec(bare)?.[1]
    return topic === undefined || JAPANESE_BARE.test(topic) ? null : topic
  }
  const match = SUBJECT_AND_VERB.exec(bare)
  const subject = match?.[1]
  if (subject === undefined || BARE_SUBJECT.test(`${subject} is`) || VAGUE_SUBJECT.test(subject)) return null
  if (/^(?:it|they|he|she|this|these|that|those|we|i|you|there|who|which|what)\b/i.test(subject)) return null
  return / (?:and|or|that|which|who|of|in|with) /.test(` ${subject} `) ? null : subject
}

function resolveEnglish(text: string, previous: string | null): SelfContained {
  const [, thing, pointer] = BARE_SUBJECT.exec(text) ?? []
  const pronoun = thing ?? pointer
  if (EXPLETIVE.test(text)) return { text, resolved: false }
  if (pronoun === undefined) {
    const vague = [VAGUE_SUBJECT, BARE_OWNER, BARE_STUDY, WE_ACT, EARLY_OBJECT].some((sign) => sign.test(text))
    return vague ? null : { text, resolved: false }
  }
  // A person's pronoun, or "this" for a whole statement, is not safe to fill in.
  if (previous === null || !/^(?:It|They)$/.test(pronoun)) return null
  const subject = subjectOf(previous)
  if (subject === null) return null
  const looksPlural = /(?:[^s]s|people|children|men|women)$/.test(subject)
  if (looksPlural !== PLURAL.test(pronoun)) return null
  return { text: capitalise(subject) + text.slice(pronoun.length), resolved: true }
}

function resolveJapanese(text: string, previous: string | null): SelfContained {
  if (JAPANESE_JOINS.test(text)) return { text, resolved: false }
  if (JAPANESE_BARE_TOPIC.test(text) || !JAPANESE_TOPIC.test(text.replace(JAPANESE_IN_WORD, ''))) return null
  if (!JAPANESE_BARE.test(text)) return { text, resolved: false }
  const pronoun = /^(?:それ|これ|これら|それら)(?=は)/.exec(text)?.[0]
  const subject = previous === null ? null : subjectOf(previous)
  if (pronoun === undefined || subject === null) return null
  return { text: subject + text.slice(pronoun.length), resolved: true }
}

/**
 * Drops labels, connectives and reporting frames, names the subject of a leading "it" or "they" from the sentence
 * before when that is a plain noun phrase of the same number; else the sentence cannot stand alone.
 */
export function selfContained(sentence: string, previous: string | null): SelfContained {
  let text = readOpening(sentence).rest
  if (isJapanese(text))
    return resolveJapanese(text.replace(JAPANESE_LEADING, '').replace(JAPANESE_REPORTS, ''), previous)
  for (const frame of [LEADING, REPORTS, WE_FOUND]) {
    const rest = text.replace(frame, '')
    if (rest === text) continue
    text = capitalise(frame === WE_FOUND || frame === REPORTS ? rest.replace(/\band that\b/g, 'and') : rest)
  }
  return resolveEnglish(text, previous)
}
