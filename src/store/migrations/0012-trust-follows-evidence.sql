-- `superseded` becomes a status. A CHECK cannot be changed in place, so the column is made anew.
ALTER TABLE claims ADD COLUMN status TEXT NOT NULL DEFAULT 'pending'
  CHECK (status IN ('pending', 'verified', 'rejected', 'contested', 'superseded'));
UPDATE claims SET status = verification_status;
ALTER TABLE claims DROP COLUMN verification_status;
ALTER TABLE claims RENAME COLUMN status TO verification_status;

-- Why a claim has its status, in words; `not_adopted_reason` repeats it where the claim is set aside
ALTER TABLE claims ADD COLUMN status_reason TEXT;
UPDATE claims SET status_reason = not_adopted_reason;

-- A page that many people write is judged by the post: which one, and who wrote it
ALTER TABLE fragments ADD COLUMN post_id TEXT;
ALTER TABLE fragments ADD COLUMN post_author TEXT;

-- Every block of a domain that Lyra made by itself, ended or not; blocks of a person stand in trust_overrides
CREATE TABLE domain_blocks (
  id TEXT PRIMARY KEY,
  domain TEXT NOT NULL,
  kind TEXT NOT NULL,
  reason TEXT NOT NULL,
  evidence TEXT NOT NULL DEFAULT '[]',
  original_trust_level TEXT NOT NULL,
  blocked_at TEXT NOT NULL,
  expires_at TEXT,
  lifted_at TEXT,
  lifted_reason TEXT,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX domain_blocks_domain ON domain_blocks(domain, blocked_at);

-- Blocks of earlier versions, to be examined by the rules of today
INSERT INTO domain_blocks (id, domain, kind, reason, evidence, original_trust_level, blocked_at, cause_id)
  SELECT 'block_' || domain, domain, 'contradictions', coalesce(blocked_reason, ''), contradicting_claims,
    coalesce(original_trust_level, 'UNVERIFIED'), coalesce(blocked_at, updated_at), cause_id
  FROM domains WHERE trust_level = 'BLOCKED' AND trust_source = 'verification';
