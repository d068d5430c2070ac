const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** As precise as the record is; months come as names or numbers, seasons count for nothing. */
export function pubmedDate(year: string | null, month: string | null, day: string | null): string | null {
  if (year === null) return null
  const number = month === null ? null : /^\d+$/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3)) + 1
  if (number === null || number < 1 || number > 12) return year
  return [year, String(number).padStart(2, '0'), ...(day === null ? [] : [day.padStart(2, '0')])].join('-')
}
