#!/usr/bin/env bash
#
# Explores the models with SPIN, each row of the table below to its end.
#
#   verification/model/run.sh                       all rows but the long ones, two at a time
#   verification/model/run.sh ok|live|broken|long   the rows of one kind only
#   verification/model/run.sh broken margin-zero    these rows of a kind only
#
# A row of the kind "ok" or "long" must have no violation, one of "live" must show that somebody leads again, and one of
# "broken" must break the property that it names. Exit status 1 means that a row did something else, or that a tool is
# missing. README.md explains the rows.
#
# JOBS is how many rows run at a time, CC the C compiler. WORK names a folder that keeps the files of each row: there
# "spin -t -p -g" with the flags in the file "flags" prints the steps that lead to a violation.

set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
[ "${BASH_VERSINFO[0]}" -ge 5 ] || { printf 'This script needs bash 5 or newer; this is %s.\n' "${BASH_VERSION}" >&2; exit 1; }

readonly HERE="${PWD}"
readonly JOBS="${JOBS:-2}"
readonly CC="${CC:-gcc}"

# A row that takes longer fails.
readonly SECONDS_OF_A_ROW=900

# What each model is given where a row says nothing. Every other name in capitals is 0.
readonly OF_LEASE=(STORE=1 L=2 M=1 MAXTOK=2 CALLS=2 SLOW=1)
readonly OF_CLOCKS=(SLEEP=1 PERIOD=8)
readonly OF_TICKS=(TERMS=3)
readonly SWITCHES=(SKEW OBS LATEOK REUSE NONONCE CASTOKEN UNRELEASE RELUNCOND NBDROP FORGETFLOOR CRASH CRASHFORGETS RESTART
	WRITES UNFENCED DELETE STUCK SLEEP ONECLOCK EARLIER UNCOND SKIP NOREAD NOWAIT FREEZE SETBACK)

