# Read by the other scripts: HUB is the address without its password, which programs get by PGPASSWORD. On a command line
# every user of the machine could read it.
part() { node -p "const url = new URL(process.env.LYRA_HUB); $1"; }
HUB="$(part 'url.password = ""; url.href')"
PGPASSWORD="$(part 'decodeURIComponent(url.password)')"
export HUB PGPASSWORD
