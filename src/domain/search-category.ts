/** REQ 3.1.1: what an engine is for. */
export const CATEGORIES = ['general', 'news', 'academic', 'government', 'technical', 'encyclopedia'] as const
export type Category = (typeof CATEGORIES)[number]