# KIND NAME MODEL [PARAMETER=VALUE...]; a row of the kind "broken" has the broken property before its parameters.
readonly ROWS=(
	# A store with a clock
	'ok clock-crash-and-restart lease CRASH=1 RESTART=1'
	'ok clock-late-calls lease L=3 CALLS=3'
	'ok clock-three-calls lease CALLS=4'
	'ok clock-lease-of-4 lease L=4'
	'ok clock-three-terms lease L=3 MAXTOK=3'
	'ok clock-all-clocks-drift lease L=3 SLOW=7'
	'ok clock-sleep lease L=3 SLOW=0 SLEEP=3'
	'ok clock-fenced-writes lease L=3 WRITES=1'
	'ok clock-deleted-record lease MAXTOK=3 SLOW=0 DELETE=1'
	'ok clock-crash-and-deleted-record lease MAXTOK=3 SLOW=0 CRASH=1 DELETE=1'
	'ok clock-revived-record lease CALLS=3 UNRELEASE=1'
	'ok clock-three-instances lease N=3'
	'ok clock-three-instances-and-terms lease N=3 MAXTOK=3 SLOW=0'
	# Candidates that count
	'ok observers lease STORE=2'
	'ok observers-sleep lease STORE=2 SLOW=0 SLEEP=1'
	'ok observers-crash-and-restart lease STORE=2 SLOW=0 CRASH=1 RESTART=1'
	# A store with a lock
	'ok lock lease STORE=3'
	'ok lock-late-calls lease STORE=3 CALLS=3 SLOW=0'
	'ok lock-three-terms lease STORE=3 MAXTOK=3 SLOW=0'
	'ok lock-sleep lease STORE=3 SLOW=0 SLEEP=1'
	'ok lock-crash-and-restart lease STORE=3 SLOW=0 CRASH=1 RESTART=1'
	# Two clocks of a leader
	'ok drift clocks PERIOD=4 SLEEP=0'
	'ok sleep clocks PERIOD=0'
	'ok half-the-drift-and-sleep clocks'
	# Ticks
	'ok ticks-run-again ticks'
	'ok ticks-skip ticks SKIP=1'
	# Somebody leads again
	'live clock-again lease LIVE=1 L=3 MAXTOK=4 SLOW=0'
	'live observers-again lease LIVE=1 STORE=2 L=3 MAXTOK=3 SLOW=0'
	'live lock-again lease LIVE=1 STORE=3 L=3 MAXTOK=3 SLOW=0'
	# Mistakes, and gaps of docs/guarantees.md
	'broken margin-zero lease one-leader L=3 M=0'
	'broken drift-beyond-the-margin lease one-leader L=4 PERIOD=2'
	'broken counted-from-the-answer lease one-leader L=3 LATEOK=1'
	'broken nonce-of-the-process lease no-ended-term MAXTOK=3 SLOW=0 NONONCE=1 RESTART=1'
	'broken nonce-reused-after-release lease one-leader CALLS=3 REUSE=1'
	'broken release-without-token lease one-leader MAXTOK=3 SLOW=0 RELUNCOND=1'
	'broken token-floor-forgotten lease tokens-rise MAXTOK=3 SLOW=0 DELETE=1 RESTART=1 FORGETFLOOR=1'
	'broken one-clock-only lease one-leader L=3 SLOW=0 SLEEP=1 ONECLOCK=1'
	'broken confirmed-by-an-earlier-renewal lease one-leader L=3 SLOW=0 SLEEP=1 EARLIER=1'
	'broken crash-forgets-what-it-saw lease one-leader MAXTOK=3 SLOW=0 CRASH=1 CRASHFORGETS=1 DELETE=1'
	'broken gap-1-write-without-fence lease fence L=3 WRITES=1 UNFENCED=1'
	'broken gap-3-wall-clock-set-back clocks over-in-time PERIOD=0 SETBACK=1'
	'broken gap-4-restart-and-deleted-record lease one-leader MAXTOK=3 SLOW=0 DELETE=1 RESTART=1'
	'broken gap-6-drift-beyond-the-margin clocks over-in-time PERIOD=3 SLEEP=0'
	'broken gap-6-more-than-half-the-drift-and-sleep clocks over-in-time PERIOD=7'
	'broken leaders-timestamp lease one-leader STORE=2 SKEW=1'
	'broken counted-from-before-the-read lease one-leader STORE=2 OBS=1'
	'broken token-compared-without-version lease one-leader STORE=2 CASTOKEN=1'
	'broken release-clears-not-before lease one-leader STORE=3 MAXTOK=3 SLOW=0 NBDROP=1'
	'broken lock-that-nothing-frees lease somebody-leads LIVE=1 STORE=3 L=3 MAXTOK=3 SLOW=0 STUCK=1'
	'broken tick-late-write-applies ticks tick-order UNCOND=1'
	'broken tick-note-not-read ticks tick-order NOREAD=1'
	'broken tick-run-before-its-note ticks never-twice SKIP=1 NOWAIT=1'
	'broken tick-frozen-before-its-start ticks tick-order FREEZE=1'
	# The largest ones
	'long three-instances-lease-of-3 lease N=3 L=3 SLOW=0'
	'long lock-three-terms-and-drift lease STORE=3 MAXTOK=3'
	'long lock-three-terms-and-crash lease STORE=3 MAXTOK=3 SLOW=0 CRASH=1'
)

# How SPIN names a violation of each property, as a pattern.
declare -rA PROPERTIES=(
	[one-leader]='assertion violated.*\.st==.*\.st=='
	[no-ended-term]='assertion violated.*ended'
	[tokens-rise]='assertion violated.*rt>maxtok'
	[fence]='assertion violated.*fence'
	[over-in-time]='assertion violated.*stored'
	[somebody-leads]='acceptance cycle'
	[tick-order]='assertion violated.*(confirmed|tick>=last)'
	[never-twice]='assertion violated.*starts'
)

main() {
	local kind="${1:-}" tool names row words running=0
	shift || true
	names=" $* "
	[[ "${kind}" =~ ^(ok|live|broken|long)?$ ]] || refuse "Usage: verification/model/run.sh [ok|live|broken|long] [NAME...]"
	for tool in spin "${CC}"; do
		command -v "${tool}" >/dev/null 2>&1 || refuse "${tool} is missing. On Debian: apt-get install spin gcc"
	done
	work="${WORK:-$(mktemp -d)}"
	trap end EXIT
	for name in "$@"; do
		printf '%s\n' "${ROWS[@]}" | grep -qE "^${kind} ${name} " || refuse "There is no row '${kind} ${name}'."
	done
	for row in "${ROWS[@]}"; do
		read -ra words <<<"${row}"
		[ "${words[0]}" = "${kind:-${words[0]}}" ] || continue
		[ "${words[0]}" != long ] || [ "${kind}" = long ] || continue
		[[ "${names}" =~ ^\ *$ || "${names}" = *" ${words[1]} "* ]] || continue
		if [ "${running}" -ge "${JOBS}" ]; then
			wait -n
		else
			running=$((running + 1))
		fi
		explore "${words[@]}" &
	done
	wait
	[ ! -e "${work}/failed" ]
}

