/** Deep links to archived pages, for every page of the dashboard. */
export function passagePath(fragmentId: string, edgeId?: string | null): string {
  const path = `/passages/${encodeURIComponent(fragmentId)}`
  return edgeId === undefined || edgeId === null ? path : `${path}?edge=${encodeURIComponent(edgeId)}`
}

export function archivedPagePath(pageId: string): string {
  return `/pages/${encodeURIComponent(pageId)}`
}

export function claimPath(claimId: string): string {
  return `/claims/${encodeURIComponent(claimId)}`
}
