/** RFC 1035: a name of 255 octets is 253 characters as people write it. */
export const LONGEST_DOMAIN = 253