end() {
	local status="$?" pids
	mapfile -t pids < <(jobs -p)
	[ "${#pids[@]}" -eq 0 ] || kill "${pids[@]}" 2>/dev/null
	[ -n "${WORK:-}" ] || [ -e "${work}/failed" ] || rm -rf "${work}"
	exit "${status}"
}

refuse() {
	printf '%s\n' "$*" >&2
	exit 1
}

# Explores one row and prints its line. Arguments: the words of the row.
explore() {
	local kind="$1" name="$2" model="$3" expected="" flags check=(-E) options=(-DSAFETY) began="${SECONDS}"
	shift 3
	[ "${kind}" != broken ] || { expected="$1"; shift; }
	mapfile -t flags < <(flags "${model}" "$@")
	[[ " $* " != *' LIVE=1 '* ]] || { check=(-a); options=(); }
	mkdir -p "${work}/${name}" && cd "${work}/${name}" && cp "${HERE}/${model}.pml" . || exit 1
	printf '%s\n' "${flags[*]}" >flags
	# Each state is stored: no reduction and no hashing that could lose one
	spin "${flags[@]}" -a "${model}.pml" >spin.out 2>&1 || { fail "${kind}" "${name}" "spin ended with an error"; return; }
	"${CC}" -O1 -w "${options[@]}" -DNOREDUCE -DVECTORSZ=2048 -DMEMLIM=4000 -o pan pan.c >cc.out 2>&1 ||
		{ fail "${kind}" "${name}" "${CC} ended with an error"; return; }
	timeout "${SECONDS_OF_A_ROW}" ./pan "${check[@]}" -m1000000 -w22 >pan.out 2>&1
	judge "${kind}" "${name}" "${expected}" "$((SECONDS - began))"
}

# Prints the flags of a row, one a line. Arguments: the model and the parameters of the row.
flags() {
	local defaults="OF_${1^^}[@]" parameter name
	declare -A values=()
	for name in "${SWITCHES[@]}"; do
		values["${name}"]=0
	done
	for parameter in "${!defaults}" "${@:2}"; do
		values["${parameter%%=*}"]="${parameter#*=}"
	done
	: "${values[PERIOD]:=${values[L]:-0}}"
	for name in "${!values[@]}"; do
		printf -- '-D%s=%s\n' "${name}" "${values[${name}]}"
	done | sort
}

# Judges the output of a row and prints its line.
judge() {
	local kind="$1" name="$2" expected="$3" seconds="$4" errors states found
	errors="$(sed -nE 's/.*errors: ([0-9]+).*/\1/p' pan.out)"
	states="$(sed -nE 's/^ *([0-9.e+]+) states, stored.*/\1/p' pan.out)"
	found="$(grep -E '^pan:1: ' pan.out)"
	if [ -z "${errors}" ]; then
		fail "${kind}" "${name}" "the search did not end within ${SECONDS_OF_A_ROW} s"
	elif grep -qE 'max search depth too small|out of memory|MEMLIM' pan.out; then
		fail "${kind}" "${name}" "the search did not see all states"
	elif [ "${kind}" != broken ] && [ "${errors}" -ne 0 ]; then
		fail "${kind}" "${name}" "${found}"
	elif [ "${kind}" = broken ] && [ "${errors}" -eq 0 ]; then
		fail "${kind}" "${name}" "no violation of ${expected} was found"
	elif [ "${kind}" = broken ] && ! grep -qE "${PROPERTIES[${expected}]}" <<<"${found}"; then
		fail "${kind}" "${name}" "not ${expected} was violated, but ${found}"
	else
		printf '%-6s %-42s %9s states %4d s  %s\n' "${kind}" "${name}" "${states}" "${seconds}" \
			"${expected:+violates ${expected}, as it must}"
	fi
}

fail() {
	: >"${work}/failed"
	printf 'FAILED %s %s: %.300s; see %s\n' "$1" "$2" "$3" "${work}/$2"
}

main "$@"
